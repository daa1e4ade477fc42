"""One blueprint per noun of the table."""

from importlib import import_module

from flask import Blueprint

ROOMS = (
    "home", "join", "table", "play", "help",
    "drinks", "wishes", "fines", "proposals", "settling", "unit",
    "rules", "keep", "bring", "calls", "votes",
    "log", "reports", "seats", "share", "tv", "nightfile", "privacy", "entries", "live", "pwa", "design",
    "health",
)  # fmt: skip


def blueprints() -> tuple[Blueprint, ...]:
    """Every blueprint of the app."""
    return tuple(import_module(f".{room}", __name__).bp for room in ROOMS)
