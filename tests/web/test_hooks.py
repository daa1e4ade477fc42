"""Which hook of a game is asked when; the tables in CONTRIBUTING.md and in `game.py` say the same."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands.verdict import Command
from companion.domain import replay
from companion.domain.events import EntryChanged, EntryUndone, read
from companion.domain.games import GAMES, game
from companion.domain.rights import Sender

CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"
HOOKS = ("check", "limits", "doubts", "excess", "final")
SITUATIONS = ("new entry", "change", "undo", "replay")


def told(text: str) -> dict[str, set[str]]:
    """Which hooks a table says are asked, by situation."""
    rows = {hook: re.search(rf"^[ |]*`?{hook}`?[ |]+((?:(?:yes|no)[ |]+){{4}})", text, re.MULTILINE) for hook in HOOKS}
    found = {hook: re.findall("yes|no", row[1]) for hook, row in rows.items()}
    return {
        situation: {hook for hook in HOOKS if found[hook][place] == "yes"} for place, situation in enumerate(SITUATIONS)
    }


@pytest.fixture
def asked(monkeypatch):
    """The hooks of Card Yacht that were asked, since they were last cleared."""
    found: set[str] = set()

    def noted(hook, function):
        def call(*given):
            found.add(hook)
            return function(*given)

        return call

    kind = GAMES["card-yacht"]
    entering = {hook: noted(hook, getattr(kind.entering, hook)) for hook in ("limits", "doubts", "excess")}
    noting = replace(
        kind,
        check=noted("check", kind.check),
        entering=replace(kind.entering, **entering),
        corrections=replace(kind.corrections, final=noted("final", kind.corrections.final)),
    )
    monkeypatch.setitem(GAMES, "card-yacht", noting)
    return found


def test_a_hook_is_asked_when_the_tables_say_so(evening, asked):
    evening.start("card-yacht", "p1", "p2", "p3")

    def entered(event):
        asked.clear()
        evening.services.commands.handle(evening.nid, Command(lambda night: [event]), Sender("p1", seat="p1"))
        return set(asked)

    bob, cal = ({"type": "turn.taken", "round": 1, "player": one, "turn": "draw", "count": 2} for one in ("p2", "p3"))
    events = GAMES["card-yacht"].events
    found = {"new entry": entered(read(bob, events))}
    first = evening.seq
    entered(read(cal, events))
    found["change"] = entered(EntryChanged(entry=first, event={**bob, "count": 3}))
    found["undo"] = entered(EntryUndone(entry=first))
    asked.clear()
    replay.replayed(replay.night_file(evening.log))
    found["replay"] = set(asked)

    assert found == told(game.__doc__) == told(CONTRIBUTING.read_text(encoding="utf-8"))
