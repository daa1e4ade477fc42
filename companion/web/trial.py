"""Nights that are deleted after a day: the sample night, which plays itself, and one to practise in alone."""

import datetime
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from flask import Blueprint, Response, abort
from werkzeug.datastructures import MultiDict

from ..commands import forms
from ..commands.handler import Recorded
from ..commands.verdict import Command
from ..domain import events as of
from ..domain.event_log import Log
from ..domain.games.trick_game import TrickScreen
from ..domain.refused import Refused
from ..domain.rights import Sender
from ..storage import nights
from ..storage.nights import FROM, OPENED, TRIAL
from . import auth, entries, home
from .rendering import Answer
from .security import check_opening, policy
from .services import services

bp = Blueprint("trial", __name__)
YOU, BOB, CAL = "p1", "p2", "p3"
GAME, DEALS = "five-card-yak", 2
SCORES = {f"points.{YOU}": "60", f"points.{BOB}": "41", f"points.{CAL}": "19"}
KEY = "trial-{}".format

Fields = dict[str, str | list[str]]


class Step(NamedTuple):
    """What happens next: the fields of a form, made from the night (none: nothing), whose tap it is, and its words."""

    by: str
    fields: Callable[[Log], Fields]
    caption: str = ""


def _form(kind: str, **fields: str | list[str]) -> Callable[[Log], Fields]:
    return lambda log: {"type": kind, **fields}


def _takes(winner: str) -> Callable[[Log], Fields]:
    """This hand takes the next trick, whichever that is, until two deals are played."""

    def fields(log: Log) -> Fields:
        playing = log.night.game
        if playing is None or playing.game.id != GAME:
            return {}
        screen = playing.game.screen(playing.state, log.night.table(), ())
        if not isinstance(screen, TrickScreen) or screen.unfit or screen.deal > DEALS:
            return {}
        return {"type": "trick.taken", "deal": str(screen.deal), "trick": str(screen.trick), "winner": winner}

    return fields


def _drinks(player: str) -> Callable[[Log], Fields]:
    def fields(log: Log) -> Fields:
        owed = log.night.players[player].owed
        return {"type": "drink.taken", "player": player, "amount": str(owed)} if owed > 0 else {}

    return fields


def _caught(player: str) -> Callable[[Log], Fields]:
    """The player is caught at the newest house rule."""

    def fields(log: Log) -> Fields:
        rules = [rule.id for rule in log.night.rules.values() if rule.active]
        return {"type": "rule.called", "rule": rules[-1], "player": player} if rules else {}

    return fields


def _about_call(kind: str, **more: str) -> Callable[[Log], Fields]:
    """Something about the newest call of a house rule."""

    def fields(log: Log) -> Fields:
        called = [line.entry.seq for line in log.lines if isinstance(line.counts, of.RuleCalled)]
        return {"type": kind, "entry": str(called[-1]), **more} if called else {}

    return fields


STEPS = (
    Step(
        YOU,
        _form("game.started", game=GAME, players=[YOU, BOB, CAL], dealer=YOU),
        "Five-Card Yak begins, with real cards.",
    ),
    Step(BOB, _takes(BOB), "One tap says who took the trick, and every phone knows what it costs."),
    Step(BOB, _drinks(BOB), "Bob drank, and tapped “Done”."),
    Step(BOB, _takes(BOB), "Bob again: two in a row cost only 1."),
    Step(YOU, _takes(YOU), "You took trick 3."),
    Step(YOU, _drinks(YOU), "Done, and the table is back."),
    Step(BOB, _takes(BOB), "Bob’s third trick. One more, and something happens."),
    Step(BOB, _takes(BOB), "Bob turns it round: the others drink, and Bob may make a rule."),
    Step(YOU, _drinks(YOU), "You drink, and the next one is safe."),
    Step(BOB, _form("rule.made", text="Whoever says ‘mine’ drinks."), "Bob’s rule, typed just like that."),
    Step(CAL, _drinks(CAL), "Cal drank, too."),
    Step(CAL, _takes(CAL), "Deal 2: Cal took the first trick."),
    Step(BOB, _caught(CAL), "“Mine!”, says Cal: caught."),
    Step(CAL, _about_call("call.contested", player=CAL), "“That’s not true”, says Cal …"),
    Step(YOU, _about_call("call.settled", stands="false"), "… and you let it go. You opened the night, so you decide."),
    Step(YOU, _takes(YOU), "You took a trick again."),
    Step(YOU, _drinks(YOU), "Done."),
    Step(BOB, _takes(""), "Nobody took that one: the cards cancelled."),
    Step(CAL, _takes(CAL), "Cal took one."),
    Step(CAL, _takes(BOB), "The deal is over."),
    Step(BOB, _drinks(BOB), "Bob drinks up."),
    Step(CAL, _drinks(CAL), "Cal drinks up."),
    Step(YOU, _form("game.ended"), "The game is over when you say so."),
    Step(
        CAL,
        _form("game.started", game="score-sheet", players=[YOU, BOB, CAL], **{"options.title": "Darts"}),
        "One round of darts: the score sheet adds up.",
    ),
    Step(CAL, _form("round.scored", round="1", **SCORES), "You win …"),
    Step(YOU, _form("game.ended"), "… and stand on the podium."),
    Step(YOU, _form("night.closed"), "Good night! Next comes how it went."),
)


