"""A deal of Yogi's Whist: who is in, who takes a trick, whose bid counts for whom, and what follows."""

from collections.abc import Collection, Mapping

import msgspec
from msgspec import UnsetType
from msgspec.structs import replace

from ...cards import JOKER, height
from ...events import Event, GameStarted
from ...fines import Fine
from ...house_rules.model import Happening, Roles
from ...refused import Refused
from ...seating import Circle, Table, clockwise_from, first_of, left_of, right_of
from ..game import Judged, Plays, Step
from ..trick_game import Dealt, DealVoided, TrickGame, TrickTaken, dealt_in, first_dealer, played, voided
from . import events as of
from .events import BLOBS, Bid, DealStarted, Options, Word, Worth, laid, nines_out, worth
from .fines import Loud, fines

SEATS = range(2, 14)
CARDS = 4


class Deal(msgspec.Struct, frozen=True):
    """One deal: who is in it and deals, who should lead next, and all that was laid, said and taken so far.

    `rotated` is None until the members voted; `seen` are the cards that lie, or lay, on the table or as bids.
    """

    number: int
    dealt: Circle
    dealer: str
    leader: str
    cards: int = CARDS
    turned: str | None = None
    bids: dict[str, Bid] = {}
    calls: dict[str, Word] = {}
    chosen: bool = False
    rotated: bool | None = None
    taken: tuple[str, ...] = ()
    seen: frozenset[str] = frozenset()

    @property
    def order(self) -> Circle:
        """The deal order: everybody dealt in, from the dealer's left."""
        return clockwise_from(left_of(self.dealer, self.dealt), self.dealt)

    @property
    def tricks(self) -> int:
        """How many tricks there are: the largest number of cards that somebody did not bid."""
        return max(self.unbid(player) for player in self.dealt)

    @property
    def playing(self) -> Circle:
        """Those who have a card left for the next trick."""
        return tuple(player for player in self.dealt if self.unbid(player) > len(self.taken))

    @property
    def lead(self) -> str:
        """Who leads the next trick: who should, or the next to the left who has a card."""
        return first_of(self.playing, self.leader, self.dealt) or self.leader

    @property
    def turn(self) -> str | None:
        """Whose call it is: the next in deal order after who called last; nobody once the calling is over."""
        if self.taken or self.revealer:
            return None
        said = [self.order.index(player) for player in self.calls]
        rest = self.order[said[-1] + 1 if said else 0 :]
        return rest[0] if rest else None

    @property
    def calling(self) -> Circle:
        """Those who may still call, beginning with whose turn it is."""
        return self.order[self.order.index(self.turn) :] if self.turn else ()

    @property
    def missing(self) -> Circle:
        """Those whose bid is not known, in deal order."""
        return tuple(player for player in self.order if player not in self.bids)

    @property
    def loud(self) -> Loud | None:
        """Who revealed, else who declared: a reveal overrides a declaration."""
        said = [Loud(player, call) for player, call in self.calls.items() if call != "no"]
        return said[-1] if said else None

    @property
    def revealer(self) -> str | None:
        """Who revealed, if anybody did."""
        return self.loud.player if self.loud and self.loud.call == "reveal" else None

    @property
    def face_up(self) -> Circle:
        """Whose bid lies open before the deal is over: a reveal's at once, a declarer's after trick 1."""
        return (self.loud.player,) if self.loud and (self.revealer or self.taken) else ()

    @property
    def nines_out(self) -> bool:
        """Whether the four nines are trump."""
        return self.turned is not None and nines_out(self.turned)

    def unbid(self, player: str) -> int:
        """How many cards the player keeps to play with; one card counts as bid until we know better."""
        return self.cards - (self.bids[player].count if player in self.bids else 1)

    def is_played(self) -> bool:
        """Whether all its tricks are taken."""
        return len(self.taken) == self.tricks > 0

    def is_finable(self, septic: bool) -> bool:
        """Whether its tricks are taken, every bid is known, and the members of a SEPTIC game have voted."""
        all_bid, voted = len(self.bids) == len(self.dealt), self.rotated is not None
        return self.is_played() and all_bid and (voted or not septic)

    def in_front(self, player: str) -> Bid:
        """The bid that lies in front of a player; where bids moved, it came from the right."""
        return self.bids[right_of(player, self.dealt) if self.rotated else player]

    def goal(self, player: str) -> Worth:
        """What the bid in front of a player is for."""
        return worth(self.in_front(player), self.turned)

    def made(self) -> Circle:
        """Those who took exactly as many tricks as the bid in front of them is for."""
        return tuple(player for player in self.dealt if self.taken.count(player) == self.goal(player).tricks)


