"""What the three trick games share: their events, deals, refusals and screens."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, Self, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from ..cards import Card, short
from ..events import Count, Event, Facts, Id, Some, written
from ..house_rules.model import Happening, Roles
from ..refused import CardsDisagree, Confirmation, Filled, Refused
from ..seating import Circle, Table, controller, first_of, left_of
from .game import Plays, Step
from .screen import GameScreen
from .turns import check_due

Hand = Annotated[str, Meta(min_length=1, max_length=46)]
HAPPENS = ("card.played", "trick.taken", "trick.nobody", "deal.started", "deal.voided", "deal.over")
"""What house rules hear of in every game of tricks."""


class DealEvent(Event, frozen=True):
    """An event that can happen only once in a deal, or once for each player in it."""

    slot: ClassVar[tuple[str, ...]] = ("deal",)
    deal: Count

    def place_in_words(self, name: Callable[[str], str]) -> str:
        return f"deal {self.deal}"


class TrickEvent(DealEvent, frozen=True):
    """A trick was taken: by whom, or by whose cards. Each game has its own kinds of cards."""

    slot: ClassVar[tuple[str, ...]] = ("deal", "trick")
    trick: Count
    winner: str | None | UnsetType = UNSET
    plays: tuple[tuple[str, ...], ...] | UnsetType = UNSET

    @property
    def shows(self) -> tuple[tuple[str, ...], ...]:
        return self.plays or ()

    @property
    def named(self) -> str | None | UnsetType:
        return self.winner

    def place_in_words(self, name: Callable[[str], str]) -> str:
        return f"trick {self.trick} of deal {self.deal}"

    def put_right(self, said: Facts, altered: frozenset[str]) -> list[Facts]:
        """Versions to try: changed cards decide who took it; else who took it before; else without cards."""
        whole = {**written(self), **said}
        bare = {**whole, "plays": UNSET}
        if not whole.get("plays"):
            return [bare]
        by_cards = [{**whole, "winner": UNSET}] if "plays" in said and "winner" not in said else []
        return [*by_cards, whole, bare]

    @property
    def laid(self) -> Sequence[tuple[str, Any]]:
        """Who played which card or cards, clockwise from the leader; empty when no cards were named."""
        raise NotImplementedError


class DealStarted(DealEvent, frozen=True, tag="deal.started"):
    """A deal begins, with exactly these `players` and this `dealer` if they are named."""

    players: Some | UnsetType = UNSET
    dealer: Id | UnsetType = UNSET


class DealVoided(DealEvent, frozen=True, tag="deal.voided"):
    """A misdeal: its charges stay, and the same dealer deals the next deal."""

    calls_off: ClassVar[bool] = True


class TrickTaken(TrickEvent, frozen=True, tag="trick.taken"):
    """A trick was taken by `winner` (None: nobody), or as its `plays` decide; they go clockwise from the leader."""

    winner: Hand | None | UnsetType = UNSET
    plays: tuple[tuple[Hand, Card], ...] | UnsetType = UNSET

    @property
    def laid(self) -> Plays:
        """Who played which card; empty when no cards were named."""
        return self.plays or ()

    def same_as(self, other: Self, after: object = None) -> bool:
        """The same taker, and no cards that this trick does not have; or just who took it by these cards."""
        return (self.winner == other.winner and other.plays in (UNSET, self.plays)) or is_taker(after, other)


# ---- the state of a game


class Deal(msgspec.Struct, frozen=True, kw_only=True):
    """One deal: who is in it, clockwise, who deals, who leads next (None: not known), who took each trick so far."""

    number: int
    dealt: Circle
    dealer: str
    leader: str | None = None
    taken: tuple[str | None, ...] = ()

    @property
    def tricks(self) -> dict[str, int]:
        """How many tricks each hand took, without hands that took none."""
        return {hand: self.taken.count(hand) for hand in dict.fromkeys(self.taken) if hand is not None}


class Dealt(NamedTuple):
    """Who plays the game from now on, who is in this deal, clockwise, and who deals (nobody if nobody is in)."""

    players: Circle
    dealt: Circle
    dealer: str | None


D = TypeVar("D", bound=Deal)


class TrickGame(msgspec.Struct, Generic[D], frozen=True, kw_only=True):
    """A game: its players clockwise, who deals next, the newest deal, how many deals are over, and everybody's points.

    `voided` counts the misdeals among the deals that are over. `seats` are the numbers of players that can be dealt in.
    """

    options: Any
    seats: range
    players: Circle
    dealer: str
    over: int = 0
    voided: int = 0
    deal: D | None = None
    points: dict[str, int] = {}

    @property
    def played(self) -> int:
        """How many deals were played to their end, without misdeals."""
        return self.over - self.voided

    @property
    def on(self) -> D | None:
        """The deal that is being played."""
        return self.deal if self.deal is not None and self.deal.number > self.over else None

    def new_deal(self, dealt: Circle, dealer: str, started: DealStarted | None) -> D:
        """The next deal as it is dealt."""
        raise NotImplementedError

    def next_dealt(self, table: Table, started: DealStarted | None = None) -> Dealt:
        """Who would be in the next deal: the players not away, or those named; and its dealer, named or due.

        If the dealer due is not in it, the next player in it to the left deals.
        """
        named = table.present(self.players)
        if started is not None and not isinstance(started.players, UnsetType):
            named = started.players
        everyone = self.players + tuple(dict.fromkeys(player for player in named if player not in self.players))
        dealt = tuple(sorted(named, key=everyone.index))
        if started is not None and not isinstance(started.dealer, UnsetType):
            return Dealt(everyone, dealt, started.dealer)
        due = left_of(self.on.dealer, self.players) if self.on else self.dealer
        return Dealt(everyone, dealt, first_of(dealt, due, everyone))

    def opened(self, table: Table, started: DealStarted | None = None) -> tuple[Self, D]:
        """The game and its open deal: the one that is on, or else the next one, dealt now."""
        if self.on is not None:
            return self, self.on
        players, dealt, dealer = self.next_dealt(table, started)
        assert dealer is not None
        deal = self.new_deal(dealt, dealer, started)
        return replace(self, players=players, deal=deal), deal

    def check_next_deal(self, table: Table, started: DealStarted | None) -> None:
        """Refuses a deal to people who are not there, to too many or too few, or by somebody who is not in it."""
        deal = self.next_dealt(table, started)
        for player in deal.dealt:
            if player not in table.names:
                raise Refused(f"{player} is not at this table")
            if player in table.away:
                raise Refused(f"{table.name(player)} is away: they have to come back first")
        check_once(deal.dealt, "the deal")
        if len(deal.dealt) not in (seats := self.seats):
            raise Refused(f"this game is for {seats[0]} to {seats[-1]} players, not {len(deal.dealt)}")
        if deal.dealer not in deal.dealt:
            raise Refused(f"{table.name(deal.dealer)} has to play to deal")


def deals_in(raw: Facts, players: Sequence[str]) -> Facts:
    """The start of the deal of this event, with these players."""
    return {"type": "deal.started", "deal": raw.get("deal"), "players": players}


def last_dealt(state: TrickGame[Any], table: Table) -> Circle:
    """Those in the current or last deal; before the first deal, the game's players who are not away."""
    return state.deal.dealt if state.deal else table.present(state.players)


