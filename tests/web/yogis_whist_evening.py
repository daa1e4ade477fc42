"""Yogi's Whist on the phones of Ann (finesmaster), Bob and Cal; Dan has none. Ann deals, so Bob calls first."""

import re
from typing import Any

from tests.conftest import Answer, Phone

OWN_PAGES = (
    "start/yogis-whist", "play/turned", "play/card", "play/lay", "play/lay?for=p2", "play/score", "play/forehead",
    "play/card?seat=p2", "play/forehead?seat=p2",
)  # fmt: skip


def begun(evening: Any, *more: str, **options: Any) -> Any:
    """The game is on; `more` are players beside Ann, Bob and Cal."""
    for name in more:
        assert evening.ann.tap("player.joined", name=name).status == 200
    return evening.start("yogis-whist", **options)


def bid(phone: Phone, player: str, deal: int = 1, **fields: Any) -> Answer:
    """Somebody lays a bid, which is accepted."""
    answer = phone.tap("bid.placed", deal=deal, player=player, **fields)
    assert answer.status == 200, answer.says
    return answer


def all_bid(evening: Any, *tricks: int, deal: int = 1) -> None:
    """Ann, Bob and Cal lay their bids."""
    for number, (phone, wanted) in enumerate(zip((evening.ann, evening.bob, evening.cal), tricks, strict=True), 1):
        bid(phone, f"p{number}", deal=deal, tricks=wanted)


def all_lie(phone: Phone, deal: int = 1) -> Answer:
    """A phone taps "All bids lie on the table"."""
    form = phone.get().html.partition(f'id="bids-{deal}"')[2]
    game = re.search(r'name="in_game" value="(\d+)"', form)
    assert game is not None, "it is not offered"
    return phone.post("note", {"note": f"bids {deal}", "in_game": game[1]}, {"HX-Request": "true"})


def laid(phone: Phone) -> str:
    """What a phone shows of the bids that lie face down on it."""
    return "".join(re.findall(r'<details data-keep id="peek-.*?</p>', phone.get().html, re.S))


def call(evening: Any, player: str, word: str, deal: int = 1) -> Answer:
    answer: Answer = evening.cal.tap("call.made", deal=deal, player=player, call=word)
    assert answer.status == 200, answer.says
    return answer
