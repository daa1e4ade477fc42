"""The drawing: a part that was drawn before comes as it was, escaped, and nobody's stands for anybody else's."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from companion import create_app
from companion.showing.pages import PAGES
from companion.showing.players import Row
from companion.showing.scene import Who
from tests.hostile_words import CORPUS
from tests.table import row

from .random_evening import Evening


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    app = create_app({"DATA": tmp_path_factory.mktemp("drawing")})
    yield app
    app.extensions["companion.close"]()


@pytest.fixture
def part(app):
    return app.jinja_env.globals["part"]


def player(name, **fields):
    plain = {"owed": 0, "tricks": 0} | dict.fromkeys(
        ("away", "deals", "leads", "sits_out", "whitebait", "sneak"), False
    )
    return Row(who=Who("p1", name, 1), **{**plain, **fields})


def test_a_hostile_name_stays_text_in_every_part(part):
    for name in CORPUS:
        who = Who("p1", name, 1)
        drawn = (
            part.who(who),
            part.player(player(name, note=name)),
            part.answer(name, 1, "winner", "p1", name),
            part.fined(who, 2),
            part.debts(((who, 2),)),
        )
        with row(name):
            for html in drawn:
                assert isinstance(html, Markup)
                assert not set(name) & set("<>&\"'") or name not in html


def test_a_part_is_drawn_once_for_the_same_arguments(part):
    assert part.player(player("Ann")) is part.player(player("Ann"))
    assert part.player(player("Ann")) != part.player(player("Bob"))
    assert part.player(player("Ann")) != part.player(player("Ann", owed=1))


def test_a_text_that_equals_drawn_html_is_escaped_all_the_same(part):
    bold = "<b>Ann</b>"

    assert bold in part.named(Markup(bold), 1)
    assert bold not in part.named(bold, 1)


def test_no_more_parts_are_kept_than_fit(part):
    for number in range(5000):
        part.owes(number)

    assert part.owes.cache_info().currsize <= part.owes.cache_info().maxsize < 5000


def test_a_region_is_drawn_as_jinja_itself_would(app):
    evening = Evening(3)
    for _ in range(40):
        evening.step()
        scene = evening.scene("p1")
        for region in PAGES["table"]:
            view = region.view(scene, "p1") if region.own else region.view(scene)
            plainly = app.jinja_env.get_template(region.template(scene)).render(view=view)
            assert app.extensions["companion.render"](region.template(scene), view) == plainly
