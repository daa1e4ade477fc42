"""A deal of Five-Card Yak: five tricks, each taken by the highest untied card, and the fines for each trick."""

from collections.abc import Mapping, Sequence
from typing import Self

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ...cards import JOKER, height
from ...events import Event, GameStarted
from ...fines import Charge, Fine
from ...house_rules.model import Happening, Roles
from ...refused import Refused
from ...seating import Circle, Table, clockwise_from, controller
from .. import trick_game
from ..game import DRINKS, Judged, Moment, Paid, Plays, Step
from .tokens import Purse, Tokens


def turning(dealt_in: int, dummies: bool) -> int:
    """Which trick of one hand turns the penalty round: the 4th, with over five players the 3rd, with two the 5th."""
    if dummies or 3 <= dealt_in <= 5:
        return 4
    return 5 if dealt_in == 2 else 3


def earns_right(count: int, turns_at: int) -> bool:
    """Whether the hand's `count`th trick earns a rule: the one that turns the penalty round, and all five."""
    return count in (turns_at, 5)


NTH = ("first", "second", "third", "fourth", "fifth")


def penalty(deal: "Deal", trick: int, hand: str, count: int, turns_at: int, name: str = "") -> tuple[Fine, ...]:
    """The fines of trick `trick` of this deal, the `count`th of this hand, which the fines call by its `name`."""
    player, turned, before = controller(hand), f"{name} turned it round", deal.penalised
    each = " each" if len(deal.dealt) > 2 else ""

    def fine(who: str) -> tuple[int, str]:
        again = f"{NTH[before[who]]} in a row" if who in before else ""
        if count < turns_at and again and deal.taken[-1] != hand:
            return 1, f"trick {trick}: only 1, fined for trick {trick - 1} already"
        if count < turns_at:
            return (1, f"trick {trick}, {again}: only 1") if again else (trick, f"trick {trick} costs {trick}")
        if count > turns_at:
            return 2, f"{name}’s {count}th trick: 2{each}"
        return (2, f"{turned}; {again}: only 2") if again else (trick + 1, f"{turned}: {trick + 1}{each}")

    fined = tuple(other for other in deal.dealt if other != player)
    if count < turns_at:
        fined = (player,) * (hand == player)
    return tuple(Fine(who, amount, f"trick {trick}", because) for who in fined for amount, because in (fine(who),))


SEATS = range(2, 11)
TRICKS = 5


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`dummies`: two play, each with a dummy hand on their right. `tokens`: fines are paid at once and not drunk."""

    dummies: bool = False
    tokens: Tokens | UnsetType = UNSET


class Deal(trick_game.Deal, frozen=True, kw_only=True):
    """One deal with the hands that play; `seen` are the cards played.

    `penalised` were those of the last trick, each with the number of tricks in a row of which they were.
    """

    leader: str
    hands: Circle
    penalised: dict[str, int] = {}
    seen: frozenset[str] = frozenset()

    @property
    def order(self) -> Circle:
        """The hands of the next trick, from who leads."""
        return clockwise_from(self.leader, self.hands)


class State(trick_game.TrickGame[Deal], frozen=True, kw_only=True):
    """The game; `purse` are the tokens in a game for tokens, `turned` is how often each turned the penalty round."""

    options: Options
    purse: Purse | None = None
    turned: dict[str, int] = {}

    @property
    def out(self) -> frozenset[str]:
        """Those who have no token left, to whom nothing is dealt."""
        return self.purse.out if self.purse else frozenset()

    def new_deal(self, dealt: Circle, dealer: str, started: trick_game.DealStarted | None) -> Deal:
        """The next deal; each player's dummy sits on their right: A, B's dummy, B, A's dummy."""
        hands = dealt
        if self.options.dummies:
            first, second = dealt
            hands = (first, f"{second}:dummy", second, f"{first}:dummy")
        return Deal(number=self.over + 1, dealt=dealt, dealer=dealer, hands=hands, leader=dealer)

    def next_dealt(self, table: Table, started: trick_game.DealStarted | None = None) -> trick_game.Dealt:
        """Who would be in the next deal: nobody who has no token left."""
        return super().next_dealt(table._replace(away={*table.away, *self.out}), started)

    def opened(self, table: Table, started: trick_game.DealStarted | None = None) -> tuple[Self, Deal]:
        """The game and its open deal; newcomers get their tokens."""
        state, deal = super().opened(table, started)
        return state if self.on else replace(state, purse=self.purse and self.purse.dealt(deal.dealt)), deal

    def check_next_deal(self, table: Table, started: trick_game.DealStarted | None) -> None:
        """Also refuses players who have no token left."""
        for player in self.next_dealt(table, started).dealt:
            if player in self.out:
                raise Refused(f"{table.name(player)} has no token left and cannot be dealt in")
        super().check_next_deal(table, started)


def start(event: GameStarted, options: Options, table: Table) -> State:
    """The first dealer is the one named, or else the first player."""
    if options.dummies and len(event.players) != 2:
        raise Refused("dummies are only for two players")
    purse = Purse(options.tokens).dealt(event.players) if options.tokens else None
    seats = range(2, 3) if options.dummies else SEATS
    return State(options=options, seats=seats, players=event.players, dealer=event.first_dealer, purse=purse)


def tied(plays: Plays) -> frozenset[str]:
    """The cards whose rank another card of the trick has too."""
    ranks = [card[0] for _, card in plays]
    return frozenset(card for _, card in plays if ranks.count(card[0]) > 1)


