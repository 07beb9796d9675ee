"""What was asked and answered, a line of JSON for each answer."""

import json
import threading
from pathlib import Path
from typing import Any

# Counts up when the same template makes other messages.
PROMPT_VERSION = 1
NAME = "transcripts.jsonl"

Key = tuple[int, int, int, int]


class Transcripts:
    """The file of a run. Answers of an earlier session are found by game, ply, seat and attempt."""

    def __init__(self, folder: Path, resume: bool) -> None:
        self.path = folder / NAME
        self._lock = threading.Lock()
        self._known: dict[Key, dict[str, Any]] = {}
        if resume and self.path.exists():
            self._read()

    def _read(self) -> None:
        whole, _, cut = self.path.read_text(encoding="utf-8").rpartition("\n")
        for line in whole.splitlines():
            entry = json.loads(line)
            self._known[entry["game_no"], entry["ply"], entry["seat"], entry["attempt"]] = entry
        if cut:
            # The last session was killed while it wrote.
            self.path.write_text(whole + "\n" if whole else "", encoding="utf-8", newline="\n")

    def find(self, key: Key, prompt: str, messages: list[Any]) -> dict[str, Any] | None:
        """The answer to the same question of an earlier session."""
        entry = self._known.get(key)
        same = entry is not None and (entry["prompt"], entry["messages"]) == (prompt, messages)
        return entry if same else None

    def add(self, entry: dict[str, Any]) -> None:
        """Writes an answer."""
        line = json.dumps(entry, ensure_ascii=False) + "\n"
        with self._lock, self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(line)