class Fined(msgspec.Struct, frozen=True):
    """What became of a deal: who made the bid in front of them, who was loud, and what that cost."""

    deal: Deal
    made: Circle
    loud: Loud | None
    fines: tuple[Fine, ...]

    @property
    def is_known(self) -> bool:
        """Whether every bid is: the short form says none."""
        return len(self.deal.bids) == len(self.deal.dealt)

    @property
    def owes(self) -> dict[str, int]:
        """What the deal costs each who pays anything."""
        return {fine.player: fine.amount for fine in self.fines}


class State(TrickGame[Deal], frozen=True, kw_only=True):
    """The game, and how many bids everybody made; `fined` is the last deal that was fined."""

    options: Options
    made: dict[str, int] = {}
    fined: Fined | None = None

    @property
    def recent(self) -> Fined | None:
        """The deal just fined, until the next one has a trick or somebody loud; None after a misdeal."""
        moved_on = self.on is not None and (self.on.taken or self.on.loud)
        return None if moved_on or self.fined is None or self.fined.deal.number != self.over else self.fined


def start(event: GameStarted, options: Options, table: Table) -> State:
    """The first dealer is the one named, else the first player; members are people of this night."""
    if len(set(options.members)) < len(options.members):
        raise Refused("the list of members names somebody twice")
    for member in options.members:
        if member not in table.names:
            raise Refused(f"{member} has not joined this night and cannot be a member")
    return State(options=options, players=event.players, dealer=first_dealer(event))


def next_dealt(state: State, table: Table, started: DealStarted | None = None) -> Dealt:
    """Who would be in the next deal, were it dealt now; the deal moves one to the left."""
    due = left_of(state.on.dealer, state.players) if state.on else state.dealer
    return dealt_in(state.players, due, table, started)


def opened(state: State, table: Table, started: DealStarted | None = None) -> tuple[State, Deal]:
    """The game and its open deal: the one that is on, or the next dealt now, led by the first dealt to."""
    if state.on is not None:
        return state, state.on
    players, dealt, dealer = next_dealt(state, table, started)
    assert dealer is not None
    cards = CARDS if started is None or isinstance(started.cards, UnsetType) else started.cards
    deal = Deal(state.over + 1, dealt, dealer, leader=left_of(dealer, dealt), cards=cards)
    return replace(state, players=players, deal=deal), deal


def roles(state: State, table: Table) -> Roles:
    """Who deals and who leads the next trick; once a deal's tricks are in, that is the next deal's first."""
    if state.on is not None and not state.on.is_played():
        return Roles(state.on.dealer, state.on.lead)
    _, dealt, dealer = next_dealt(state, table)
    leader = left_of(dealer, dealt) if dealer else None
    return Roles(state.on.dealer if state.on else dealer, leader)


def scores(state: State, charged: Mapping[str, int]) -> dict[str, int]:
    """The bids made, one point each."""
    return {player: state.made.get(player, 0) for player in state.players}


def met(deal: Deal) -> frozenset[str]:
    """The cards that everybody has seen in this deal: all but the bids that lie face down."""
    covered = (bid.cards for player, bid in deal.bids.items() if player not in deal.face_up)
    return deal.seen.difference(*covered)


NINES = "9"


def trump(turned: str) -> str:
    """The suit that is trump: the turned-up card's, or the nines."""
    return NINES if nines_out(turned) else turned[1]


def standing_for(card: str, turned: str | None) -> str | None:
    """The card that this one counts as: the joker is the turned-up card, or nothing while that is unknown."""
    return turned if card == JOKER else card


def suit_of(card: str, turned: str) -> str:
    """The suit to which a card belongs while it is played in this deal."""
    card = standing_for(card, turned) or card
    return NINES if card[0] == "9" and nines_out(turned) else card[1]


def rank_of(card: str, turned: str) -> int:
    """How high a card is within its suit: aces high; the nines by themselves in the order of their blobs."""
    card = standing_for(card, turned) or card
    return BLOBS[card[1]] if suit_of(card, turned) == NINES else height(card)


def taker(plays: Plays, turned: str) -> str:
    """The highest trump takes the trick, else the highest card of the suit led."""
    led = suit_of(plays[0][1], turned)

    def strength(play: tuple[str, str]) -> tuple[bool, bool, int]:
        suit = suit_of(play[1], turned)
        return suit == trump(turned), suit == led, rank_of(play[1], turned)

    return max(plays, key=strength)[0]


