"""`companion new-game NAME`: lays out the files of a game in a checkout, from the small one in docs/new-game/."""

import re
from pathlib import Path

EXAMPLE = "slowpoke"
SOURCE = "docs/new-game"
FILES = {
    "game.py": "companion/domain/games/{folder}/__init__.py",
    "_status.html": "templates/games/{id}/_status.html",
    "_record.html": "templates/games/{id}/_record.html",
    "_options.html": "templates/games/{id}/_options.html",
    "help.md": "docs/games/{id}.md",
    "test_rules.py": "tests/domain/games/test_{folder}.py",
    "test_phones.py": "tests/web/test_{folder}.py",
}
REGISTRY = "companion/domain/games/__init__.py"
IMPORTS = re.compile(r"(?:from \..* import .*\n)+")


class Impossible(Exception):
    """Why there can be no such game."""


def checkout(folder: Path) -> Path:
    """The checkout that a folder is in: games are added where one stands, whichever checkout this command is of."""
    for root in (folder, *folder.parents):
        if (root / SOURCE).is_dir():
            return root
    raise Impossible(f"{folder} is in no checkout of the repository: cd into one, and say it again (CONTRIBUTING.md)")


def new_game(name: str, root: Path) -> list[str]:
    """Writes the files of a game with this name, and its line in the list of games; returns what was written."""
    name = name.replace("'", "’")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9’]*([ -][A-Za-z0-9’]+)*", name):
        raise Impossible("the name of a game is words of letters and digits, without a comma or another sign")
    folder = re.sub("[ -]", "_", name.lower().replace("’", ""))
    known = folder.replace("_", "-")
    paths = {source: target.format(folder=folder, id=known) for source, target in FILES.items()}
    there = [path for path in paths.values() if (root / path).exists()]
    if there:
        raise Impossible(f"there is a game called {known} already: {', '.join(there)}")
    words = {EXAMPLE.upper(): folder.upper(), EXAMPLE.capitalize(): name, f'"{EXAMPLE}"': f'"{known}"'}
    for source, path in paths.items():
        text = (root / SOURCE / source).read_text(encoding="utf-8")
        for old, new in words.items():
            text = text.replace(old, new)
        text = text.replace("docs/new-game/help.md", paths["help.md"]).replace(EXAMPLE, folder)
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8", newline="\n")
    registry = (root / REGISTRY).read_text(encoding="utf-8")
    listed = IMPORTS.sub(lambda lines: _with(lines[0], f"from .{folder} import {folder.upper()}\n"), registry)
    listed = listed.replace("\n)\n", f"\n    {folder.upper()},\n)\n", 1)
    (root / REGISTRY).write_text(listed, encoding="utf-8", newline="\n")
    return [*paths.values(), REGISTRY]


def _with(lines: str, line: str) -> str:
    return "".join(sorted([*lines.splitlines(keepends=True), line]))
