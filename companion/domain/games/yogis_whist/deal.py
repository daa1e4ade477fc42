"""A deal of Yogi's Whist: who plays, who takes a trick, who makes a bid, and what follows from each event."""

from collections.abc import Collection

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from ...cards import JOKER, height
from ...events import Event, GameStarted
from ...fines import Fine
from ...house_rules.model import Happening, Roles
from ...refused import Refused
from ...seating import Circle, Table, clockwise_from, first_of, left_of, right_of
from .. import trick_game
from ..game import Judged, Moment, Plays, Step
from ..trick_game import TrickGame, TrickTaken, check_joined, deal_over, evolved, played, trick_taken
from . import events as of
from .events import BLOBS, Announcement, Bid, Call, DealStarted, Options, Worth, laid, nines_out, worth
from .fines import fines

SEATS = range(2, 14)
CARDS = 4
PACK = 53


class Deal(trick_game.Deal, frozen=True, kw_only=True):
    """One deal, with all bids and calls so far; `leader` leads next, if they have a card left.

    `rotated` is None until the members voted; `seen` are the cards that were turned up, bid or played. `led`: the table
    noted that the first card is led.
    """

    leader: str
    taken: tuple[str, ...] = ()
    cards: int = CARDS
    turned: str | None = None
    bids: dict[str, Bid] = {}
    calls: dict[str, Call] = {}
    chosen: bool = False
    rotated: bool | None = None
    seen: frozenset[str] = frozenset()
    led: bool = False

    @property
    def order(self) -> Circle:
        """The deal order: everybody dealt in, from the dealer's left."""
        return clockwise_from(left_of(self.dealer, self.dealt), self.dealt)

    @property
    def length(self) -> int:
        """How many tricks there are: the largest number of cards that somebody did not bid."""
        return max(self.unbid(player) for player in self.dealt)

    @property
    def playing(self) -> Circle:
        """Those who have a card left for the next trick."""
        return tuple(player for player in self.dealt if self.unbid(player) > len(self.taken))

    @property
    def lead(self) -> str:
        """Who leads the next trick: the leader, or the next to the left who has a card."""
        return first_of(self.playing, self.leader, self.dealt) or self.leader

    @property
    def calling(self) -> Circle:
        """Those who can still call, in deal order: all after the last caller; nobody after a reveal or trick 1."""
        if self.taken or self.revealer:
            return ()
        last = [self.order.index(player) for player in self.calls][-1:]
        return self.order[last[0] + 1 if last else 0 :]

    @property
    def missing(self) -> Circle:
        """Those whose bid is not known, in deal order."""
        return tuple(player for player in self.order if player not in self.bids)

    @property
    def announced(self) -> Announcement | None:
        """The player who revealed, or else who declared, with that call: a reveal overrides a declaration."""
        said = [Announcement(player, call) for player, call in self.calls.items() if call != "no"]
        return said[-1] if said else None

    @property
    def revealer(self) -> str | None:
        """Who revealed, if anybody did."""
        return self.announced.player if self.announced and self.announced.call == "reveal" else None

    @property
    def face_up(self) -> Circle:
        """Whose bid lies face up before the deal is over: a revealer's at once, a declarer's after the first card."""
        return (self.announced.player,) if self.announced and (self.revealer or self.taken or self.led) else ()

    @property
    def nines_out(self) -> bool:
        """Whether the four nines are trump."""
        return self.turned is not None and nines_out(self.turned)

    def unbid(self, player: str) -> int:
        """How many cards the player has left to play; an unknown bid counts as one card."""
        return self.cards - (self.bids[player].count if player in self.bids else 1)

    def is_played(self) -> bool:
        """Whether all its tricks are taken."""
        return len(self.taken) == self.length > 0

    def bidder(self, player: str) -> str:
        """Who laid the bid in front of a player; if bids were moved, it came from the right."""
        return right_of(player, self.dealt) if self.rotated else player

    def goal(self, player: str) -> Worth:
        """The goal of the bid in front of a player."""
        return worth(self.bids[self.bidder(player)], self.turned)

    def moved(self, table: Table) -> dict[str, str]:
        """For each player whose bid they had, and for how many tricks ("Ann’s 2"), if bids were moved."""
        had = self.dealt if self.rotated and not self.missing else ()
        return {player: f"{table.name(self.bidder(player))}’s {self.goal(player).tricks}" for player in had}

    def made(self) -> Circle:
        """Those who took exactly as many tricks as the bid in front of them is for."""
        return tuple(player for player in self.dealt if self.taken.count(player) == self.goal(player).tricks)