def scores(state: TrickGame[Any], charged: Mapping[str, int]) -> dict[str, int]:
    """Everybody's points."""
    return {player: state.points.get(player, 0) for player in state.players}


def number(state: TrickGame[Any]) -> int:
    """The number of the deal that is on, 0 between two."""
    return state.on.number if state.on else 0


def is_taker(state: Any, event: Event) -> bool:
    """Whether a trick entered without cards names the player who took it according to the state."""
    if not (isinstance(event, TrickTaken) and isinstance(state, TrickGame) and state.deal) or event.laid:
        return False
    deal = state.deal
    return event.deal == deal.number and event.winner in deal.taken[event.trick - 1 : event.trick]


def evolved(
    state: TrickGame[Any],
    event: Event,
    table: Table,
    entered: Callable[[Any, Any, Any, Table], Step],
    roles: Callable[[Any, Table], Roles],
) -> Step:
    """The step after a checked event: a deal begins, is a misdeal, or goes on with what was `entered`."""
    if isinstance(event, DealVoided):
        return _voided(state, event, table, roles)
    is_first, started = state.on is None, event if isinstance(event, DealStarted) else None
    state, deal = state.opened(table, started)
    step = Step(state) if started else entered(state, deal, event, table)
    if not is_first:
        return step
    began = Happening("deal.started", deal.dealer, roles=roles(state, table))
    return replace(step, happened=(began, *step.happened))


