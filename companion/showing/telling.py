"""What an entry of the log says, in one sentence with names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UnsetType

from ..rules import events as of
from ..rules.games import GAMES
from ..rules.log import Line
from ..rules.measure import units
from ..rules.view import game_at, is_open
from .scene import Scene

Teller = Callable[[Scene, Any], str]


def told(scene: Scene, line: Line) -> str:
    """The entry as it counts now; an undone one as it was written."""
    event = line.counts or line.entry.event
    return sentence(scene, line.entry.seq, event, is_open(scene.log, line, scene.insider))


def sentence(scene: Scene, seq: int, event: of.Event, whole: bool = False) -> str:
    """What entry `seq` says, or would say, by the game it is of; `whole` ones tell all they say."""
    teller = TELLERS.get(type(event))
    if teller is not None:
        return teller(scene, event)
    game = game_at(scene.log, seq, event)
    if game is None:
        return event.type
    tell = game.tell_open if whole and game.tell_open else game.tell
    return tell(event, scene.night.table())


def _named(words: str) -> Teller:
    return lambda scene, event: words.format(name=scene.name(event.player))


def _given(scene: Scene, event: of.FineGiven) -> str:
    why = "" if isinstance(event.reason, UnsetType) else f": {event.reason}"
    return f"{scene.name(event.player)} was fined {scene.amount(event.amount)}{why}."


def _started(scene: Scene, event: of.GameStarted) -> str:
    game = GAMES.get(event.game)
    return f"{game.name if game else event.game} began with {', '.join(map(scene.name, event.players))}."


def _rule(words: str) -> Teller:
    def tell(scene: Scene, event: Any) -> str:
        rule = scene.night.rules.get(event.rule)
        return words.format(text=rule.text if rule else event.rule)

    return tell


def _called(scene: Scene, event: of.RuleCalled) -> str:
    rule = scene.night.rules.get(event.rule)
    return f"{caught(scene, event)}: “{rule.text if rule else event.rule}”"


def caught(scene: Scene, event: of.RuleCalled) -> str:
    """Who was caught, or chose whom; without the rule."""
    name = scene.name(event.player)
    if isinstance(event.chosen, UnsetType):
        return f"{name} was caught"
    return f"{name} chose {' and '.join(map(scene.name, event.chosen))}"


def _settled(scene: Scene, event: of.CallSettled) -> str:
    falls = "and that stands" if event.stands else "but that falls, and nobody drinks for it"
    call = scene.night.calls.get(event.entry)
    return f"{scene.name(call.player)} was caught, {falls}: {_text(scene, event)}" if call else f"Caught, {falls}."


def _text(scene: Scene, event: of.CallContested | of.CallSettled) -> str:
    """The rule at which somebody was caught at that entry."""
    call = scene.night.calls.get(event.entry)
    return f"“{scene.night.rules[call.rule].text}”" if call else f"entry {event.entry}"


def _changed(scene: Scene, event: of.EntryChanged) -> str:
    line = scene.log.line(event.entry)
    return f"Entry {event.entry} was changed. It now says: {told(scene, line)}"


def _undone(scene: Scene, event: of.EntryUndone) -> str:
    line = scene.log.line(event.entry)
    return f"Entry {event.entry} was undone: {sentence(scene, event.entry, line.entry.event)}"


TELLERS: dict[type[of.Event], Teller] = {
    of.NightOpened: lambda scene, event: f"The night “{event.name}” began; fines are in {units(event.unit)}.",
    of.PlayerJoined: lambda scene, event: f"{event.name} joined.",
    of.PlayerLeft: _named("{name} left."),
    of.PlayerReturned: _named("{name} came back."),
    of.SeatsMoved: lambda scene, event: f"Seats, clockwise: {', '.join(map(scene.name, event.order))}.",
    of.FinesmasterNamed: _named("{name} is finesmaster now."),
    of.FineGiven: _given,
    of.FineForgiven: lambda scene, event: f"{scene.name(event.player)} was forgiven {scene.amount(event.amount)}.",
    of.DrinkTaken: lambda scene, event: f"{scene.name(event.player)} drank {scene.amount(event.amount)}.",
    of.DrinkMoved: lambda scene, event: (
        f"{scene.name(event.to)} took over {scene.amount(event.amount)} from {scene.name(event.player)}."
    ),
    of.RuleMade: lambda scene, event: f"A house rule was made: “{event.text}”",
    of.RuleAmended: _rule("A house rule was amended: “{text}”"),
    of.RuleRepealed: _rule("A house rule was repealed: “{text}”"),
    of.RuleCalled: _called,
    of.RuleObjected: lambda scene, event: f"{scene.name(event.player)} objects: {_rule('“{text}”')(scene, event)}",
    of.RuleStruck: _rule("A house rule was voted down: “{text}”"),
    of.CallContested: lambda scene, event: f"{scene.name(event.player)} says it is not so: {_text(scene, event)}",
    of.CallSettled: _settled,
    of.OfficeClaimed: _named("{name} claims the office of finesmaster."),
    of.OfficeVoted: _named("{name} was voted finesmaster."),
    of.SneakNamed: _named("{name} is the sneak."),
    of.PlayerInitiated: _named("{name} was initiated."),
    of.UnitChanged: lambda scene, event: f"Fines are in {units(event.unit)} from now on.",
    of.WaterCalled: _named("Water round! Called by {name}."),
    of.GameStarted: _started,
    of.GameEnded: lambda scene, event: "The game ended.",
    of.NightClosed: lambda scene, event: "The night was closed.",
    of.EntryUndone: _undone,
    of.EntryChanged: _changed,
}
