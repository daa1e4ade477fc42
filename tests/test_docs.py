"""What code and documents cite is there: every file, and every heading in it."""

import argparse
import re
from functools import cache
from pathlib import Path

import pytest

from companion import config
from companion.domain import limits
from companion.domain.games import LISTED
from companion.reports import awards, exports
from companion.server import cli, serve
from companion.storage import backups
from companion.system import chance
from companion.views import big_screen
from companion.web import join, live
from tests.browser import conftest as browser
from tests.releases.keep import version
from tests.table import cases

pytestmark = pytest.mark.each_game

ROOT = Path(__file__).parents[1]
CITED = re.compile(r"(?<![\w/.])docs/[\w/.-]+\.md(?:#[\w-]+)?")
LINK = re.compile(r"\]\((?!\w+:)([^)\s]*)\)")
SOURCES = ("companion", "templates", "static", "tests", "bench", "docs", "deploy")


@cache
def anchors(page: Path) -> set[str]:
    """The headings of a page, as GitHub makes addresses of them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def is_there(place: Path, anchor: str) -> bool:
    return place.exists() and (not anchor or anchor in anchors(place))


def texts(*kinds):
    """Every file of these kinds with what it says."""
    found = [path for folder in SOURCES for path in (ROOT / folder).rglob("*") if path.suffix in kinds]
    return {
        path: path.read_text(encoding="utf-8")
        for path in [*found, *(path for path in ROOT.iterdir() if path.suffix in kinds)]
        if "node_modules" not in path.parts
    }


def text_of(page):
    return (ROOT / page).read_text(encoding="utf-8")


def test_every_document_that_is_cited_is_there():
    missing = [
        (path.relative_to(ROOT), cited)
        for path, text in texts(".py", ".html", ".js", ".css", ".toml", ".md").items()
        for cited in CITED.findall(text)
        if not is_there(ROOT / cited.partition("#")[0], cited.partition("#")[2])
    ]

    assert missing == []


def test_every_link_from_one_document_to_another_leads_somewhere():
    missing = [
        (path.relative_to(ROOT), link)
        for path, text in texts(".md").items()
        for link in LINK.findall(re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.S))
        if not is_there(
            (path.parent / link.partition("#")[0]).resolve() if link[0] != "#" else path, link.partition("#")[2]
        )
    ]

    assert missing == []


def test_the_list_of_all_documents_has_each():
    text = text_of("docs/README.md")

    assert [path.name for path in (ROOT / "docs").glob("*.md") if f"]({path.name})" not in f"{text}](README.md)"] == []


def test_every_test_that_the_page_on_reliability_names_is_there():
    text = text_of("docs/reliability.md")
    short = {"b": "tests/browser", "w": "tests/web", "tests": "tests"}
    missing = []
    for folder, name, called in re.findall(r"`(b|w|tests)/([\w/]+\.py)`?((?:,? \*[^*|]+\*)*)", text):
        file = ROOT / short[folder] / name
        said = file.read_text(encoding="utf-8") if file.exists() else ""
        words = [re.sub(r"\W", "", one.replace(" ", "_")) for one in called.split("*")[1::2]]
        missing += [(name, one) for one in words or [""] if not re.search(rf"def test_\w*{one}" if one else ".", said)]

    assert missing == []


def test_every_command_that_a_document_gives_is_a_module():
    gone = re.compile(r"(?:python -m |`)((?:bench|tests)(?:\.[a-z_]+)+)\b(?![^`\n]*`(?: †| of commit))")
    missing = [
        (path.name, module)
        for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "bench" / "README.md"]
        for module in gone.findall(path.read_text(encoding="utf-8"))
        if not (ROOT / f"{module.replace('.', '/')}.py").exists()
    ]

    assert missing == []


def test_every_sentence_that_the_page_on_trouble_explains_is_said_somewhere():
    page = text_of("docs/when-something-is-wrong.md")
    said = "".join(
        path.read_text(encoding="utf-8").lower()
        for folder in ("companion", "templates", "static")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".html", ".js")
    )
    cells = re.findall(r"^\| ([^|]*\*[^|]*) \|", page, re.M)
    parts = [part.strip(" …:0123456789") for cell in cells for part in re.split("…", " … ".join(cell.split("*")[1::2]))]

    assert len(cells) > 25
    assert [part for part in parts if part.lower() not in said] == []


def test_the_page_of_settings_has_each_with_its_default():
    text = text_of("docs/settings.md")
    rows = dict(re.findall(r"^\| `COMPANION_(\w+)` \| ([^|]*?) ?\|", text, re.M))
    defaults = {one.name: "" if one.default in (None, ()) else str(one.default) for one in config.SETTINGS}

    assert rows == {**defaults, "HOST": "", "BIND": "127.0.0.1:8000", "WORKERS": "1"}


def test_the_page_of_the_recap_has_every_award_in_order():
    text = text_of("docs/recap.md").partition("## Awards")[2]

    assert re.findall(r"^\| ([A-Z][^|]*) \| ", text, re.M) == [title for title, *_ in awards.AWARDS]


def test_the_page_of_files_has_every_column():
    text = text_of("docs/export.md")
    for name, columns in (("scores", exports.SCORES), ("fines", exports.FINES)):
        table = text.partition(f"### `{name}.csv`")[2].partition("\n\n| column")[2].partition("\n\n")[0]
        cells = " ".join(line.split("|")[1] for line in table.splitlines()[1:])

        assert sorted(re.findall(r"`(\w+)`", cells)) == sorted(columns)


def test_every_file_that_the_architecture_names_is_there():
    text = text_of("docs/architecture.md")
    folder, missing = ROOT, []
    for name in re.findall(r"`([\w/]+\.(?:py|js|html)|[\w/]+/)`", text):  # a bare name is in the folder named before it
        place = ROOT / name if "/" in name else folder / name
        folder = place.parent if "/" in name else folder
        missing += [] if place.exists() else [name]

    assert missing == []


def test_the_readme_is_for_hosts_and_short_and_names_games_that_there_are_with_their_numbers_of_players():
    text = text_of("README.md")
    prose = re.sub(r"<!--.*?-->|```.*?```|!\[[^]]*\]\([^)]*\)|(?<=\])\([^)]*\)|\n\| \*\*[^\n]*", "", text, flags=re.S)
    rows = re.findall(r"^\| \*\*(.+?)\*\* \| (\d+)–(\d+) \|", text, re.M)

    assert len(re.findall(r"\w[\w’'-]*", prose)) < 700
    listed = [(game.name, str(game.seats[0]), str(game.seats[-1])) for game in LISTED]
    assert rows == [one for one in listed if one in rows]  # a new game needs a row only before it is released


def test_the_page_of_commands_names_every_command_and_option():
    text = text_of("docs/commands.md")
    top = cli.parser()
    commands = next(one for one in top._actions if isinstance(one, argparse._SubParsersAction)).choices
    options = {name for one in top._actions for name in one.option_strings if name.startswith("--")}

    assert [name for name in [*commands, *options - {"--help"}] if not re.search(rf"`{name}\b|`{name} ", text)] == []
    with_data = {name for name, one in commands.items() if "--data" in one._option_string_actions}
    assert set(commands) - with_data == {"replay", "rule", "new-game"}


DEFAULTS = {one.name: one.default for one in config.SETTINGS}
KEEP_DAYS = DEFAULTS["KEEP_DAYS"]


@cases(
    ("README.md", "deleted\nafter {} days", KEEP_DAYS),
    ("docs/nights.md", "deleted {} days after its last entry", KEEP_DAYS),
    ("docs/nights.md", "the newest {} backups", {10: "ten"}[backups.KEPT]),
    ("docs/install.md", "uvx --from ./party_companion-{}-py3-none-any.whl", version()),
    ("docs/install.md", "pipx install ./party_companion-{}-py3-none-any.whl", version()),
    ("CHANGELOG.md", "## [{}] – 20", version()),
    ("CONTRIBUTING.md", "git tag -a v{} -m", version()),
    ("README.md", "type its {} letters", {6: "six"}[chance.CODE_LENGTH]),
    ("README.md", "sudo ufw allow {}/tcp", config.PORT),
    ("docs/install.md", "sudo ufw allow {}/tcp", config.PORT),
    ("docs/commands.md", "at port {} or the next free one |", config.PORT),
    ("docs/https.md", "serves https at port {}", serve.HTTPS_PORT),
    ("docs/commands.md", "trust its authority; at port {}", serve.HTTPS_PORT),
    ("docs/reliability.md", "{} players and 20,000 entries", limits.MOST_PLAYERS),
    ("docs/reliability.md", "100 players and {:,} entries", limits.MOST_ENTRIES),
    ("docs/operating.md", "wrong codes ({} in a quarter of an hour from an address", join.EACH),
    ("docs/operating.md", "from an address, {} from all)", join.ALTOGETHER),
    ("docs/architecture.md", "every {} seconds", {5.0: "five"}[live.BEAT]),
    ("docs/big-screen.md", "Up to {} players are shown round", {18: "eighteen"}[big_screen.MOST_ROUND]),
    ("CONTRIBUTING.md", "At most {} browser tests run for everybody", browser.MOST),
)
def test_a_figure_in_a_document_is_the_one_in_the_code(page, words, figure):
    assert words.format(figure) in text_of(page)
