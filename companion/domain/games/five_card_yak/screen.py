"""What the phones show of a game of Five-Card Yak, how it ended, and what its events say in the log."""

from collections.abc import Iterator, Mapping

import msgspec

from ...events import Event
from ...fines import Fine
from ...measure import listed, times
from ...seating import Circle, Table, controller
from ..event_text import event_text
from ..game import Closing, placed
from ..screen import Went
from ..trick_game import DEAL_LINES, TrickScreen, TrickTaken, deal_to_show
from .deal import TRICKS, Deal, State, most_wins, penalty, scores, taken, turning

FIVE_EACH = "Five each. Pass one left and one right."
WITH_DUMMIES = "Seven each, and three face up to each dummy. Pass one across, then lay one to each dummy."


class Choice(msgspec.Struct, frozen=True):
    """One answer to "who took it?": the hand, whether it turns the penalty, and what that costs if not as usual."""

    hand: str
    turns: bool
    cost: str


class Screen(TrickScreen, frozen=True, kw_only=True):
    """The screen of a trick game, and what each answer costs; `passing` is how the cards are dealt and passed, `usual`
    what it costs to take the trick ("" if nobody would pay for it alone).

    In a game for tokens: `tokens` are the mode and what the pot holds, `notes` say who has none left, and `two_left` is
    who would win if the last two stopped now.
    """

    passing: str = ""
    usual: str = ""
    choices: tuple[Choice, ...] = ()
    tokens: str = ""
    two_left: str = ""


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """The screen of the deal that is on, or of the next one as if dealt now with the newcomers."""
    deal, fields = deal_to_show(state, table, newcomers)
    fields |= {"notes": dict(_notes(state)), "out": state.out, "two_left": two_left(state, table), "went": went(state)}
    if state.purse:
        pot = state.purse.is_pot
        held = {player: state.purse.paid.get(player, 0) for player in state.players} if pot else state.purse.held
        fields |= {"held": held, "held_word": "taken" if pot else "left"}
        fields["tokens"] = f"Kegger: {state.purse.pot} left" if pot else "Pass out"
    if deal is None:
        return Screen(**fields)
    usual, choices = _choices(state, deal, table)
    return Screen(
        **fields,
        passing=WITH_DUMMIES if state.options.dummies else FIVE_EACH,
        order=deal.order,
        usual=usual,
        choices=choices,
        tricks=deal.tricks,
        seen=deal.seen,
    )


def went(state: State) -> tuple[Went, ...]:
    """The tricks of the deal just over, most first, and who turned the penalty round; a dummy's are its player's."""
    deal = state.deal
    if state.on or deal is None or deal.number != state.over or len(deal.taken) < TRICKS:
        return ()
    turns_at, rows = turning(len(deal.dealt), state.options.dummies), []
    for player in deal.dealt:
        took = [deal.taken.count(hand) for hand in deal.hands if controller(hand) == player]
        did = "took all five" if max(took) == TRICKS else "turned it round" if max(took) >= turns_at else ""
        rows.append(Went(player, sum(took), did))
    return tuple(sorted(rows, key=lambda row: -row.tricks))


def _choices(state: State, deal: Deal, table: Table) -> tuple[str, tuple[Choice, ...]]:
    """What it costs to take the trick, and an answer for each hand."""
    turns_at, trick = turning(len(deal.dealt), state.options.dummies), len(deal.taken) + 1
    counts = {hand: deal.taken.count(hand) + 1 for hand in deal.hands}
    fines = {hand: penalty(deal, trick, hand, counts[hand], turns_at) for hand in deal.hands}
    due = {hand: _due(state, fines[hand], table) for hand in deal.hands}
    alone = {hand: due[hand][0] for hand in deal.hands if due[hand] and fines[hand][0].player == hand}
    most = max(alone.values(), default=0)
    again = {hand: f"only {due}" for hand, due in alone.items() if fines[hand][0].amount < trick}
    short = {hand: f"only {due} left" for hand, due in alone.items() if due < most}  # of the player's tokens
    costs = dict.fromkeys(alone, "") | short | again
    costs |= {hand: _others(due[hand], len(deal.dealt)) for hand in deal.hands if hand not in alone}
    choices = tuple(Choice(hand, counts[hand] >= turns_at, costs[hand]) for hand in deal.hands)
    return f"{'pays' if state.purse else 'drinks'} {most}" if most else "", choices


def _due(state: State, fines: tuple[Fine, ...], table: Table) -> list[int]:
    """The amounts of these fines, lowest first; in tokens not more than there are."""
    due = [(fine, fine.amount) for fine in fines]
    if state.purse:
        due = state.purse.pay(sorted(fines, key=lambda fine: table.order.index(fine.player)))[1]
    return sorted({amount for _, amount in due})


def _others(amounts: list[int], dealt: int) -> str:
    if not amounts:
        return "costs nobody"
    text = f"{amounts[0]}–{amounts[-1]}" if amounts[1:] else str(amounts[0])
    return f"the other {text}" if dealt == 2 else f"others {text}"


def _notes(state: State) -> Iterator[tuple[str, str]]:
    """A note on each player without a token left."""
    if state.purse is not None and not state.purse.is_pot:
        playing = state.on.dealt if state.on else ()
        for player in (player for player, held in state.purse.held.items() if not held):
            yield player, "out of tokens" + (", plays to the end of the deal" if player in playing else "")


def two_left(state: State, table: Table) -> str:
    """If only two of several players are left between deals: which of them would win if the game ended now."""
    purse = state.purse
    if state.on is not None or purse is None or purse.is_pot or len(purse.holders) != 2 or len(purse.held) == 2:
        return ""
    better, other = sorted((purse.held[player] for player in purse.holders), reverse=True)
    best = [table.name(player) for player, _, place in placed(scores(state, {}), most_wins(state)) if place == 1]
    return f"{listed(best)} {'wins' if len(best) == 1 else 'share the win'}, {better} to {other}"


def closing(state: State, charged: Mapping[str, int], table: Table) -> Closing:
    """Who turned the penalty round most often, and after a whole deal who got off lightest."""
    compared = [player for player in state.players if player in charged]
    most, least = max(state.turned.values(), default=0), min((charged[player] for player in compared), default=0)
    turners = [player for player in state.players if most and state.turned.get(player) == most]
    lightest = tuple(player for player in compared if charged[player] == least)
    says = "Good game, all of you!"
    if 0 < len(turners) < 4:
        says = f"{table.named(turners)} turned it round {times(most)}{' each' if turners[1:] else ''}."
    if state.played and 0 < len(lightest) < min(3, len(compared)):
        return Closing(f"{table.named(lightest)} got off lightest!", says, (lightest,))
    return Closing("That was Five-Card Yak", says)


def ending(state: State) -> str:
    """How a game for tokens that is over was won."""
    purse = state.purse
    if purse is None:
        return ""
    if purse.is_pot:
        pot = f"Left in the pot: {purse.pot}." if purse.pot else "The pot is empty."
        return f"{pot} The fewest taken wins."
    if not purse.holders:
        return "Nobody has a token left. The most before the last deal wins."
    return "Nobody else has a token left." if len(purse.holders) == 1 else "The most tokens left wins."


LINES = {**DEAL_LINES, "trick.taken": "{taker|Nobody} took trick {trick} of deal {deal}[: {plays}]."}


def describe(event: Event, table: Table) -> str:
    """The event in one sentence."""
    taker = taken(event)[0] if isinstance(event, TrickTaken) else None
    return event_text(LINES[event.type], event, table, taker=table.name(taker) if taker else "")
