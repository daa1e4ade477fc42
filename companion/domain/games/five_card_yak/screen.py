"""What the phones show of a game of Five-Card Yak, how it ended, and what its events say in the log."""

from collections.abc import Iterator

import msgspec

from ...events import Event
from ...fines import Fine
from ...measure import listed
from ...seating import Circle, Table
from ..event_text import event_text
from ..game import placed
from ..trick_game import DEAL_LINES, TrickScreen, TrickTaken, deal_to_show
from .deal import Deal, State, most_wins, penalty, scores, taken, turning

FIVE_EACH = "Five each. Pass one left and one right."
WITH_DUMMIES = "Seven each, and three face up to each dummy. Pass one across, then lay one to each dummy."


class Choice(msgspec.Struct, frozen=True):
    """One answer to "who took it?": the hand, what that costs, and whether it turns the penalty."""

    hand: str
    cost: str
    turns: bool


class Screen(TrickScreen, frozen=True, kw_only=True):
    """The screen of a trick game, and what each answer costs; `passing` is how the cards are dealt and passed.

    In a game for tokens: `tokens` are the mode and what the pot holds, `notes` what each player has left or took, `out`
    those not dealt in any more, and `two_left` who would win if the last two stopped now.
    """

    turning: int = 0
    passing: str = ""
    choices: tuple[Choice, ...] = ()
    tokens: str = ""
    out: frozenset[str] = frozenset()
    two_left: str = ""


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """The screen of the deal that is on, or of the next one as if dealt now with the newcomers."""
    deal, fields = deal_to_show(state, table, newcomers)
    fields |= {"notes": dict(_notes(state)), "out": state.out, "two_left": two_left(state, table)}
    if state.purse:
        fields["tokens"] = f"Kegger: {state.purse.pot} left" if state.purse.is_pot else "Pass out"
    if deal is None:
        return Screen(**fields)
    return Screen(
        **fields,
        turning=turning(len(deal.dealt), state.options.dummies),
        passing=WITH_DUMMIES if state.options.dummies else FIVE_EACH,
        order=deal.order,
        choices=tuple(_choice(state, deal, hand, table) for hand in deal.hands),
        tricks=deal.tricks,
        seen=deal.seen,
    )


def _choice(state: State, deal: Deal, hand: str, table: Table) -> Choice:
    turns_at = turning(len(deal.dealt), state.options.dummies)
    count = deal.taken.count(hand) + 1
    fines = penalty(len(deal.taken) + 1, hand, count, deal.dealt, deal.penalised, turns_at)
    return Choice(hand, _cost(state, fines, hand, len(deal.dealt), table), count >= turns_at)


def _cost(state: State, fines: tuple[Fine, ...], hand: str, dealt: int, table: Table) -> str:
    """What these fines would cost now, in words; in tokens not more than there are."""
    due = [(fine, fine.amount) for fine in fines]
    if state.purse:
        due = state.purse.pay(sorted(fines, key=lambda fine: table.order.index(fine.player)))[1]
    amounts = sorted({amount for _, amount in due})
    if not amounts:
        return "costs nobody"
    word = "pay" if state.purse else "drink"
    if fines[0].player == hand:
        return f"{word}s {amounts[0]}"
    text = " or ".join(map(str, amounts)) if len(amounts) < 3 else f"{amounts[0]} to {amounts[-1]}"
    return f"the other {word}s {text}" if dealt == 2 else f"others {word} {text}"


def _notes(state: State) -> Iterator[tuple[str, str]]:
    """A note on each player in a game for tokens: what they have left or took, or that they are out."""
    purse = state.purse
    if purse is not None and purse.is_pot:
        yield from ((player, f"took {_tokens(purse.paid.get(player, 0))}") for player in state.players)
    elif purse is not None:
        for player, held in purse.held.items():
            playing = state.on is not None and player in state.on.dealt
            yield player, f"{_tokens(held)} left" if held else f"passed out{', plays this deal out' if playing else ''}"


def _tokens(count: int) -> str:
    return f"{count or 'no'} token{'' if count == 1 else 's'}"


def two_left(state: State, table: Table) -> str:
    """If only two of several players are left between deals: which of them would win if the game ended now."""
    purse = state.purse
    if state.on is not None or purse is None or purse.is_pot or len(purse.holders) != 2 or len(purse.held) == 2:
        return ""
    better, other = sorted((purse.held[player] for player in purse.holders), reverse=True)
    return f"{_win(state, table)}, {better} to {other}"


def ending(state: State, table: Table) -> str:
    """Who won a game for tokens that is over, and how."""
    purse = state.purse
    if purse is None:
        return ""
    wins = _win(state, table)
    if purse.is_pot:
        pot = f"Left in the pot: {purse.pot}." if purse.pot else "The pot is empty."
        return f"{pot} {wins} with the fewest taken."
    if not purse.holders:
        return f"Nobody has a token left. {wins} with the most before the last deal."
    if len(purse.holders) == 1:
        return f"{wins}: nobody else has a token left."
    return f"{wins} with the most tokens left."


def _win(state: State, table: Table) -> str:
    best = [table.name(player) for player, _, place in placed(scores(state, {}), most_wins(state)) if place == 1]
    return f"{listed(best)} {'wins' if len(best) == 1 else 'share the win'}"


LINES = {**DEAL_LINES, "trick.taken": "{taker|Nobody} took trick {trick} of deal {deal}[: {plays}]."}


def describe(event: Event, table: Table) -> str:
    """The event in one sentence."""
    taker = taken(event)[0] if isinstance(event, TrickTaken) else None
    return event_text(LINES[event.type], event, table, taker=table.name(taker) if taker else "")
