"""Charges paid in tokens, who has won, and how it ended (docs/games/five-card-yak.md#without-drinks-tokens)."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from ...fines import Charge, Fine
from ...seating import Table
from ..game import Paid, placed
from .deal import State
from .tokens import Kegger, PassOut


def pays(state: State, charges: Sequence[Charge], table: Table) -> Paid | None:
    """What is paid of the charges, in their order; None in a game for drinks, which are owed."""
    if state.purse is None:
        return None
    purse, rows = state.purse, []
    for charge in charges:
        purse, paid = purse.pay(charge.player, charge.amount)
        if paid:
            rows.append(_as_paid(charge, paid))
    return Paid(replace(state, purse=purse), tuple(rows), purse.over(dealing=state.on is not None))


def _as_paid(charge: Charge, paid: int) -> Charge:
    if paid == charge.amount:
        return charge
    return replace(charge, amount=paid, because=f"{charge.because}; only {paid} left")


def repays(state: State, charges: Sequence[Charge]) -> State:
    """The tokens of a call that fell go back where they came from."""
    purse = state.purse
    for charge in charges if purse else ():
        assert purse is not None
        purse = purse.repay(charge.player, charge.amount)
    return replace(state, purse=purse)


def cost(state: State, fines: Sequence[Fine], table: Table) -> tuple[int, ...]:
    """What fines come to, were they charged now and nothing else: in tokens those there are, without who pays none."""
    if state.purse is None:
        return tuple(fine.amount for fine in fines)
    purse, amounts = state.purse, []
    for fine in sorted(fines, key=lambda fine: table.order.index(fine.player)):
        purse, paid = purse.pay(fine.player, fine.amount)
        amounts.append(paid)
    return tuple(paid for paid in amounts if paid)


def scores(state: State, charged: Mapping[str, int]) -> dict[str, int]:
    """Drinks charged since the game began, from any cause; in Pass out the tokens left, in a Kegger those taken."""
    amounts = state.purse.scores() if state.purse else charged
    return {player: amounts.get(player, 0) for player in state.players}


def most_wins(state: State) -> bool:
    """The fewest drinks, or tokens taken; but the most tokens left."""
    return state.purse is not None and state.purse.most_wins


def ending(state: State, table: Table) -> str:
    """Who won a game for tokens that is over, and by what."""
    purse = state.purse
    if purse is None:
        return ""
    wins = _win(state, table)
    if isinstance(purse, Kegger):
        pot = f"Left in the pot: {purse.pot}." if purse.pot else "The pot is empty."
        return f"{pot} {wins} with the fewest taken."
    if not purse.holders:
        return f"Nobody has a token left. {wins} with the most before the last deal."
    if len(purse.holders) == 1:
        return f"{wins}: nobody else has a token left."
    return f"{wins} with the most tokens left."


def _win(state: State, table: Table) -> str:
    best = [table.name(player) for player, _, place in placed(scores(state, {}), most_wins(state)) if place == 1]
    if len(best) == 1:
        return f"{best[0]} wins"
    return f"{', '.join(best[:-1])} and {best[-1]} share the win"


def notes(state: State) -> Iterator[tuple[str, str]]:
    """What is said of each player: what they have left, that they are out, or what they took."""
    purse = state.purse
    if isinstance(purse, Kegger):
        yield from ((player, f"took {tokens(purse.taken.get(player, 0))}") for player in state.players)
    elif purse is not None:
        for player, held in purse.held.items():
            playing = state.on is not None and player in state.on.dealt
            yield player, f"{tokens(held)} left" if held else f"passed out{', plays this deal out' if playing else ''}"


def tokens(count: int) -> str:
    """So many tokens, in words."""
    return f"{count or 'no'} token{'' if count == 1 else 's'}"


def two_left(state: State, table: Table) -> str:
    """Once a deal has left two of more: who of them would win if they played no more; else nothing."""
    purse = state.purse
    if state.on is not None or not isinstance(purse, PassOut) or len(purse.holders) != 2 or len(purse.held) == 2:
        return ""
    better, other = sorted((purse.held[player] for player in purse.holders), reverse=True)
    return f"{_win(state, table)}, {better} to {other}"
