"""Dice that the phone throws: what the server fills in, and whose card is hidden (docs/games/yak.md#whose-dice)."""

from typing import Any

import msgspec

from ...dice import NONE_HELD, Held
from ...events import Event, GameStarted
from ...refused import Refused
from ..game import Throw
from .card import NUMBERS, State, due, thrown
from .events import Said

NOBODY = ""


def fill(state: State | None, raw: dict[str, Any], throw: Throw) -> None:
    """Puts the sequence into a game with identical dice, and the dice into a throw; no form says what these are."""
    if raw["type"] == "game.started":
        return _fill_sequence(raw.get("options"), throw)
    if state is None or state.options.dice == "real":
        return None
    if raw["type"] == "entry.changed" and isinstance(raw.get("event"), dict):
        _leave_as_it_fell(state, raw["event"])
    if raw["type"] == "dice.thrown":
        raw.pop("dice", None)
        raw.update({"held": _ticked(raw["held"])} if "held" in raw else {})
        if raw.get("player") in state.cards:
            raw["dice"] = list(_dice(state, raw, throw))
    return None


def _leave_as_it_fell(state: State, said: dict[str, Any]) -> None:
    """No change reaches what the phone threw, nor with identical dice the options: that would lay every card open."""
    for name in ("dice", "held"):
        said.pop(name, None)
    if state.is_secret and any(name.partition(".")[0] == "options" for name in said):
        raise Refused("the options of a game with identical dice stay as they are until it is over")


def _ticked(said: Any) -> Any:
    """Which dice stay, as boxes to tick say it: `false` for every die, and `true` after it where it is ticked."""
    if not isinstance(said, list) or len(said) <= len(NONE_HELD):
        return said
    held: list[Any] = []
    for word in said:
        if word == "true" and held and held[-1] == "false":
            held[-1] = word
        else:
            held.append(word)
    return held


def _fill_sequence(options: Any, throw: Throw) -> None:
    if isinstance(options, dict):
        options.pop("sequence", None)
        if options.get("dice") == "identical":
            options["sequence"] = list(throw(NUMBERS))


def _dice(state: State, raw: dict[str, Any], throw: Throw) -> tuple[int, ...]:
    """What the dice show; a throw that has been made is not made again, so that two taps for it are one."""
    card = state.cards[raw["player"]]
    made = {(str(card.round), str(at)): dice for at, dice in enumerate(card.throws, start=1)}
    before = made.get((str(raw.get("round")), str(raw.get("throw"))))
    if before is not None:
        return before
    held = _held(raw.get("held")) if card.last else NONE_HELD
    return thrown(card.last, held, due(state, raw["player"], held) or throw(held.count(False)))


def _held(said: object) -> Held:
    """Which dice stay; what cannot be read as five times yes or no holds none, and is refused when it is read."""
    try:
        held: Held = msgspec.convert(said, Held, strict=False)
    except msgspec.ValidationError:
        return NONE_HELD
    return held


def hidden(state: State, event: Event) -> str | None:
    """Whose phones alone may read the event while the game is on; of the sequence that is nobody's, else None."""
    if state.is_secret and isinstance(event, Said):
        return event.player
    return NOBODY if state.is_secret and isinstance(event, GameStarted) else None
