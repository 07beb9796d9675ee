"""Hex in Python: two chains race across a rhombus, Red from the top to the bottom, Blue from the
left to the right.
"""

import torneo


@torneo.register_game
class MyHex:
    """Players place stones in turn. Red joins the top and the bottom, Blue the left and the right."""

    options = {"size": range(2, 12)}
    seat_names = ["Red", "Blue"]
    kinds = {"r": 0, "b": 1}

    def __init__(self, size=5, cells=None, to_move=0, won=False):
        self.size = size
        self.cells = cells or "." * (size * size)
        self.to_move = to_move
        self.won = won

    @property
    def board(self):
        n = self.size
        return {self.name(cell): (cell % n + cell // n / 2, cell // n * 0.87) for cell in range(n * n)}

    def name(self, cell):
        return "abcdefghijk"[cell % self.size] + str(cell // self.size + 1)

    def turn(self):
        return None if self.won else self.to_move

    def legal(self):
        return [self.name(cell) for cell, stone in enumerate(self.cells) if stone == "."]

    def apply(self, action):
        cell = "abcdefghijk".index(action[0]) + (int(action[1:]) - 1) * self.size
        stone = "rb"[self.to_move]
        cells = self.cells[:cell] + stone + self.cells[cell + 1 :]
        return MyHex(self.size, cells, 1 - self.to_move, self.joins(cells, stone))

    def joins(self, cells, stone):
        n = self.size
        edge = range(n) if stone == "r" else range(0, n * n, n)
        chain = [cell for cell in edge if cells[cell] == stone]
        for cell in chain:
            for down, right in (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0):
                row, column = cell // n + down, cell % n + right
                beside = row * n + column
                if 0 <= row < n and 0 <= column < n and cells[beside] == stone and beside not in chain:
                    chain.append(beside)
        return any((cell // n if stone == "r" else cell % n) == n - 1 for cell in chain)

    def outcome(self):
        return 1 - self.to_move

    def pieces(self):
        return self.cells

    def text(self):
        return f"{self.cells} {'rb'[self.to_move]}"

    def parse(self, text):
        cells, _, to_move = text.partition(" ")
        if len(cells) != self.size**2 or set(cells) - set("rb.") or to_move not in ("r", "b"):
            raise ValueError(f"expected {self.size**2} of r, b and ., a blank, and r or b; found {text!r}")
        won = self.joins(cells, "r") or self.joins(cells, "b")
        return MyHex(self.size, cells, "rb".index(to_move), won)