class Fined(msgspec.Struct, frozen=True):
    """The result of a deal: who made the bid in front of them, who declared or revealed, and what that cost."""

    deal: Deal
    made: Circle
    announced: Announcement | None
    fines: tuple[Fine, ...]

    @property
    def is_known(self) -> bool:
        """Whether every bid is known; in the short form none is."""
        return not self.deal.missing

    @property
    def owes(self) -> dict[str, int]:
        """What each player pays for the deal, without those who pay nothing."""
        return {fine.player: fine.amount for fine in self.fines}


class State(TrickGame[Deal], frozen=True, kw_only=True):
    """The game; the points are the bids that everybody made, `fined` is the last deal that was fined.

    `lying`: the deal of which the table noted that all bids lie on it.
    """

    options: Options
    seats: range = SEATS
    fined: Fined | None = None
    lying: int = 0

    def new_deal(self, dealt: Circle, dealer: str, started: trick_game.DealStarted | None) -> Deal:
        """The next deal, led by the player who is dealt to first."""
        cards = started.cards if isinstance(started, DealStarted) else UNSET
        leader = left_of(dealer, dealt)
        return Deal(number=self.over + 1, dealt=dealt, dealer=dealer, leader=leader, cards=cards or CARDS)

    def check_next_deal(self, table: Table, started: trick_game.DealStarted | None) -> None:
        """In BFT a deal begins when the dealer enters how many cards everybody gets; else with its first entry."""
        bft, cards = self.options.bft, started.cards if isinstance(started, DealStarted) else UNSET
        if bft and started is None:
            raise Refused("in BFT the dealer says first how many cards everyone gets")
        if started is not None and bft != bool(cards):
            raise Refused("how many cards does everyone get?" if bft else "four cards each, except in BFT")
        super().check_next_deal(table, started)
        dealt = len(self.next_dealt(table, started).dealt)
        if cards and cards > (most := (PACK - 1) // dealt):
            raise Refused(f"{dealt} players can get {most} cards each at most, and one is turned up")

    @property
    def recent(self) -> Fined | None:
        """The deal just fined, until the next one has a trick, a declaration or a reveal; None after a misdeal."""
        moved_on = self.on is not None and (self.on.taken or self.on.announced)
        return None if moved_on or self.fined is None or self.fined.deal.number != self.over else self.fined


def start(event: GameStarted, options: Options, table: Table) -> State:
    """The game as it starts; members must have joined the night."""
    check_joined(options.members, table, "the list of members")
    return State(options=options, players=event.players, dealer=event.first_dealer)


def note(state: State) -> str:
    """The note that all bids lie on the table, or, once the calling is over, that the first card is led.

    "" where the first would not open the calling, and the second would not turn a declarer's bid up.
    """
    deal, due = state.on, state.over + 1
    if deal is None or waits_for_bids(state, deal):
        return "" if state.options.bft or state.lying == due else f"bids {due}"
    if deal.announced is None or deal.announced.player not in deal.bids or deal.calling or deal.face_up:
        return ""
    return f"led {deal.number}"


def noted(state: State, notes: Collection[str]) -> State:
    """The game with what the table noted of the deal that is on, or due."""
    if f"bids {state.over + 1}" in notes:
        state = replace(state, lying=state.over + 1)
    return replace(state, deal=replace(state.on, led=True)) if state.on and note(state) in notes else state


def waits_for_bids(state: State, deal: Deal) -> bool:
    """Whether bids come next: until all are in, or lie on the table, or a call or trick was entered all the same."""
    opened = not state.options.bft and (deal.calls or state.lying == deal.number)
    return bool(deal.missing) and not (deal.taken or opened)


def roles(state: State, table: Table) -> Roles:
    """Who deals and who leads the next trick; once a deal's tricks are in, that is the next deal's first."""
    if state.on is not None and not state.on.is_played():
        return Roles(state.on.dealer, state.on.lead)
    _, dealt, dealer = state.next_dealt(table)
    return Roles(state.on.dealer if state.on else dealer, left_of(dealer, dealt) if dealer else None)


def seen_by_all(deal: Deal) -> frozenset[str]:
    """The cards that everybody has seen in this deal: all but the bids that lie face down."""
    return deal.seen.difference(*(bid.cards for player, bid in deal.bids.items() if player not in deal.face_up))


NINES = "9"


def trump(turned: str) -> str:
    """The suit that is trump: the turned-up card's, or the nines."""
    return NINES if nines_out(turned) else turned[1]


def standing_for(card: str, turned: str | None) -> str | None:
    """The card that this one counts as: the joker counts as the turned-up card, or as nothing while that is unknown."""
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
    """The step after a checked event."""
    return evolved(state, event, table, _entered, roles)


def _entered(state: State, deal: Deal, event: Event, table: Table) -> Step:
    happened: Happened = ()
    at_trick: Roles | None = None
    match event:
        case of.CardTurned():
            deal = replace(deal, turned=event.card, seen=deal.seen | {event.card})
        case of.BidPlaced():
            bid = laid(event)
            deal = replace(deal, bids={**deal.bids, event.player: bid}, seen=deal.seen.union(bid.cards))
        case of.CallMade():
            deal = replace(deal, calls={**deal.calls, event.player: event.call})
            happened = _happening(event.announced)
        case of.LeaderChosen():
            deal = replace(deal, leader=event.player, chosen=True)
        case of.BidsRotated():
            voting = [member for member in state.options.members if member in deal.dealt]
            deal = replace(deal, rotated=2 * len(event.votes) > len(voting))
        case TrickTaken():
            deal, happened, at_trick = _after_trick(deal, event)
        case of.DealScored():
            return _fined(Step(state, happened=_happening(event.announced)), deal, event.made, event.announced, table)
    step = Step(replace(state, deal=deal), happened=happened, roles=at_trick)
    if deal.is_played() and not deal.missing and (deal.rotated is not None or not state.options.septic):
        return _fined(step, deal, deal.made(), deal.announced, table)
    return step


def _happening(announced: Announcement | None) -> Happened:
    return (Happening(announced.did, announced.player),) if announced else ()


def _after_trick(deal: Deal, event: TrickTaken) -> tuple[Deal, Happened, Roles]:
    plays = event.laid
    winner = taker(plays, deal.turned) if plays and deal.turned else str(event.winner)
    leader = leader_by(deal, [hand for hand, _ in plays])
    cards = {hand: standing_for(card, deal.turned) for hand, card in plays}
    seen = deal.seen.union(card for _, card in plays)
    after = replace(deal, leader=winner, taken=(*deal.taken, winner), seen=seen)
    won = trick_taken(after, cards.get(winner), after.is_played())
    cards_played = played((hand, (card,)) for hand, card in cards.items())
    return after, (*cards_played, won), Roles(deal.dealer, leader, winner)


def _fined(step: Step, deal: Deal, made: Collection[str], announced: Announcement | None, table: Table) -> Step:
    """The step, with the fines of the deal that it ends."""
    state: State = step.state
    due = fines(deal.number, deal.dealt, made, announced, table, deal.moved(table))
    calls = deal.calls or ({announced.player: announced.call} if announced else {})
    bids = tuple(
        Happening("bid.made" if player in made else "bid.missed", player, call=calls.get(player, "no"))
        for player in deal.dealt
    )
    ending = deal_over(deal) if deal.taken else (Happening("deal.over", deal.dealer),)
    points = {player: state.points.get(player, 0) + 1 for player in made}
    dealer = left_of(deal.dealer, state.players)
    fined = Fined(deal, tuple(player for player in deal.dealt if player in made), announced, due)
    over = replace(state, over=deal.number, deal=deal, dealer=dealer, points={**state.points, **points}, fined=fined)
    at_end = step.roles or Roles(deal.dealer, roles(over, table).leader)
    nothing = tuple(player for player in fined.made if fined.is_known and not deal.goal(player).tricks)
    bid = f"{table.named(map(deal.bidder, nothing))} had bid" if deal.rotated else "bid"
    moment = Moment(f"{table.named(nothing)} took nothing, as {bid}", nothing)
    return Step(over, due, (*step.happened, *bids, *ending), roles=at_end, moment=moment if nothing else None)