def _voided(state: TrickGame[Any], event: DealVoided, table: Table, roles: Callable[[Any, Table], Roles]) -> Step:
    """The same dealer deals again."""
    due = state.on.dealer if state.on else state.dealer
    dealer = state.on.dealer if state.on else state.next_dealt(table).dealer
    after = replace(state, over=event.deal, voided=state.voided + 1, dealer=due)
    happened = (Happening("deal.voided", dealer),) if dealer else ()
    return Step(after, happened=happened, roles=Roles(dealer, roles(after, table).leader))


def dealt_in(state: TrickGame[Any]) -> Circle:
    """Those in the current or last deal; nobody before the first."""
    return state.deal.dealt if state.deal else ()


# ---- what is refused


def checked_deal(state: TrickGame[D], event: Any, table: Table) -> D | None:
    """Refuses an event that does not fit the open or next deal. Returns that deal; None if it begins or is voided."""
    due = state.over + 1
    check_due(event.deal, due, "deal", is_on=state.on is not None)
    if isinstance(event, DealVoided):
        return None
    started = event if isinstance(event, DealStarted) else None
    if state.on is None:
        state.check_next_deal(table, started)
    elif started is not None:
        raise Filled(f"Deal {event.deal} has already begun")
    return state.opened(table)[1] if started is None else None


def check_joined(players: Circle, table: Table, what: str) -> None:
    """Refuses a list that names somebody twice, or somebody who has not joined the night."""
    for player in players:
        if player not in table.names:
            raise Refused(f"{player} has not joined this night")
    check_once(players, what)


def check_once(players: Circle, what: str = "the list") -> None:
    """Refuses a list that names somebody twice."""
    if len(set(players)) < len(players):
        raise Refused(f"{what} names somebody twice")


def check_in(players: Iterable[str], deal: Deal, table: Table) -> None:
    """Refuses those who are not dealt in."""
    for player in players:
        if player not in deal.dealt:
            raise Refused(f"{table.name(player)} is not in this deal")


def check_order(hands: Sequence[str], expected: Circle, table: Table) -> None:
    """Refuses plays that do not name everyone in the trick once, clockwise from the leader."""
    if tuple(hands) != expected:
        turn = ", ".join(table.name(hand) for hand in expected)
        raise Refused(f"the cards of this trick come from {turn}, in this order")


def check_new(cards: Iterable[str], seen: Collection[str], why: str = "has already been played") -> None:
    """Refuses a card that was seen before, or that is named twice."""
    known = set(seen)
    for card in cards:
        if card in known:
            raise Refused(f"{short(card)} {why}")
        known.add(card)


def check_next(trick: int, taken: Sequence[str | None], table: Table) -> None:
    """Refuses a trick that was already entered (the sentence names its taker), or one that is not next."""
    if trick <= len(taken):
        raise Filled(f"Trick {trick} is already written: {table.name(taken[trick - 1])} took it")
    check_due(trick, len(taken) + 1, "Trick")


