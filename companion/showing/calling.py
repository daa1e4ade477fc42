"""Calling: who may be caught at which rule, in two taps or owning up in one, and what may be said against it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

import msgspec

from ..commands.checks import is_fresh
from ..rules.house_rules import Called, HouseRule
from .fragments import Fragment
from .on_trick import is_about_cards, is_blind, on_trick
from .scene import Scene, Who

LATEST = 20


class Catch(msgspec.Struct, frozen=True):
    """The rules in force as (id, text, whether somebody chooses): one tap opens a rule, one on a player catches them.

    Those that need `eyes` stand first; `calls` counts how often one was called, so that each call is told once.
    """

    night_id: str
    calls: int
    eyes: tuple[tuple[str, str, bool], ...]
    watched: tuple[tuple[str, str, bool], ...]
    people: tuple[Who, ...]


class OwnVoice(msgspec.Struct, frozen=True):
    """The forms by which a phone speaks for its own seat; their buttons stand beside what everybody sees."""

    night_id: str
    calls: int
    player: str | None


class Heard(msgspec.Struct, frozen=True):
    """A call as who decides about it hears of it: `acting` is the seat that does, if it is not the phone's own."""

    entry: int
    who: Who
    by: Who | None
    text: str
    acting: str
    contested: bool


class OwnCall(msgspec.Struct, frozen=True):
    """The calls that this phone may say no to, and those it has to settle."""

    night_id: str
    corrections: int
    mine: tuple[Heard, ...]
    contested: tuple[Heard, ...]


class OwnSneak(msgspec.Struct, frozen=True):
    """What the sneak is to watch for; nothing for anybody else."""

    rules: tuple[str, ...]


def catch(scene: Scene) -> Catch:
    """What anybody may be caught at; what is offered on the trick just recorded is not offered twice."""
    blind, trick = is_blind(scene), on_trick(scene)
    offered = {call.rule for call in trick.rules} if trick else set()
    rules = [rule for rule in _in_force(scene) if rule.id not in offered]
    eyes = [rule for rule in rules if needs_eyes(rule, blind)]
    watched = [rule for rule in rules if rule not in eyes]
    return Catch(
        night_id=scene.night_id,
        calls=calls(scene),
        eyes=tuple(map(_row, eyes)),
        watched=tuple(map(_row, watched)),
        people=scene.seated if eyes or watched else (),
    )


def _row(rule: HouseRule) -> tuple[str, str, bool]:
    return rule.id, rule.text, rule.asks


def _in_force(scene: Scene) -> list[HouseRule]:
    return [] if scene.night.closed else [rule for rule in scene.night.rules.values() if rule.active]


def calls(scene: Scene) -> int:
    """How many calls and corrections there were: the same call after another one is a new one."""
    return len(scene.night.calls) + scene.corrections


def needs_eyes(rule: HouseRule, blind: bool) -> bool:
    """Whether people must watch for the rule: it is only called, or about cards that nobody enters."""
    return isinstance(rule.when, Called) or (blind and is_about_cards(rule.when))


def own_voice(scene: Scene, seat: str | None) -> OwnVoice:
    """Owning up, and objecting; without a rule in force there is neither."""
    return OwnVoice(scene.night_id, calls(scene), seat if _in_force(scene) else None)


def own_call(scene: Scene, seat: str | None) -> OwnCall:
    """The accused may contest a call while it is fresh; the finesmaster settles it whenever it was contested."""
    seats = seats_of(scene, seat)
    master = next((own for own in seats if own == scene.night.finesmaster), None)
    mine = _contestable(scene, seats)
    contested = [entry for entry in _unsettled(scene) if scene.night.calls[entry].contested] if master else []
    return OwnCall(
        night_id=scene.night_id,
        corrections=scene.corrections,
        mine=tuple(heard(scene, entry, scene.night.calls[entry].player, seat) for entry in mine),
        contested=tuple(heard(scene, entry, master, seat) for entry in reversed(contested)),
    )


def seats_of(scene: Scene, seat: str | None) -> list[str | None]:
    """The seats that a phone speaks for: its own, then those lent to it."""
    lent = scene.phones.loans if seat else ()
    return [seat, *(player for player in scene.night.order if player in lent and scene.phones.lent_to(player) == seat)]


def _contestable(scene: Scene, seats: Collection[str | None]) -> tuple[int, ...]:
    """The calls on these seats that may be contested now, the oldest first."""
    on_me = (entry for entry in latest_calls(scene) if scene.night.calls[entry].player in seats)
    return tuple(entry for entry in on_me if is_contestable(scene, entry))


def latest_calls(scene: Scene) -> list[int]:
    """The last calls that may still be settled, the oldest first; none of a night that is over.

    A night with many more is not gone through for them.
    """
    return list(islice(_unsettled(scene), LATEST))[::-1]


def _unsettled(scene: Scene) -> Iterator[int]:
    calls = {} if scene.night.closed else scene.night.calls
    return (entry for entry, call in reversed(calls.items()) if call.stands is None)


def is_contestable(scene: Scene, entry: int) -> bool:
    """Whether the accused is offered to say no: to what somebody else called, once, and while it is fresh."""
    call, line = scene.night.calls[entry], scene.log.line(entry).entry
    return call.contested is None and line.by != call.player and is_fresh(line.at)


def heard(scene: Scene, entry: int, speaker: str | None, seat: str | None) -> Heard:
    """A call for whoever decides about it: `speaker` is the seat that does."""
    call = scene.night.calls[entry]
    by = scene.who(scene.log.line(entry).entry.by)
    acting = "" if speaker == seat else speaker or ""
    return Heard(entry, scene.people[call.player], by, scene.night.rules[call.rule].text, acting, bool(call.contested))


def own_sneak(scene: Scene, seat: str | None) -> OwnSneak:
    """The rules that need eyes, for the sneak's."""
    if seat is None or scene.night.sneak != seat:
        return OwnSneak(())
    blind = is_blind(scene)
    return OwnSneak(tuple(rule.text for rule in _in_force(scene) if needs_eyes(rule, blind)))


CATCH = Fragment("catch", "rules/_catch.html", catch)
OWN_VOICE = Fragment("own-voice", "table/_own_voice.html", own_voice, own=True)
OWN_CALL = Fragment("own-call", "table/_own_call.html", own_call, own=True)
OWN_SNEAK = Fragment("own-sneak", "table/_own_sneak.html", own_sneak, own=True)
