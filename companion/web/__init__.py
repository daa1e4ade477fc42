"""One blueprint per noun of the table."""

from flask import Blueprint


def blueprints() -> tuple[Blueprint, ...]:
    """Every blueprint of the app."""
    from . import drinks, entries, help, home, join, live, log, pad, play, rules, seats, share, table

    rooms = (home, join, table, pad, play, help, drinks, rules, log, seats, share, entries, live)
    return tuple(room.bp for room in rooms)
