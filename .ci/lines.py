#!/usr/bin/env python3
"""Counts lines of Rust code: without blank lines, comments and tests.

    .ci/lines.py                       all of games, engines, harness, python and web
    .ci/lines.py games/*/src           some folders
    .ci/lines.py --by-folder           a line for each crate
    .ci/lines.py --methods             the methods of the contract of games
    .ci/lines.py --since COMMIT        what each commit since then added (+) or took away (-)
    git stash; git checkout COMMIT     counts an earlier state

Tests are what follows `#[cfg(test)]`, files called `tests.rs` or ending in `_tests.rs`, and files
in folders called `tests` or `benches`.
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ["games", "engines", "harness", "python", "web"]
TRAITS = ["game", "notation", "scenery", "heuristics", "solving"]
# A string, raw or not, a character, a lifetime, or a comment: whichever begins first.
TOKENS = re.compile(
    r'(?P<raw>b?r(?P<hashes>#*)".*?"(?P=hashes))'
    r'|(?P<string>b?"(?:\\.|[^"\\])*")'
    r"|(?P<char>b?'(?:\\(?:u\{[^}]*\}|x..|.)|[^'\\])')"
    r"|(?P<line>//[^\n]*)"
    r"|(?P<block>/\*.*?\*/)",
    re.DOTALL,
)


def without_comments(text: str) -> str:
    """The code with comments emptied, and with the brackets in strings made harmless."""

    def replace(match: re.Match) -> str:
        found = match.group(0)
        if match.lastgroup in ("line", "block") or found.startswith(("//", "/*")):
            return "\n" * found.count("\n")
        return re.sub(r"[^\n]", "_", found)

    return TOKENS.sub(replace, text)


def without_tests(code: str) -> str:
    """The code without the items that follow `#[cfg(test)]`."""
    kept = []
    place = 0
    while (start := code.find("#[cfg(test)]", place)) >= 0:
        kept.append(code[place:start])
        end = start
        depth = 0
        for end in range(start, len(code)):
            letter = code[end]
            depth += (letter == "{") - (letter == "}")
            if (letter == "}" and depth == 0) or (letter == ";" and depth == 0):
                break
        place = end + 1
    kept.append(code[place:])
    return "".join(kept)


def lines(text: str) -> int:
    """The lines of code of a file's text."""
    code = without_tests(without_comments(text))
    return sum(1 for line in code.split("\n") if line.strip())


def is_test(path: Path) -> bool:
    """Whether a file, by its path from the root, is a test."""
    return bool({"tests", "benches", "target"} & set(path.parts) or re.search(r"(^|_)tests\.rs$", path.name))


def files(folder: Path) -> list[Path]:
    """The Rust files in a folder that are not tests."""
    inside = [folder] if folder.is_file() else sorted(folder.rglob("*.rs"))
    return [file for file in inside if file == folder or not is_test(file.relative_to(ROOT))]


def crate_of(path: Path) -> str:
    """The folder of a file's crate, by the file's path from the root."""
    parts = path.parts
    return "/".join(parts[: parts.index("src")] if "src" in parts else parts[:2])


def git(*arguments: str) -> str:
    """What git says."""
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def changes(commit: str) -> Counter:
    """How many lines of code a commit added to each crate, less those that it took away."""
    changed: Counter = Counter()
    for line in git("diff-tree", "-r", "--no-renames", "--full-index", f"{commit}^", commit).splitlines():
        fields, name = line.split("\t")
        path = Path(name)
        if path.suffix != ".rs" or path.parts[0] not in FOLDERS or is_test(path):
            continue
        for blob, sign in zip(fields.split()[2:4], (-1, 1)):
            if set(blob) != {"0"}:
                changed[crate_of(path)] += sign * lines(git("cat-file", "blob", blob))
    return changed


def print_changes(since: str) -> None:
    """Prints what each commit did, and what all did together."""
    total = 0
    for commit in git("rev-list", "--no-merges", "--reverse", f"{since}..HEAD").split():
        changed = changes(commit)
        total += sum(changed.values())
        crates = ", ".join(f"{crate} {count:+}" for crate, count in changed.most_common() if count)
        if crates:
            print(
                f"{sum(changed.values()):+7} {git('log', '-1', '--format=%h %s', commit).strip()} ({crates})"
            )
    print(f"{total:+7} in all")


def methods() -> tuple[list[str], list[str]]:
    """The methods of the contract without and with a default."""
    must, may = [], []
    for name in TRAITS:
        text = (ROOT / f"games/contract/src/{name}.rs").read_text(encoding="utf-8")
        code = without_comments(text)
        start = re.search(r"^pub trait \w+[^{]*\{", code, re.MULTILINE).end()
        depth, end = 1, start
        while depth:
            depth += (code[end] == "{") - (code[end] == "}")
            end += 1
        body = code[start : end - 1]
        for match in re.finditer(r"^    fn (\w+)", body, re.MULTILINE):
            rest = body[match.end() :]
            is_must = rest.find(";") >= 0 and not re.search(r"\{", rest[: rest.find(";")])
            (must if is_must else may).append(match.group(1))
    return must, may


def main(arguments: list[str]) -> None:
    if "--methods" in arguments:
        must, may = methods()
        print(f"{len(must)} that must: {', '.join(must)}")
        print(f"{len(may)} that may: {', '.join(may)}")
        print(f"{len(must) + len(may)} in all")
        return
    if arguments[:1] == ["--since"]:
        print_changes(arguments[1])
        return
    by_folder = "--by-folder" in arguments
    given = [argument for argument in arguments if not argument.startswith("--")]
    folders = [Path(folder).resolve() for folder in given] or [ROOT / folder for folder in FOLDERS]
    counted: dict[str, int] = {}
    for folder in folders:
        for file in files(folder):
            crate = crate_of(file.relative_to(ROOT))
            counted[crate] = counted.get(crate, 0) + lines(file.read_text(encoding="utf-8"))
    if by_folder:
        for crate, count in sorted(counted.items()):
            print(f"{count:7} {crate}")
    print(f"{sum(counted.values()):7} in all")


if __name__ == "__main__":
    main(sys.argv[1:])
