"""docs/templates.md against the templates: whatever it names is there, and whatever a game can use is named."""

import re
from pathlib import Path

import pytest

from companion.domain.games import GAMES
from companion.views.context import Facts
from companion.views.table import OwnGame, OwnSeat, Record, Status

pytestmark = pytest.mark.each_game

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
PAGE = (ROOT / "docs" / "templates.md").read_text(encoding="utf-8")
SHARED = sorted([*TEMPLATES.glob("_*.html"), *TEMPLATES.glob("games/_*.html")])
OF_GAMES = sorted((TEMPLATES / "games").rglob("*.html"))


def text_of(*paths: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def section(title: str) -> str:
    return re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)[1]


def test_no_line_of_a_template_is_longer_than_120_characters():
    long = [
        f"{path}:{number}"
        for folder in (TEMPLATES, ROOT / "docs/new-game")
        for path in sorted(folder.rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120
    ]

    assert not long


def test_the_page_names_every_shared_macro_and_no_other():
    said = {
        row[1]: {*re.findall(r"`(\w+)`", row[2])}
        for row in re.finditer(r"\| `(\S+)` \| (.*) \|", section("The macros"))
    }
    macros = {path.relative_to(TEMPLATES).as_posix(): re.findall(r"{% macro (\w+)", text_of(path)) for path in SHARED}

    assert said == {name: {*found} for name, found in macros.items() if found}


def test_the_page_names_every_data_attribute_of_a_game_and_no_other():
    used = text_of(*OF_GAMES, TEMPLATES / "_slot.html")

    assert {*re.findall(r"data-\w+", section("The attributes"))} == {*re.findall(r"\bdata-[a-z]+", used)}


@pytest.mark.parametrize("kind", [Facts, Status, Record, OwnGame, OwnSeat])
def test_the_page_names_every_field_of_what_a_template_gets(kind):
    fields = re.search(rf"\(?{kind.__name__}\)?: (.*?)(?=\n- |\. Each|\.\n|\Z)", section("The fields"), re.DOTALL)[1]

    assert [*re.findall(r"`(\w+)`", re.sub(r"\(.*?\)", "", fields, flags=re.DOTALL))] == list(kind.__struct_fields__)


def test_the_own_part_of_a_game_gets_the_screen_where_its_template_shows_it():
    for game in GAMES.values():
        if game.pages.own is not None:
            text = text_of(TEMPLATES / "games" / game.id / "_own.html")
            assert ("view.screen" in text) == game.pages.own_sees_screen, game.id


def test_every_file_that_the_page_names_is_a_template_of_some_game():
    for name in re.findall(r"^\| `(_\w+\.html)` \| [^`]", section("The files"), re.MULTILINE):
        assert list((TEMPLATES / "games").glob(f"*/{name}")), name


def test_what_shows_keys_or_dice_links_their_styles():
    for status in (TEMPLATES / "games").glob("*/_status.html"):
        drawn = text_of(*status.parent.glob("_*.html"))
        if re.search(r'class="keys|dice_keys|card_keys|scorecard', drawn):
            assert "asset('games.css')" in text_of(status), status
