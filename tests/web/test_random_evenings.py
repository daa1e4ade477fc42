"""Random evenings through the web: what the phones show is what the file replays to, here and after a restart."""

import json
from random import Random
from typing import Any

import pytest

from companion.rules.replay import main_text, result

PLAYERS = ["p1", "p2", "p3", "p4"]
TAPS = 40


def a_trick(night: Any, lot: Random) -> dict:
    """The trick that is due, or what a phone that is late believes is due."""
    deal, trick = due(night)
    late = lot.choice([0, 0, 0, 0, 1])
    return {"type": "trick.taken", "deal": deal, "trick": max(1, trick - late), "winner": lot.choice([*PLAYERS, ""])}


def due(night: Any) -> tuple[int, int]:
    state = night.night.game.state if night.night.game else None
    if state is None:
        return 1, 1
    return (state.on.number, len(state.on.taken) + 1) if state.on else (state.over + 1, 1)


def a_start(night: Any, lot: Random) -> dict:
    players = lot.sample(PLAYERS, lot.randint(2, 4))
    return {"type": "game.started", "game": "five-card-yak", "dealer": "lot", "players": players}


def a_sum(kind: str) -> Any:
    return lambda night, lot: {"type": kind, "player": lot.choice(PLAYERS), "amount": lot.randint(1, 3)}


def about(kind: str) -> Any:
    return lambda night, lot: {"type": kind, "player": lot.choice(PLAYERS)}


def an_undo(night: Any, lot: Random) -> dict:
    return {"type": "entry.undone", "entry": max(1, night.seq - lot.randint(0, 4))}


def a_change(night: Any, lot: Random) -> dict:
    new = lot.choice([{"event.winner": "p1"}, {"event.winner": ""}, {"event.amount": "2"}, {"event.text": "Knees"}])
    return {"type": "entry.changed", "entry": max(1, night.seq - lot.randint(0, 6)), **new}


def a_rename(night: Any, lot: Random) -> dict:
    return {"type": "entry.changed", "player": lot.choice(PLAYERS), "event.name": lot.choice(["Zoe", "Yan"])}


def a_rule(night: Any, lot: Random) -> dict:
    who = lot.choice(["player", "left", "others", "dealer", "chosen"])
    when = lot.choice(["called", "trick.taken", "trick.nobody"])
    return {"type": "rule.made", "text": "No elbows", "who": who, "amount": lot.randint(1, 5), "when.on": when}


def a_catch(night: Any, lot: Random) -> dict:
    return {"type": "rule.called", "rule": lot.choice(["r1", "r2"]), "player": lot.choice(PLAYERS)}


KINDS = {
    a_trick: 14,
    a_sum("drink.taken"): 5,
    a_sum("fine.given"): 3,
    a_sum("fine.forgiven"): 2,
    an_undo: 3,
    a_change: 3,
    a_rename: 1,
    a_rule: 2,
    a_catch: 3,
    a_start: 2,
    about("player.left"): 1,
    about("player.returned"): 2,
    lambda night, lot: {"type": "rule.repealed", "rule": lot.choice(["r1", "r2"])}: 1,
    lambda night, lot: {"type": "seats.moved", "move": f"{lot.choice(PLAYERS)} {lot.choice(['up', 'down'])}"}: 1,
    lambda night, lot: {"type": "player.joined", "name": lot.choice(["Dan", "Eve"])}: 1,
    lambda night, lot: {"type": "deal.voided", "deal": due(night)[0]}: 1,
    lambda night, lot: {"type": "game.ended"}: 1,
}


def test_the_file_replays_to_what_the_phones_show_and_a_restart_changes_nothing(start_evening, web):
    for seed in range(2):
        played(start_evening(), web, seed)


@pytest.mark.thorough
def test_so_it_is_on_thirty_evenings(start_evening, web):
    for seed in range(30):
        played(start_evening(), web, seed)


def played(night: Any, web: Any, seed: int) -> None:
    """A random evening to its end, where what the phones show, the file and the disk must agree."""
    lot = Random(seed)
    phones = [night.ann, night.join("Bob"), night.join("Cal")]
    night.ann.tap("player.joined", name="Dan")
    night.ann.tap("game.started", game="five-card-yak", players=PLAYERS, dealer="p1")

    for kind in lot.choices(list(KINDS), list(KINDS.values()), k=TAPS):
        tapped(night, lot.choice(phones), kind(night, lot), lot)

    live = result(night.log)
    assert night.seq > TAPS / 3, seed
    assert json.loads(main_text(night.file)) == live, seed
    assert_restart_agrees(night, web, live)
    for page in ("", "drinks", "rules", "log", "seats"):
        assert phones[1].get(page).status in (200, 403), seed


def tapped(night: Any, phone: Any, fields: dict, lot: Random) -> None:
    """A tap, and perhaps the one that its answer offers: each writes one entry or none."""
    seq = night.seq
    answer = phone.tap(**fields)
    if answer.status == 409 and lot.random() < 0.5:
        answer = phone.says_yes(answer)

    assert answer.status in (200, 403, 409, 422), answer.words
    assert night.seq - seq <= (answer.status == 200)


def assert_restart_agrees(night: Any, web: Any, live: dict) -> None:
    before = night.log
    web.extensions["companion"].nights.forget(night.nid)

    assert night.log is not before
    assert night.log.lines == before.lines
    assert result(night.log) == live
