"""Who takes a trick of Yogi's Whist, and what follows from what is said."""

from collections.abc import Collection

from msgspec import UnsetType
from msgspec.structs import replace

from ...cards import JOKER, height
from ...events import Event
from ...house_rules import Happening, Roles
from ...seating import Table, left_of
from ..game import Judged, Plays, Step
from ..trick_game import DealVoided, TrickTaken, played, voided
from . import events as of
from .deal import Deal, Fined, State, opened, roles
from .events import BLOBS, laid, nines_out
from .fines import Loud, fines

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
