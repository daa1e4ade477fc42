"""Imports point down only, the domain is pure, and games do not know one another."""

import ast
import re
import sys
from functools import cache
from pathlib import Path

import pytest

from companion.domain import games

pytestmark = pytest.mark.each_game

PACKAGE = Path(__file__).parents[1] / "companion"
LAYERS = (
    {"domain"},
    {"system", "config"},
    {"storage", "realtime"},
    {"commands"},
    {"views", "reports"},
    {"web"},
    {"companion", "wsgi", "server", "__main__"},
)
IMPURE = {
    "asyncio", "ctypes", "http", "io", "logging", "multiprocessing", "os", "pathlib", "random", "secrets", "select",
    "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "time", "urllib",
    "uuid",
}  # fmt: skip
KNOWN_TO_GAMES = ("asking", "cards", "events", "fines", "games", "house_rules", "measure", "refused", "seating")
# config makes the secret key of an installation, before there is an app
KEPT_TO = {
    "flask": {"companion", "web", "server", "storage", "views", "wsgi"},
    "sqlalchemy": {"storage"},
    "alembic": {"storage"},
    "random": {"system", "reports"},
    "secrets": {"system", "config"},
}


def module_of(path: Path) -> str:
    """The dotted name of a file of the package."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_module(name: str) -> bool:
    path = PACKAGE.parent.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


@cache
def parsed(path: Path) -> list[ast.AST]:
    """The syntax nodes of a file."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imports_of(path: Path) -> set[str]:
    """The modules a file imports, wherever in it, relative imports spelled out."""
    package = module_of(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    found: set[str] = set()
    for node in parsed(path):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            inner = {f"{source}.{alias.name}" for alias in node.names}
            modules = {name for name in inner if name.startswith("companion.") and is_module(name)}
            found.update(modules if len(modules) == len(inner) else {source, *modules})
    return found


def top_level(module: str) -> str:
    """The package a module is in: `domain` for companion.domain.event_log, `companion` for the root."""
    return module.split(".")[1] if "." in module else module


def layer_of(module: str) -> int:
    """How high up a module is; one that is in no layer yet has to be given one here."""
    heights = [height for height, names in enumerate(LAYERS) if top_level(module) in names]
    assert heights, f"{module} is in no layer"
    return heights[0]


FILES = sorted(PACKAGE.rglob("*.py"))
DOMAIN = sorted((PACKAGE / "domain").rglob("*.py"))
GAMES = sorted((PACKAGE / "domain" / "games").glob("*/**/*.py"))
TEMPLATES = sorted((PACKAGE.parent / "templates").rglob("*.html"))


def imports(paths: list[Path] = FILES, of: str = "") -> list[tuple[str, str]]:
    """The imports of these files: each module with one that it imports, which begins with `of`."""
    return [(module_of(path), one) for path in paths for one in sorted(imports_of(path)) if one.startswith(of)]


def test_imports_run_down_only():
    own = [(module, one) for module, one in imports() if one.split(".")[0] == "companion"]

    assert [(module, one) for module, one in own if layer_of(one) > layer_of(module)] == []


def test_what_is_shown_asks_the_domain_and_no_command():
    shown = [path for path in FILES if top_level(module_of(path)) in ("views", "reports")]

    assert shown
    assert imports(shown, "companion.commands") == []


def test_no_imports_go_in_a_circle():
    files = [*FILES, *(PACKAGE.parent / "bench").rglob("*.py")]
    own = {module_of(path): imports_of(path) & set(map(module_of, files)) for path in files}
    tangled = set(own)
    while leaves := {one for one in tangled if not own[one] & tangled}:
        tangled -= leaves

    assert tangled == set()


def test_the_rules_import_nothing_but_themselves_msgspec_and_what_is_pure():
    pure = {"msgspec", *sys.stdlib_module_names} - IMPURE
    outside = [(module, one) for module, one in imports(DOMAIN) if not one.startswith("companion.domain")]

    assert [each for each in outside if each[1].split(".")[0] not in pure and each[1] != "urllib.parse"] == []


def test_the_rules_ask_no_clock_and_open_no_file():
    forbidden = {"now", "today", "utcnow", "print", "input", "getenv"}
    called = [
        (module_of(path), ast.unparse(node))
        for path in DOMAIN
        for node in parsed(path)
        if isinstance(node, ast.Call)
        and (getattr(node.func, "attr", None) in forbidden or getattr(node.func, "id", None) in {*forbidden, "open"})
    ]

    assert called == []


def test_games_never_import_one_another():
    names = {path.relative_to(PACKAGE / "domain" / "games").parts[0] for path in GAMES}
    between = [(module.split(".")[3], one.split(".")[3]) for module, one in imports(GAMES, "companion.domain.games.")]

    assert [
        (game, other) for game, other in between if other in names - {game}
    ] == []  # what they share is in no folder


def test_a_game_knows_nothing_of_the_night_it_is_played_in():
    assert {one for _, one in imports(GAMES, "companion.domain.") if one.split(".")[2] not in KNOWN_TO_GAMES} == set()


def test_only_the_store_knows_sql_and_only_chance_is_chance():
    kept = [(module, one) for module, one in imports() if one.split(".")[0] in KEPT_TO]

    assert [(module, one) for module, one in kept if top_level(module) not in KEPT_TO[one.split(".")[0]]] == []


def test_the_imports_read_here_are_all_there():
    assert {"companion.domain.corrections", "msgspec.structs"} <= imports_of(PACKAGE / "domain" / "event_log.py")
    assert "companion.domain.games.game" in imports_of(PACKAGE / "domain" / "games" / "five_card_yak" / "__init__.py")
    assert len(GAMES) >= 5


def test_nothing_outside_the_games_knows_a_kind_of_game():
    """The engine knows what every game is, who joins one, what a screen is made of, and how one plays alone."""
    others = [path for path in FILES if PACKAGE / "domain" / "games" not in path.parents]
    kinds = {
        (module, one)
        for module, one in imports(others, "companion.domain.games.")
        if one.split(".")[3] not in {"game", "joining", "screen", "simulation"}
    }
    assert kinds == {("companion.web.trial", "companion.domain.games.trick_game")}  # the sample night is one of tricks


def test_what_a_game_a_state_or_an_event_has_is_declared_and_never_probed_for():
    probing = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in PACKAGE.rglob("*.py")
        if path.relative_to(PACKAGE).parts[0] in {"domain", "commands", "views", "reports"}
        for node in parsed(path)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and (node.func.id == "hasattr" or (node.func.id == "getattr" and len(node.args) == 3))
    ]
    assert probing == []


