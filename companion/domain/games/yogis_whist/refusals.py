"""Which events a deal of Yogi's Whist refuses, and why, in sentences that never reveal a hidden bid."""

from msgspec import UNSET

from ...cards import JOKER, short
from ...events import Event
from ...refused import Filled, Refused
from ...seating import Table, clockwise_from
from ..trick_game import TrickTaken, check_in, check_new, check_next, check_once, check_order, check_taker, checked_deal
from . import events as of
from .deal import Deal, State, leader_by, taker
from .events import can_want, laid


def check(state: State, event: Event, table: Table) -> None:
    """Refuses an event that does not fit the deal that is open or due."""
    deal = checked_deal(state, event, table)
    if deal is None:
        return
    if isinstance(event, of.BidPlaced | of.CallMade | of.LeaderChosen):
        check_in([event.player], deal, table)
    match event:
        case of.CardTurned():
            _check_turned(deal, event)
        case of.BidPlaced():
            _check_bid(deal, state.options, event, table)
        case of.CallMade():
            _check_call(deal, event, table)
        case of.LeaderChosen():
            _check_leader(deal, table)
        case of.BidsRotated():
            _check_votes(deal, state.options, event, table)
        case of.DealScored():
            _check_scored(deal, event, table)
        case TrickTaken():
            _check_trick(deal, state.options, event, table)


def doubts(state: State, event: Event, table: Table) -> str:
    """A question about a bid of BFT that is not laid in turn; else ""."""
    missing = state.on.missing if state.on and state.options.bft else ()
    if not isinstance(event, of.BidPlaced) or event.player not in missing[1:]:
        return ""
    return f"It’s {table.name(missing[0])}’s turn to bid. Lay {table.name(event.player)}’s bid anyway?"


def excess(before: State | None, after: State) -> str:
    """Why SEPTIC does not start: nobody who plays could ever vote."""
    unvoted = before is None and after.options.septic and not {*after.options.members}.intersection(after.players)
    return "in SEPTIC some may vote: tick at least one who plays" if unvoted else ""


# The same sentence for a card played, turned up or bid, so that it does not reveal a bid.
MET = "is already in this deal"


def _check_turned(deal: Deal, event: of.CardTurned) -> None:
    if deal.turned is not None:
        raise Filled(f"The turned-up card of deal {deal.number} is already written: {short(deal.turned)}")
    if deal.taken:
        raise Refused("the turned-up card comes before trick 1")
    check_new([event.card], deal.seen, MET)


def _check_bid(deal: Deal, options: of.Options, event: of.BidPlaced, table: Table) -> None:
    if event.player in deal.bids:
        raise Filled(f"{table.name(event.player)} has already laid a bid")
    if (event.cards is UNSET) == (event.tricks is UNSET):
        raise Refused("a bid is either its cards or its number of tricks")
    bid = laid(event)
    if options.bft:
        _check_count(deal, event, bid.count)
    elif event.count is not UNSET or bid.count != 1:
        raise Refused("a bid is one card, except in BFT")
    if event.cards is UNSET and not can_want(bid.tricks, bid.count):
        cards = "one card" if bid.count == 1 else f"{bid.count} cards"
        raise Refused(f"{cards} cannot be a bid for {bid.tricks} tricks; a club, the highest, is worth 3")
    check_new(bid.cards, deal.seen, MET)
    if JOKER in bid.cards and deal.turned is None and deal.taken:
        raise Refused("the joker counts as the trump card, which was not entered before trick 1")


def _check_count(deal: Deal, event: of.BidPlaced, count: int) -> None:
    if (event.tricks is UNSET) != (event.count is UNSET):
        raise Refused("a bid in BFT is its cards, or its number of tricks and how many cards it has")
    if not 1 <= count <= deal.cards:
        raise Refused(f"a bid is 1 to {deal.cards} of the {deal.cards} cards")
    others = [bid.count for bid in deal.bids.values()]
    if len(others) == len(deal.dealt) - 1 and {count, *others} == {deal.cards}:
        raise Refused("somebody has to keep a card to play")


def _check_call(deal: Deal, event: of.CallMade, table: Table) -> None:
    if event.player in deal.calls:
        raise Filled(f"{table.name(event.player)} has already called: {deal.calls[event.player]}")
    if deal.taken:
        raise Refused("calls come before trick 1")
    if deal.revealer:
        raise Refused(f"{table.name(deal.revealer)} has revealed; that ended the calling")
    if deal.announced and event.call == "declare":
        raise Refused(f"{table.name(deal.announced.player)} declared: say no or reveal")
    if event.player not in deal.calling:
        last = table.name(list(deal.calls)[-1])
        raise Refused(f"too late: {last} has called already")


def _check_leader(deal: Deal, table: Table) -> None:
    if deal.chosen:
        raise Filled(f"{table.name(deal.leader)} was already chosen to lead")
    if deal.taken:
        raise Refused("who leads is said before trick 1")
    if deal.revealer is None:
        raise Refused(f"nobody has revealed, so {table.name(deal.lead)} leads")


def _check_votes(deal: Deal, options: of.Options, event: of.BidsRotated, table: Table) -> None:
    if not options.septic:
        raise Refused("bids move in a SEPTIC game only")
    if deal.rotated is not None:
        outcome = "move" if deal.rotated else "stay"
        raise Filled(f"The vote of deal {deal.number} is already counted: the bids {outcome}")
    check_once(event.votes)
    check_in(event.votes, deal, table)
    if strangers := [voter for voter in event.votes if voter not in options.members]:
        raise Refused(f"{table.name(strangers[0])} is not a member and has no vote")


def _check_scored(deal: Deal, event: of.DealScored, table: Table) -> None:
    if deal.bids or deal.calls or deal.taken:
        raise Refused("the short form is for a deal with no bid, call or trick")
    if event.declared is not UNSET and event.revealed is not UNSET:
        raise Refused("a reveal overrides a declaration: then nobody declared")
    check_once(event.made)
    check_in(event.made, deal, table)
    check_in([event.announced.player] if event.announced else (), deal, table)


def _check_trick(deal: Deal, options: of.Options, event: TrickTaken, table: Table) -> None:
    if event.trick > len(deal.taken) and deal.is_played():
        raise Refused(f"all {deal.length} tricks of deal {deal.number} are in")
    check_next(event.trick, deal.taken, table)
    if options.bft and deal.missing:
        missing = ", ".join(map(table.name, deal.missing))
        raise Refused(f"in BFT all bids come before trick 1; still to bid: {missing}")
    if deal.turned is None and any(JOKER in bid.cards for bid in deal.bids.values()):
        raise Refused("enter the trump card now: after trick 1 it is too late")
    if event.winner is None:
        raise Refused("in this game somebody takes every trick")
    by_cards: str | None = None
    if event.plays is not UNSET:
        hands = [hand for hand, _ in event.laid]
        check_order(hands, clockwise_from(leader_by(deal, hands), deal.playing), table)
        by_cards = taker(event.laid, deal.turned) if deal.turned else None
    if by_cards is None and event.winner is UNSET:
        raise Refused(f"who took trick {event.trick}? Tap a name, or enter the cards and the trump card")
    if by_cards is not None:
        check_taker(event, by_cards, table)
    # After the other checks of the cards, so that nobody learns of a bid without entering a trick.
    check_new((card for _, card in event.laid), deal.seen, MET)
    if event.winner is not UNSET and event.winner not in deal.playing:
        check_in([str(event.winner)], deal, table)
        raise Refused(f"{table.name(str(event.winner))} has no card left for trick {event.trick}")
