"""Writes the docstrings of the native module into its stub, so that editors show them.

`python stubs.py` with the built package. The other modules have hints and docstrings in their own text.
"""

import ast
import inspect
import sys
from pathlib import Path

STUB = Path(__file__).parent / "python" / "torneo" / "_torneo.pyi"


def documented(found, name):
    """What a name of a module or a class says of itself; nothing where it is inherited or ordinary."""
    if name.startswith("__"):
        return None
    one = vars(found).get(name)
    return inspect.getdoc(one.__func__ if isinstance(one, staticmethod) else one)


def filled(source, module):
    """The text of a stub with docstrings. Of overloads the first one has it."""
    lines = source.splitlines()
    edits = []

    def visit(nodes, found):
        seen = set()
        for node in nodes:
            if isinstance(node, ast.ClassDef):
                one = getattr(found, node.name)
                edit(node, inspect.getdoc(one))
                visit(node.body, one)
            elif isinstance(node, ast.FunctionDef) and node.name not in seen:
                seen.add(node.name)
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
    from torneo import _torneo

    source = STUB.read_text(encoding="utf-8")
    written = filled(source, _torneo)
    if written != source:
        STUB.write_text(written, encoding="utf-8")
        print(f"{STUB.name}: written")


if __name__ == "__main__":
    sys.exit(main())
