"""Imports point down only, the domain is pure, and games do not know one another."""

import ast
import re
import sys
from functools import cache
from pathlib import Path

from companion.domain import games

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


def test_imports_run_down_only():
    up = [
        (module_of(path), imported)
        for path in FILES
        for imported in imports_of(path)
        if imported.split(".")[0] == "companion" and layer_of(imported) > layer_of(module_of(path))
    ]

    assert up == []


def test_what_is_shown_asks_the_domain_and_no_command():
    shown = [path for path in FILES if top_level(module_of(path)) in ("views", "reports")]
    commands = [
        (path.name, name) for path in shown for name in imports_of(path) if name.startswith("companion.commands")
    ]

    assert shown
    assert commands == []


def test_no_imports_go_in_a_circle():
    files = [*FILES, *(PACKAGE.parent / "bench").rglob("*.py")]
    imports = {module_of(path): imports_of(path) & set(map(module_of, files)) for path in files}
    tangled = set(imports)
    while leaves := {one for one in tangled if not imports[one] & tangled}:
        tangled -= leaves

    assert tangled == set()


def test_the_rules_import_nothing_but_themselves_msgspec_and_what_is_pure():
    outside = {
        (module_of(path), imported)
        for path in DOMAIN
        for imported in imports_of(path)
        if not imported.startswith("companion.domain")
        and imported != "urllib.parse"  # texts alone
        and (imported.split(".")[0] in IMPURE or imported.split(".")[0] not in sys.stdlib_module_names | {"msgspec"})
    }

    assert outside == set()


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
    imports = [
        (module_of(path), imported)
        for path in GAMES
        for imported in imports_of(path)
        if imported.startswith("companion.domain.games")
        and (PACKAGE / "domain" / "games" / imported.split(".")[3]).is_dir()  # what games share is a file beside them
        and not f"{imported}.".startswith(".".join(module_of(path).split(".")[:4]) + ".")
    ]

    assert imports == []


def test_a_game_knows_nothing_of_the_night_it_is_played_in():
    known = {imported for path in GAMES for imported in imports_of(path) if imported.startswith("companion.domain.")}

    assert {imported for imported in known if imported.split(".")[2] not in KNOWN_TO_GAMES} == set()


def test_only_the_store_knows_sql_and_only_chance_is_chance():
    stray = [
        (module_of(path), imported)
        for path in FILES
        for imported in imports_of(path)
        if top_level(module_of(path)) not in KEPT_TO.get(imported.split(".")[0], {top_level(module_of(path))})
    ]

    assert stray == []


def test_the_imports_read_here_are_all_there():
    assert {"companion.domain.corrections", "msgspec.structs"} <= imports_of(PACKAGE / "domain" / "event_log.py")
    assert "companion.domain.games.game" in imports_of(PACKAGE / "domain" / "games" / "five_card_yak" / "__init__.py")
    assert len(GAMES) >= 5


def test_nothing_outside_the_games_knows_a_kind_of_game():
    """The engine knows what every game is, who joins one, what a screen is made of, and how one plays alone."""
    kinds = {
        (module_of(path), imported)
        for path in FILES
        for imported in imports_of(path)
        if imported.startswith("companion.domain.games.") and path not in GAMES
        if imported.split(".")[3] not in {"game", "joining", "screen", "simulation"}
        and "domain.games" not in module_of(path)
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


def test_nothing_outside_the_places_of_a_game_names_one():
    ids = re.compile("|".join(rf"""(?<![\w/-])["']{game}["']|games/{game}/""" for game in games.GAMES))
    package = [path for path in PACKAGE.rglob("*.py") if PACKAGE / "domain" / "games" not in path.parents]
    templates = [
        path for path in (PACKAGE.parent / "templates").rglob("*.html") if not games.GAMES.keys() & {path.parent.name}
    ]
    sample_night = PACKAGE / "web" / "trial.py"  # a night of one game that is told from the beginning to the end

    naming = {path for path in [*package, *templates] if ids.search(path.read_text(encoding="utf-8"))}
    assert naming == {sample_night}