def highest_untied(plays: Plays) -> tuple[str, str] | tuple[None, None]:
    """The taker and their card: the highest untied card of any suit; None if all tie."""
    alone = tied(plays)
    untied = (play for play in plays if play[1] not in alone)
    return max(untied, key=lambda play: height(play[1]), default=(None, None))


def taken(event: trick_game.TrickTaken) -> tuple[str | None, str | None]:
    """Who took the trick, as the table says or by the cards, and with which card if these were named."""
    return (event.winner or None, None) if event.plays is UNSET else highest_untied(event.laid)


def judged(state: State, plays: Plays) -> Judged:
    """The highest untied card takes; those of one rank cancel each other."""
    return Judged(highest_untied(plays)[0], tied(plays))


def check(state: State, event: Event, table: Table) -> None:
    """Refuses an event that does not fit the deal that is open or due."""
    deal = trick_game.checked_deal(state, event, table)
    if deal is None:
        return
    assert isinstance(event, trick_game.TrickTaken)
    trick_game.check_next(event.trick, deal.taken, table)
    if event.plays is UNSET:
        if event.winner is UNSET:
            raise Refused(f"who took trick {event.trick}? Tap a name or Nobody, or enter the cards")
    else:
        trick_game.check_order([hand for hand, _ in event.laid], deal.order, table)
        trick_game.check_new((card for _, card in event.laid), deal.seen)
        if any(card == JOKER for _, card in event.laid):
            raise Refused("there is no joker in this game")
        trick_game.check_taker(event, taken(event)[0], table)
    if event.winner not in (UNSET, None, *deal.hands):
        raise Refused(f"{table.name(str(event.winner))} is not in this deal")


def evolve(state: State, event: Event, table: Table) -> Step:
    """The step after a checked event."""
    return trick_game.evolved(state, event, table, _after_trick, roles)


def _after_trick(state: State, deal: Deal, event: trick_game.TrickTaken, table: Table) -> Step:
    winner, best = taken(event)
    fines: tuple[Fine, ...] = ()
    rights: tuple[str, ...] = ()
    moment = None
    if winner is not None:
        count, turns_at = deal.taken.count(winner) + 1, turning(len(deal.dealt), state.options.dummies)
        fines = penalty(deal, event.trick, winner, count, turns_at, table.name(winner))
        rights = (controller(winner),) if earns_right(count, turns_at) else ()
        if rights:
            did = "took all five" if count == TRICKS else "turned it round"
            moment = Moment(f"{table.name(winner)} {did}", rights, large=True)
        if count == turns_at:
            turner = controller(winner)
            state = replace(state, turned={**state.turned, turner: state.turned.get(turner, 0) + 1})
    after = replace(
        deal,
        leader=winner or deal.leader,
        taken=(*deal.taken, winner),
        penalised={fine.player: deal.penalised.get(fine.player, 0) + 1 for fine in fines},
        seen=deal.seen.union(card for _, card in event.laid),
    )
    state = replace(state, deal=after)
    is_last = event.trick == TRICKS
    if is_last:
        state = replace(state, over=deal.number, dealer=controller(after.leader))
    if winner is None:
        trick = Happening("trick.nobody", controller(deal.leader), trick=event.trick)
    else:
        trick = trick_game.trick_taken(after, best, is_last)
    laid = trick_game.played((hand, (card,)) for hand, card in event.laid)
    happened = (*laid, trick, *(trick_game.deal_over(after) if is_last else ()))
    at_trick = Roles(deal.dealer, controller(deal.leader), winner and controller(winner))
    return Step(state, fines, happened, rights, at_trick, moment=moment)


def roles(state: State, table: Table) -> Roles:
    """The dealer and leader of the deal that is on; between deals the next dealer, who leads it too."""
    if state.on is not None:
        return Roles(state.on.dealer, controller(state.on.leader))
    dealer = state.next_dealt(table).dealer
    return Roles(dealer, dealer)


def pays(state: State, charges: Sequence[Charge], table: Table) -> Paid | None:
    """The charges paid in tokens, in their order; None in a game for drinks, where charges are owed."""
    if state.purse is None:
        return None
    purse, rows = state.purse.pay(charges)
    paid_charges = tuple(
        charge if paid == charge.amount else replace(charge, amount=paid, because=f"{charge.because}; only {paid} left")
        for charge, paid in rows
    )
    return Paid(replace(state, purse=purse), paid_charges, purse.is_over(dealing=state.on is not None))


def repays(state: State, charges: Sequence[Charge]) -> State:
    """The tokens of a withdrawn call go back to where they came from."""
    purse = state.purse
    for charge in charges if purse else ():
        purse = purse and purse.moved(charge.player, -charge.amount)
    return replace(state, purse=purse)


def scores(state: State, charged: Mapping[str, int]) -> dict[str, int]:
    """Drinks charged since the game began, from any cause; in Pass out the tokens left, in a Kegger those taken."""
    amounts = state.purse.scores() if state.purse else charged
    return {player: amounts.get(player, 0) for player in state.players}


def most_wins(state: State) -> bool:
    """Whether the most wins: yes for tokens left, no for drinks or tokens taken."""
    return state.purse is not None and not state.purse.is_pot


def counts(state: State) -> str:
    """What the scores count."""
    return ("tokens taken" if state.purse.is_pot else "tokens left") if state.purse else DRINKS