def test_nothing_outside_the_places_of_a_game_names_one_of_its_events():
    """What house rules react to can be called the same; the page of the next deal is the engine's."""
    types = {name for game in games.GAMES.values() for name in game.events}
    records = {kind.__name__ for game in games.GAMES.values() for kind in game.events.values()} | {"TrickGame"}
    quoted = re.compile(rf"""["']({"|".join(map(re.escape, types))})["']""")
    named = re.compile(rf"""\b({"|".join(records)})\b""")
    reacting = PACKAGE / "domain" / "house_rules"
    files = [path for path in FILES if not {PACKAGE / "domain" / "games", reacting} & {*path.parents}]
    files += [path for path in TEMPLATES if "games" not in path.relative_to(PACKAGE.parent).parts]
    found = {
        (path.name, name)
        for path in files
        for pattern in (quoted, named)
        for name in pattern.findall(path.read_text(encoding="utf-8"))
    }

    assert found == {
        ("recap.py", "trick.taken"),  # what happened, for which no event is read
        ("trial.py", "trick.taken"),  # the sample night, and the darts at its end
        ("trial.py", "round.scored"),
        ("pages.py", "deal.started"),
        ("deal.html", "deal.started"),
        ("deal.html", "deal.voided"),
    }


def test_nothing_outside_the_places_of_a_game_names_one():
    ids = re.compile("|".join(rf"""(?<![\w/-])["']{game}["']|games/{game}/""" for game in games.GAMES))
    package = [path for path in PACKAGE.rglob("*.py") if PACKAGE / "domain" / "games" not in path.parents]
    templates = [path for path in TEMPLATES if not games.GAMES.keys() & {path.parent.name}]
    sample_night = PACKAGE / "web" / "trial.py"  # a night of one game that is told from the beginning to the end

    naming = {path for path in [*package, *templates] if ids.search(path.read_text(encoding="utf-8"))}
    assert naming == {sample_night}
