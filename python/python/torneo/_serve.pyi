from typing import Any, TextIO

__all__ = ["serve"]

def serve(engine: Any, input: TextIO | None = None, output: TextIO | None = None) -> None: ...