def judged(state: State, plays: Plays) -> Judged | None:
    """Who takes the trick that is being played; None while the turned-up card is unknown."""
    turned = state.on.turned if state.on else None
    return Judged(taker(plays, turned)) if turned and plays else None


def leader_by(deal: Deal, hands: list[str]) -> str:
    """Who leads; after a reveal that named nobody, the first of those who played the first trick."""
    open_choice = deal.revealer is not None and not deal.chosen and not deal.taken
    return hands[0] if open_choice and hands and hands[0] in deal.playing else deal.lead


Happened = tuple[Happening, ...]


def evolve(state: State, event: Event, table: Table) -> Step:
    """What follows from an event that was checked."""
    if isinstance(event, DealVoided):
        return voided(state, event)
    if isinstance(event, of.DealStarted):
        return Step(opened(state, table, event)[0])
    state, deal = opened(state, table)
    if isinstance(event, of.DealScored):
        loud = _named(event)
        return _fined(state, deal, event.made, loud, _said(loud), None, table)
    if isinstance(event, TrickTaken):
        return _trick(state, deal, event, table)
    happened = _said(Loud(event.player, event.call)) if isinstance(event, of.CallMade) else ()
    return _settled(state, _after(deal, event, state.options), happened, None, table)


def _after(deal: Deal, event: Event, options: of.Options) -> Deal:
    match event:
        case of.CardTurned():
            return replace(deal, turned=event.card, seen=deal.seen | {event.card})
        case of.BidPlaced():
            bid = laid(event)
            return replace(deal, bids={**deal.bids, event.player: bid}, seen=deal.seen.union(bid.cards))
        case of.CallMade():
            return replace(deal, calls={**deal.calls, event.player: event.call})
        case of.LeaderChosen():
            return replace(deal, leader=event.player, chosen=True)
    assert isinstance(event, of.BidsRotated)
    voting = [member for member in options.members if member in deal.dealt]
    return replace(deal, rotated=2 * len(event.votes) > len(voting))


def _named(event: of.DealScored) -> Loud | None:
    if not isinstance(event.revealed, UnsetType):
        return Loud(event.revealed, "reveal")
    return None if isinstance(event.declared, UnsetType) else Loud(event.declared, "declare")


def _said(loud: Loud | None) -> Happened:
    return (Happening(loud.said, loud.player),) if loud and loud.call != "no" else ()


def _trick(state: State, deal: Deal, event: TrickTaken, table: Table) -> Step:
    plays = event.laid
    winner = taker(plays, deal.turned) if plays and deal.turned else str(event.winner)
    leader = leader_by(deal, [hand for hand, _ in plays])
    cards = {hand: standing_for(card, deal.turned) for hand, card in plays}
    won = Happening("trick.taken", winner, cards.get(winner), trick=event.trick)
    seen = deal.seen.union(card for _, card in plays)
    after = replace(deal, leader=winner, taken=(*deal.taken, winner), seen=seen)
    happened = (*played(tuple(cards.items()), leader), won)
    return _settled(state, after, happened, Roles(deal.dealer, leader, winner), table)


def _settled(state: State, deal: Deal, happened: Happened, at_trick: Roles | None, table: Table) -> Step:
    """The deal goes on, unless now it can be fined."""
    if deal.is_finable(state.options.septic):
        return _fined(state, deal, deal.made(), deal.loud, happened, at_trick, table)
    return Step(replace(state, deal=deal), happened=happened, roles=at_trick)


def _fined(
    state: State,
    deal: Deal,
    made: Collection[str],
    loud: Loud | None,
    happened: Happened,
    at_trick: Roles | None,
    table: Table,
) -> Step:
    due = fines(deal.number, deal.dealt, made, loud, table)
    bids = tuple(Happening("bid.made" if player in made else "bid.missed", player) for player in deal.dealt)
    points = {player: state.made.get(player, 0) + 1 for player in made}
    dealer = left_of(deal.dealer, state.players)
    fined = Fined(deal, tuple(player for player in deal.dealt if player in made), loud, due)
    over = replace(state, over=deal.number, deal=deal, dealer=dealer, made={**state.made, **points}, fined=fined)
    at_end = at_trick or Roles(deal.dealer, roles(over, table).leader)
    return Step(over, due, (*happened, *bids), roles=at_end)