@bp.post("/try")
@policy("anybody")
def begin() -> Response:
    """Opens a sample night, and gives this phone the first of its three seats."""
    return auth.let_in(_opened("Sample night", "sip", "Ann", "Bob", "Cal"), YOU)


@bp.post("/n/<nid>/practise")
@policy("joined")
def practise(nid: str) -> Response:
    """Opens a night in which somebody practises, so that nothing of it is in their own; in such a night, leads on."""
    context = auth.context(nid)
    if context.phones.is_trial:
        return home.to_night(nid, "start")
    practice = _opened("Practice", context.night.unit, context.name(auth.seat()))
    services().commands.take_note(practice, OPENED, FROM + nid)
    return auth.let_in(practice, YOU, page="start")


def _opened(name: str, unit: str, *names: str) -> str:
    """The id of a new night that is deleted after a day, with players of these names."""
    check_opening()
    night = nights.open_night(services().database)
    opened = of.NightOpened(name=name, unit=unit, date=home.evening_of(datetime.datetime.now()).isoformat())
    joined = [of.PlayerJoined(player=player, name=name) for player, name in zip((YOU, BOB, CAL), names, strict=False)]
    services().commands.enter(night.id, Command(lambda _: [opened, *joined]), Sender(YOU))
    services().commands.take_note(night.id, OPENED, TRIAL)
    return night.id


@bp.post("/n/<nid>/trial")
@policy("joined")
def go_on(nid: str) -> Response:
    """Enters the next step of a sample night; after the last it leads to the recap.

    What the rules refuse, since the visitor has tapped something else, is skipped.
    """
    loaded = services().nights.loaded(nid)
    if not loaded.phones.is_trial or loaded.phones.practises_for:
        abort(404)
    done = max((number for number in range(len(STEPS)) if loaded.recorded(None, KEY(number))), default=-1)
    for number in range(done + 1, len(STEPS)):
        step = STEPS[number]
        fields = step.fields(loaded.log)
        if fields and _is_entered(nid, number, step.by, fields):
            caption = step.caption if _only_drank(loaded.log, loaded.senders) else ""
            return entries.done(nid, Answer(caption, "changes", 200) if caption else None)
    return entries.goes_to(nid, "recap")


def _is_entered(nid: str, number: int, by: str, fields: Fields) -> bool:
    """Enters a step as any form; returns whether it is a new entry."""
    command = forms.command(MultiDict(fields))
    with suppress(Refused):
        outcome = services().commands.handle(nid, command._replace(key=KEY(number), confirmed=True), Sender(by))
        return isinstance(outcome, Recorded) and bool(outcome.new)
    return False


def _only_drank(log: Log, senders: list[int | None]) -> bool:
    """Whether the night went as in the script, but for drinks that the visitor tapped: then the captions are true."""
    own = (line.entry.event for line, device in zip(log.lines, senders, strict=False) if device is not None)
    return all(isinstance(event, of.DrinkTaken) for event in own)
