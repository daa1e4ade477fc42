"""What the phones and the log show of Frak You; text for newcomers reveals neither the rules nor a card."""

from collections.abc import Mapping

from msgspec import UnsetType

from ...cards import DECK, short
from ...events import Event
from ...measure import amount
from ...seating import Circle, Table, clockwise_from
from ..event_text import event_text
from ..game import Closing
from ..screen import Went
from ..trick_game import DEAL_LINES, TrickScreen, deal_to_show, scores
from .deal import LAST, State, accounted, passing
from .events import ACE, OPENER, TrickTaken, judged


class Screen(TrickScreen, frozen=True, kw_only=True):
    """The screen of a trick game, in which `order` are those still in; before trick 1 from the first dealt in.

    `holds`: how many cards everybody still in has in hand and in the trick in front. `accounted`: how many these are
    together, if the deal that is on does not have the whole deck, else 0. `losers` lost the deal just over.
    """

    passing: str = ""
    stake: int
    holds: dict[str, tuple[int, int]] = {}
    accounted: int = 0
    losers: Circle


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """The screen of the deal that is on, or of the next one as if dealt now with the newcomers."""
    deal, fields = deal_to_show(state, table, newcomers)
    fields |= {"stake": state.options.stake, "losers": losers(state), "opener": OPENER, "beside": ACE}
    fields["went"] = went(state)
    if deal is None:
        return Screen(**fields)
    if deal.leader:
        fields["opener"] = ""
    holds = {player: (deal.holdings[player].hand, deal.holdings[player].front) for player in deal.still_in}
    return Screen(
        **fields,
        passing=passing(state.played, len(deal.dealt)),
        pairing=tuple(player for player, (hand, _) in holds.items() if hand > 1),
        order=clockwise_from(deal.leader or deal.still_in[0], deal.still_in),
        holds=holds,
        accounted=together if (together := accounted(deal.holdings)) != len(DECK) else 0,
        notes={player: _note(state, player, holds.get(player)) for player in deal.dealt},
    )


def losers(state: State) -> Circle:
    """Those who lost the deal just over; nobody while one is on, or after a misdeal."""
    last = state.deal if state.on is None else None
    return last.still_in if last and len(last.holdings) <= LAST else ()


PLACES = ("first", "second", "third", "fourth", "fifth")


def went(state: State) -> tuple[Went, ...]:
    """In which order people dropped out of the deal just over, and who lost it."""
    if not state.last or state.on or state.last.number != state.over:
        return ()
    safe: list[Went] = []
    for dropped in state.last.dropped:
        did = f"out {PLACES[len(safe)]}{', together' * (len(dropped) > 1)}"
        safe += [Went(player, did=did) for player in dropped]
    return (*safe, *(Went(player, did="stuck with it") for player in losers(state)))


def closing(state: State, charged: Mapping[str, int], table: Table) -> Closing:
    """Who lost the fewest deals; if there was only one, who dropped out of it first, and who held on to its end."""
    last, over, lost = state.last, "That was Frak You", scores(state, {})
    if last is None:
        return Closing(over, "Good game, all of you!")
    if state.played > 1:
        least = min(lost.values())
        best, deals = tuple(p for p in lost if lost[p] == least), f"{least or 'none'} of {state.played} deals"
        if len(best) == len(lost):
            return Closing(over, f"Everybody lost {deals}.")
        each = " each" if least and best[1:] else ""
        return Closing(f"{table.named(best)} lost the fewest deals", f"{deals.capitalize()}{each}.", (best,))
    first, left = (table.named(last.dropped[0]) if last.dropped else ""), last.still_in
    podium = (*last.dropped, left) if left and len(last.dropped) == 1 else last.dropped  # places, without a score
    says = f"{table.named(left)} held on to the very end." if left else "Nobody was left to lose it."
    return Closing(f"{first} dropped out first" if first else over, says, podium)


def _note(state: State, player: str, holds: tuple[int, int] | None) -> str:
    if state.on is None:
        return f"lost {amount(lost, 'deal')}" if (lost := state.points.get(player)) else ""
    if holds is None:
        return "out"
    return "{} in hand, {} in front".format(*holds) if holds[1] else f"{holds[0]} in hand"


Words = Mapping[str, list[str]]


def count(state: State, table: Table, seat: str, words: Words) -> str | None:
    """Whose cards are to be counted: the player named in `of`, if still in (None: the page asks whose)."""
    named = words.get("of", [""])[0]
    return named if named in screen(state, table).holds else None


def own(state: State, table: Table, seat: str) -> int:
    """How many cards lie in front of a seat, face down: its phone shows which only on a page of its own."""
    return look(state, table, seat, {})[0]


def look(state: State, table: Table, seat: str, words: Words) -> tuple[int, tuple[str, ...]]:
    """The trick in front of a seat, for its own phone: how many cards, and which if they were entered."""
    held = state.on.holdings.get(seat) if state.on else None
    return (held.front, tuple(sorted(held.cards or ()))) if held else (0, ())


LINES = {
    **DEAL_LINES,
    "trick.taken": "{taker} took trick {trick} of deal {deal}.",
    "cards.counted": "{player} was counted: {hand} in hand, {table} in front.",
}


def describe(event: Event, table: Table) -> str:
    """The event in one sentence that names no card."""
    return event_text(LINES[event.type], event, table)


def describe_open(event: Event, table: Table) -> str:
    """The event with the reason, for the initiated; a card of a taken trick is not named to them either."""
    text = describe(event, table)
    if not isinstance(event, TrickTaken):
        return text
    if not isinstance(event.paired, UnsetType):
        return f"{text} {table.name(event.paired)} laid {short(ACE)} with another card."
    if not event.laid:
        return text
    verdict = judged(event.laid)
    why = verdict.reason if verdict else "the rules are silent, so the table said who"
    return f"{text[:-1]}: {why}."
