"""One blueprint per noun of the table."""

from flask import Blueprint


def blueprints() -> tuple[Blueprint, ...]:
    """Every blueprint of the app."""
    from . import (
        bring,
        calls,
        drinks,
        entries,
        fines,
        help,
        home,
        join,
        keep,
        live,
        log,
        outlook,
        pad,
        play,
        proposals,
        rules,
        seats,
        settling,
        share,
        table,
        unit,
        votes,
        wishes,
    )

    rooms = (
        home,
        join,
        table,
        pad,
        play,
        help,
        drinks,
        rules,
        keep,
        bring,
        log,
        seats,
        share,
        calls,
        entries,
        votes,
        wishes,
        fines,
        proposals,
        settling,
        unit,
        outlook,
        live,
    )
    return tuple(room.bp for room in rooms)
