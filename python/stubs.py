"""Writes the docstrings of the package into its stubs, so that editors show them. `python stubs.py` with the built package."""

import ast
import importlib
import inspect
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent / "python" / "torneo"
MODULES = ["_torneo", "_games", "_results", "_serve", "dice", "vector", "_gym", "pettingzoo", "openspiel", "ray"]


def documented(found, name):
    """What a name of a module or a class says of itself; nothing where it is inherited or ordinary."""
    if name.startswith("__") or not name:
        return None
    one = vars(found).get(name) if isinstance(found, type) else getattr(found, name, None)
    return None if one is None else inspect.getdoc(one)


def filled(source, module):
    """The text of a stub with docstrings."""
    lines = source.splitlines()
    edits = []

    def visit(nodes, found):
        for node in nodes:
            if isinstance(node, ast.ClassDef):
                one = getattr(found, node.name, None)
                if one is not None:
                    edit(node, inspect.getdoc(one))
                    visit(node.body, one)
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                edit(node, documented(found, node.name))

    def edit(node, text):
        first = node.body[0]
        known = ast.get_docstring(node)
        if text is None or known == text:
            return
        indent = " " * (node.col_offset + 4)
        body = [line if not line else indent + line for line in text.replace("\\", "\\\\").splitlines()]
        body[0] = indent + '"""' + body[0].lstrip()
        if len(body) == 1:
            body[0] += '"""'
        else:
            body.append(indent + '"""')
        begin = min([first.lineno, *(one.lineno for one in getattr(first, "decorator_list", []))])
        edits.append((begin, first, known, body))

    visit(ast.parse(source).body, module)
    for begin, first, known, body in sorted(edits, key=lambda edit: -edit[0]):
        if known is not None:
            lines[first.lineno - 1 : first.end_lineno] = body
        elif isinstance(first, ast.Expr) and getattr(first.value, "value", None) is ...:
            line = lines[first.lineno - 1]
            head = line[: first.col_offset].rstrip()
            lines[first.lineno - 1 : first.lineno] = ([head] if head else []) + body
        else:
            lines[begin - 1 : begin - 1] = body
    return "\n".join(lines) + "\n"


def main():
    for name in MODULES:
        path = PACKAGE / f"{name}.pyi"
        source = path.read_text(encoding="utf-8")
        written = filled(source, importlib.import_module(f"torneo.{name}"))
        if written != source:
            path.write_text(written, encoding="utf-8")
            print(f"{path.name}: written")


if __name__ == "__main__":
    sys.exit(main())
