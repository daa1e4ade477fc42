"""Which house rules fire on what happened, who drinks by them, and how much (docs/night-format.md#house-rules)."""

from collections.abc import Iterable, Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ..asking import Ask
from ..cards import JOKER
from ..fines import Charge
from ..night import Night
from ..seating import Circle, across_from, left_of, right_of
from . import model
from .model import MOST, Happening, HouseRule, Roles, When, Who, is_of_table


def fired(
    night: Night, seq: int, happened: Sequence[Happening], roles: Roles | None = None
) -> tuple[Night, list[Charge]]:
    """What the rules in force charge for what happened at an entry of the game that is on.

    In the night after it, titles have passed on, and those who must choose who drinks are asked.
    """
    charges: list[Charge] = []
    rules = night.rules
    for rule in night.rules.values() if happened else ():
        if not rule.active or not (struck := _in_order(night, [one for one in happened if fires(rule.when, one)])):
            continue
        by = tuple(one.player for one in struck if one.player)
        if rule.asks:
            asked = tuple(question(rule, player, seq) for player in dict.fromkeys(by))
            night = replace(night, asking=night.asking + asked)
            continue
        charges += charged(night, seq, rule, struck, roles, set_off_by=() if is_of_table(rule.when) else by)
        if rule.title is not None and by and night.game is not None:
            rules = {**rules, rule.id: rule.held(struck[-1].player, night.game.started)}
    return replace(night, rules=rules), charges


def question(rule: HouseRule, player: str, seq: int) -> Ask:
    """What a rule that fired at an entry asks whoever set it off."""
    called = Happening("called", player)
    amount = sum(called.worth(part.amount) for part in rule.charges if part.who == "chosen")
    answer = {"type": "rule.called", "rule": rule.id, "player": player}
    return Ask(player, f"who drinks {amount}", rule.text, answer, fills="chosen", alone=True, each=amount, seq=seq)


def _in_order(night: Night, struck: list[Happening]) -> list[Happening]:
    """Cards in the order played, all else in the seat order of the night."""
    if len(struck) < 2 or struck[0].on == "card.played":
        return struck
    return sorted(struck, key=lambda one: night.order.index(one.player) if one.player else -1)


def charged(
    night: Night,
    seq: int,
    rule: HouseRule,
    struck: Iterable[Happening],
    roles: Roles | None = None,
    chosen: Circle = (),
    set_off_by: Circle = (),
) -> list[Charge]:
    """What one rule charges in one entry, fired once for each of these; never more than five for anybody."""
    if not rule.charges:
        return []
    roles = roles or roles_now(night)
    sums: dict[str, int] = {}
    for one in struck:
        counted = circle(night, one.player)
        for part in rule.charges:
            for drinker in targets(part.who, one, counted, one.roles or roles, chosen):
                sums[drinker] = min(MOST, sums.get(drinker, 0) + one.worth(part.amount))
    return [
        Charge(seq, player, amount, rule.text, rule.id, rule.text, set_off_by=set_off_by)
        for player, amount in sums.items()
    ]


def circle(night: Night, player: str) -> Circle:
    """The circle in which a rule counts neighbours: the game's if the player, or nobody, is in it, else all present."""
    if night.game is not None:
        dealt = night.game.game.circle(night.game.state, night.table())
        if dealt and (not player or player in dealt):
            return dealt
    return night.present()


def roles_now(night: Night) -> Roles:
    """Who deals and who leads next in the game that is on; empty roles if none is on."""
    if night.game is None:
        return Roles()
    return night.game.game.roles(night.game.state, night.table())


def fires(when: When, happening: Happening) -> bool:
    """Whether the happening matches the trigger."""
    if when.on != happening.on or (when.detail("tricks") or when.detail("place") or "") != happening.among:
        return False
    if any(when.detail(name) not in (UNSET, getattr(happening, name)) for name in ("call", "box", "row", "thing")):
        return False
    if isinstance(when, model.CardPlayed):
        return (
            _is_card(when.rank, when.suit, happening.card)
            and (when.led is UNSET or happening.led)
            and (when.matches is UNSET or _is_alike(when.matches, happening.card, happening.before))
        )
    if isinstance(when, model.TrickWon):
        in_place = when.trick in (UNSET, happening.trick) or (when.trick == "last" and happening.is_last)
        return in_place and _is_card(when.with_rank, when.with_suit, happening.card)
    if isinstance(when, model.DiceRolled):
        return _is_roll(when, happening)
    if isinstance(when, model.BoxScored):
        return happening.points >= (when.at_least or 0) and (when.zero is UNSET or happening.points == 0)
    return True


def _is_card(rank: model.Ranks | UnsetType, suit: model.Suits | UnsetType, card: str | None) -> bool:
    if rank is UNSET and suit is UNSET:
        return True
    return card is not None and card != JOKER and _matches(rank, card[0]) and _matches(suit, card[1:])


def _matches(named: object, sign: str) -> bool:
    return named is UNSET or (sign in named if isinstance(named, tuple) else sign == named)


def _is_alike(what: str, card: str | None, before: str | None) -> bool:
    """Whether two cards have the same rank or suit; a joker that stands for no card has neither, a rank no suit."""
    if card is None or before is None or JOKER in (card, before):
        return False
    return card[0] == before[0] if what == "rank" else card[1:] == before[1:] != ""


def _is_roll(when: model.DiceRolled, rolled: Happening) -> bool:
    face = isinstance(when.face, UnsetType) or rolled.thrown.count(when.face) >= (when.count or 1)
    same = isinstance(when.same, UnsetType) or max(map(rolled.dice.count, rolled.dice)) >= when.same
    return face and same and when.sum in (UNSET, sum(rolled.dice))


BESIDE = {"left": (left_of,), "right": (right_of,), "neighbours": (left_of, right_of), "across": (across_from,)}


def targets(who: Who, at: Happening, circle: Circle, roles: Roles, chosen: Circle = ()) -> Circle:
    """Who drinks for what happened; `circle` are the players to count among, clockwise."""
    found: Iterable[str | None]
    player = at.player
    if who in BESIDE:
        sides = BESIDE[who] if player in circle and len(circle) > 1 else ()
        found = dict.fromkeys(side(player, circle) for side in sides)
    elif who in ("dealer", "leader", "taker"):
        found = (getattr(roles, who),)
    elif who == "others":
        found = (other for other in circle if other != player)
    else:
        found = {"player": (player,), "previous": (at.previous,), "everyone": circle, "chosen": chosen}[who]
    return tuple(drinker for drinker in found if drinker)