def check_taker(event: TrickEvent, by_cards: str | None, table: Table) -> None:
    """Refuses a taker other than the one whom the cards name."""
    if event.winner not in (UNSET, by_cards):
        taker, named = table.name(by_cards), table.name(event.winner or None)
        question = f"By its cards, {taker} took trick {event.trick}."
        forget = Confirmation(question, f"It was {named}: drop the cards", "Keep the cards", field="forget")
        raise CardsDisagree(f"by these cards {taker} takes the trick", forget)


def played(plays: Iterable[tuple[str, tuple[str | None, ...]]]) -> Iterator[Happening]:
    """A happening for each card played, two for a pair; the first play leads."""
    earlier: tuple[str | None, ...] = ()
    previous: str | None = None
    for place, (hand, cards) in enumerate(plays):
        before = earlier[0] if len(earlier) == len(cards) == 1 else None
        for card in cards:
            yield Happening("card.played", controller(hand), card, led=place == 0, before=before, previous=previous)
        earlier, previous = cards, controller(hand)


def trick_taken(deal: Deal, card: str | None, is_last: bool) -> Happening:
    """The newest trick of a deal, taken by somebody with this card, if it is known."""
    hand = deal.taken[-1]
    assert hand is not None
    others = (back for back, taker in enumerate(reversed(deal.taken)) if taker != hand)
    row = next(others, len(deal.taken))
    return Happening("trick.taken", controller(hand), card, trick=len(deal.taken), is_last=is_last, row=row)


def deal_over(deal: Deal) -> Iterator[Happening]:
    """The end of a deal: once about its dealer, and about those with none, all or most of its tricks.

    A dummy's tricks are nobody's.
    """
    yield Happening("deal.over", deal.dealer)
    took = {player: deal.taken.count(player) for player in deal.dealt}
    for player, tricks in took.items():
        if tricks == 0:
            yield Happening("deal.over", player, among="none")
        elif tricks == max(took.values()):
            yield Happening("deal.over", player, among="most")
        if tricks == len(deal.taken) > 0:
            yield Happening("deal.over", player, among="all")


# ---- what the phones show and what the log says

DEAL_LINES = {
    "deal.started": "Deal {deal} was dealt[ by {dealer}][ to {players}].",
    "deal.voided": "Deal {deal} was a misdeal.",
}


class TrickScreen(GameScreen, frozen=True, kw_only=True):
    """The deal and trick to record next. `unfit`: too few or too many are here to deal.

    `seen` are the cards that cannot be played any more. `judges`: the cards decide the taker. `opener` is the card that
    leads while its player is unknown, `beside` a card that the `pairing` players can play with another one. `dealing`
    are the players of the next deal if newcomers join it.
    """

    deal: int
    unfit: bool
    dealing: Circle
    trick: int = 1
    seen: frozenset[str] = frozenset()
    judges: bool = True
    opener: str = ""
    beside: str = ""
    pairing: Circle = ()


def deal_to_show(state: TrickGame[D], table: Table, newcomers: Circle) -> tuple[D | None, dict[str, Any]]:
    """The deal that is on, or else the next one as if dealt now, and the fields of its screen.

    Newcomers are dealt in unless that makes too many. The deal is None if too few or too many are here.
    """
    dealing: Circle = ()
    if newcomers and state.on is None and len(together := state.next_dealt(table).dealt + newcomers) in state.seats:
        dealing = together
    started = DealStarted(deal=state.over + 1, players=dealing) if dealing else None
    due = state.next_dealt(table, started).dealt
    unfit = state.on is None and len(due) not in state.seats
    fields = {"deal": state.over + 1, "between": state.on is None, "unfit": unfit, "dealing": dealing}
    fields |= {"due": due, "seats": state.seats}
    if unfit:
        return None, fields
    deal = state.opened(table, started)[1]
    trick = len(deal.taken) + 1
    return deal, {**fields, "trick": trick, "dealer": deal.dealer, "leader": deal.leader, "dealt": deal.dealt}
