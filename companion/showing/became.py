"""What became of everybody's fines, beside what is still owed: settled, forgiven, passed on, paid in tokens."""

from __future__ import annotations

from ..rules.fines import TOKEN, Player
from ..rules.measure import words
from ..rules.night import Night

ALWAYS = 2  # columns of the table of sums; the others stand in one of their own, as far as there is anything in them


def became(night: Night) -> tuple[tuple[str, ...], dict[str, tuple[int, ...]]]:
    """The headings, and below them the numbers of each player; what nobody has no number in is left out."""
    headings = (words(night.unit).done.capitalize(), "Forgiven", "Passed on", "In tokens")
    rows = {player.id: _of(player, night.unit) for player in night.players.values()}
    kept = [place for place in range(len(headings)) if place < ALWAYS or any(row[place] for row in rows.values())]
    numbers = {player: tuple(row[place] for place in kept) for player, row in rows.items()}
    return tuple(headings[place] for place in kept), numbers


def _of(player: Player, unit: str) -> tuple[int, int, int, int]:
    """Tokens paid in a game stand apart from drinks, but not where all fines are in tokens."""
    if unit == TOKEN:
        return player.taken, player.let_off + player.returned, player.moved, 0
    return player.settled, player.let_off, player.moved, player.paid
