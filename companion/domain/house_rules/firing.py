"""Which house rules fire on what happened, who drinks by them, and how much (docs/night-format.md#house-rules)."""

from collections.abc import Iterable

from msgspec import UNSET, UnsetType

from ..cards import JOKER
from ..fines import Charge
from ..games import GAMES
from ..games.game import Step
from ..night import Asking, Night
from ..seating import Circle, across_from, left_of, right_of
from .model import MOST, BoxScored, CardPlayed, Happening, HouseRule, Ranks, Roles, Suits, TrickWon, When, Who


def fired(night: Night, seq: int, step: Step) -> tuple[list[Charge], list[Asking]]:
    """What the rules in force charge for a step of the game, and the players who must choose who drinks."""
    charges: list[Charge] = []
    asking: list[Asking] = []
    for rule in night.rules.values() if step.happened else ():
        if not rule.active:
            continue
        players = [happening.player for happening in step.happened if fires(rule.when, happening)]
        by = tuple(dict.fromkeys(players))
        if rule.asks:
            asking += [Asking(seq, rule.id, player) for player in by]
        elif players:
            charges += charged(night, seq, rule, players, step.roles, set_off_by=by)
    return charges, asking


def charged(
    night: Night,
    seq: int,
    rule: HouseRule,
    players: Iterable[str],
    roles: Roles | None = None,
    chosen: Circle = (),
    set_off_by: Circle = (),
) -> list[Charge]:
    """What one rule charges in one entry, fired once for each of `players`; never more than five for anybody."""
    roles = roles or roles_now(night)
    sums: dict[str, int] = {}
    for player in players:
        counted = circle(night, player)
        for part in rule.parts:
            for drinker in targets(part.who, player, counted, roles, chosen):
                sums[drinker] = min(MOST, sums.get(drinker, 0) + part.amount)
    return [
        Charge(seq, player, amount, rule.text, rule.id, rule.text, set_off_by=set_off_by)
        for player, amount in sums.items()
    ]


def circle(night: Night, player: str) -> Circle:
    """The circle in which a rule counts neighbours: the game's if the player is in it, else all present."""
    if night.game is not None:
        dealt = GAMES[night.game.kind].circle(night.game.state, night.table())
        if dealt and player in dealt:
            return dealt
    return night.present()


def roles_now(night: Night) -> Roles:
    """Who deals and who leads next in the game that is on; empty roles if none is on."""
    if night.game is None:
        return Roles()
    return GAMES[night.game.kind].roles(night.game.state, night.table())


def fires(when: When, happening: Happening) -> bool:
    """Whether the happening matches the trigger."""
    if when.on != happening.on:
        return False
    if isinstance(when, CardPlayed):
        return _is_card(when.rank, when.suit, happening.card) and (when.led is UNSET or happening.led)
    if isinstance(when, TrickWon):
        return when.trick in (UNSET, happening.trick) and _is_card(when.with_rank, when.with_suit, happening.card)
    if isinstance(when, BoxScored):
        zero = when.zero is UNSET or happening.points == 0
        enough = isinstance(when.at_least, UnsetType) or happening.points >= when.at_least
        return when.box in (UNSET, happening.box) and zero and enough
    return True


def _is_card(rank: Ranks | UnsetType, suit: Suits | UnsetType, card: str | None) -> bool:
    if rank is UNSET and suit is UNSET:
        return True
    return card is not None and card != JOKER and _matches(rank, card[0]) and _matches(suit, card[1])


def _matches(named: object, sign: str) -> bool:
    return named is UNSET or (sign in named if isinstance(named, tuple) else sign == named)


BESIDE = {"left": (left_of,), "right": (right_of,), "neighbours": (left_of, right_of), "across": (across_from,)}


def targets(who: Who, player: str, circle: Circle, roles: Roles, chosen: Circle = ()) -> Circle:
    """Who drinks: `player` is the player of the happening, `circle` the players to count among, clockwise."""
    found: Iterable[str | None]
    if who in BESIDE:
        sides = BESIDE[who] if player in circle and len(circle) > 1 else ()
        found = dict.fromkeys(side(player, circle) for side in sides)
    elif who in ("dealer", "leader", "taker"):
        found = (getattr(roles, who),)
    elif who == "others":
        found = (other for other in circle if other != player)
    else:
        found = {"player": (player,), "everyone": circle, "chosen": chosen}[who]
    return tuple(drinker for drinker in found if drinker)
