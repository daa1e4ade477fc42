"""Whatever the engine enters while a game is on, every page of the night opens, in every game of the registry."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.commands.verdict import Command
from companion.domain.events import Event, GameStarted, read
from companion.domain.games import GAMES
from companion.domain.playing import name_of
from companion.domain.rights import Sender
from tests.conftest import OWN
from tests.web.routes import ways

THREE = ("p1", "p2", "p3")
ANY = "987654321"  # where the number of an entry is put in
KINDS: list[tuple[str, dict[str, Any]]] = [(game, {}) for game in GAMES]
KINDS += [("score-sheet", {"count": "wins"}), ("score-sheet", {"count": "losses"})]


def strict(record: Any, own: tuple[type[Event], ...]) -> Any:
    """The record of a game whose functions fail if they are asked about an event that is not one of the game's own."""
    found = {}
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if isinstance(value, msgspec.Struct):
            found[name] = strict(value, own)
        elif callable(value) and not isinstance(value, type):
            found[name] = asked(value, (*own, GameStarted) if name in ("start", "hidden", "final") else own)
    return replace(record, **found)


def asked(function: Any, own: tuple[type[Event], ...]) -> Any:
    def call(*given: Any) -> Any:
        given = tuple(list(each) if isinstance(each, Iterator) else each for each in given)
        events = [
            one for each in given for one in (each if isinstance(each, list) else [each]) if isinstance(one, Event)
        ]
        assert all(isinstance(event, own) for event in events), events
        return function(*given)

    return call


def play(evening, game: str) -> None:
    """The first moves of the game."""
    kind, playing = GAMES[game], evening.night.game
    for raw in islice(kind.simulation.deal(playing.state, evening.night.table(), Random(1).choice), 8):
        evening.services.commands.handle(
            evening.nid, Command(lambda _, raw=raw: [read(raw, kind.events)]), Sender("p1")
        )


def pages(evening) -> set[str]:
    """Every address of the night, and of each of its entries."""
    found = ways(evening.app, evening.nid, seq=ANY, name=evening.night.played[-1].game.id)
    paths = [way.path for way in found if way.method == "GET" and way.answers and way.rule.startswith("/n/<nid>")]
    return {path.replace(ANY, str(seq)) for path in paths for seq in range(1, evening.seq + 1)}


def dead(evening, phones) -> Iterator[str]:
    """Every page that a phone of the night cannot open, and every stream that sends no fragment."""
    for path in pages(evening):
        for name, phone in phones.items():
            response = phone.client.open(path, headers=OWN, buffered=False)
            parts, streams = iter(response.response), response.mimetype == "text/event-stream"
            text = b"".join(next(parts, b"") for _ in range(2)) if streams else b"".join(parts)
            response.close()
            if response.status_code >= 500 or (streams and b"hx-partial" not in text):
                yield f"{name}: {path} was answered {response.status_code}"


@pytest.mark.parametrize(("game", "options"), KINDS, ids=[" ".join((game, *more.values())) for game, more in KINDS])
def test_every_page_opens_after_somebody_sat_in_left_and_came_back_and_after_each_of_these_was_undone(
    evening, ann, game, options, monkeypatch
):
    monkeypatch.setitem(GAMES, game, strict(GAMES[game], tuple(GAMES[game].events.values())))
    dan, screen = evening.join("Dan"), evening.stranger()
    screen.get(f"/w/{evening.links.watch}")
    phones = {"Ann": ann, "Dan": dan, "the big screen": screen}
    evening.start(game, *THREE, **({"initiated": "p1"} if GAMES[game].has_insiders else options))
    sits_in = [("game.joined", {"player": "p4"})] if "game.joined" in dan.get().regions["r-sit-in"] else []
    assert bool(sits_in) == GAMES[game].joins
    play(evening, game)
    tapped = [
        *sits_in,
        ("player.left", {"player": "p3"}),
        ("player.returned", {"player": "p3"}),
        ("water.called", {"player": "p1"}),
        ("fine.given", {"player": "p3", "amount": 2}),
        ("seats.moved", {"order": ["p1", "p4", "p2", "p3"]}),
    ]
    for kind, fields in tapped:
        assert ann.tap(kind, **fields).status == 200, kind
    assert list(dead(evening, phones)) == []
    for seq in range(evening.seq, evening.seq - len(tapped), -1):
        assert ann.tap("entry.undone", entry=seq).status == 200
    assert list(dead(evening, phones)) == []
    assert set(evening.night.game.state.players) == set(THREE)


@pytest.mark.parametrize("game", GAMES)
def test_every_fine_of_a_game_says_why_in_the_log_and_the_recap_tells_of_the_game_whoever_won(evening, ann, game):
    evening.start(game, *THREE, **({"initiated": "p1"} if GAMES[game].has_insiders else {}))
    play(evening, game)
    ann.tap("game.ended")
    log = ann.get("log").words
    for line in evening.log.lines:
        for charge in line.charges:
            assert charge.because, f"{game}: `because` of the fine “{charge.reason}”"
            assert f"{charge.amount} · {charge.because}" in log
    ann.tap("night.closed")

    assert f"1. {name_of(evening.night.games[-1])} " in ann.get("recap").words
