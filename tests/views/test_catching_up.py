"""A phone that missed updates is sent what changed: after any pause it shows the same as a newly loaded page."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from companion import create_app
from companion.storage import clock
from companion.views.context import ViewContext
from companion.views.fragments import NEVER, FragmentCache
from companion.views.rendering import Render
from companion.web.pages import PAGES
from tests.table import row

from .random_evening import Evening, seeds

STEPS = 100
PAUSES = (1, 1, 2, 7)  # steps between two updates of a phone: one that keeps up, and some that were away
ALL = tuple(dict.fromkeys(fragment for page in PAGES.values() for fragment in page.fragments))
PARTIAL = re.compile(r'<hx-partial id="r-([\w-]+)">(.*?)</hx-partial>', re.S)


class Phone:
    """What one phone shows, and since which version."""

    def __init__(self, cache: FragmentCache, seat: str) -> None:
        self.cache, self.seat = cache, seat
        self.shows: dict[str, str] = {}
        self.since, self.insider = NEVER, True

    def update(self, context: ViewContext) -> None:
        if context.insider != self.insider:
            self.insider, self.since = context.insider, NEVER
        shared, own = self.cache.update(ALL, context, self.seat, self.since)
        self.shows |= dict(PARTIAL.findall(shared + own))
        self.since = context.version


@pytest.fixture(scope="module")
def render(tmp_path_factory) -> Iterator[Render]:
    app = create_app({"DATA": tmp_path_factory.mktemp("catching-up")})
    with app.app_context():
        yield app.extensions["companion"].render
    app.extensions["companion"].database.close()


def whole(render: Render, context: ViewContext, seat: str) -> dict[str, str]:
    return {id: html.strip() for id, html in FragmentCache(render).page(ALL, context, seat).items()}


def test_what_is_rendered_while_another_thread_writes_is_sent_again_with_the_entry(render):
    evening, writes = Evening(1), iter([True])

    def slowly(template: str, view: Any, night: Any) -> Any:
        if next(writes, False):
            assert evening.enter({"type": "fine.given", "player": "p1", "amount": 2})
        return render(template, view, night)

    phone = Phone(FragmentCache(slowly), "p1")
    for _ in range(2):
        phone.update(evening.context("p1"))

    assert phone.shows == whole(render, evening.context("p1"), "p1")


@seeds(0, few=1, many=4)
def test_a_phone_that_comes_back_after_any_pause_shows_the_table_as_it_is(seeds, render, monkeypatch):
    for seed in seeds:
        evening = Evening(seed)
        monkeypatch.setattr(
            clock, "seconds_since", lambda at, now=evening: (now.clock - datetime.fromisoformat(at)).total_seconds()
        )
        with row("seed", seed):
            phones_show_the_table(evening, render)


def phones_show_the_table(evening: Evening, render: Render) -> None:
    cache = FragmentCache(render)
    seats = evening.seats[:3]
    phones = [(pause, Phone(cache, seat)) for seat in seats for pause in PAUSES]
    for step in range(STEPS):
        evening.step()
        fresh = {seat: whole(render, evening.context(seat), seat) for seat in seats}
        for phone in (phone for pause, phone in phones if step % pause == 0):
            phone.update(evening.context(phone.seat))
            assert phone.shows == fresh[phone.seat]
