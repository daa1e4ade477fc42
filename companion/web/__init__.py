"""The web pages: one blueprint for each topic."""

from importlib import import_module

from flask import Blueprint

NOUNS = (
    "home", "trial", "join", "pages", "table", "people", "drinks", "preferences", "proposals", "rules", "rule_books",
    "reports", "seats", "tv", "programs", "night_files", "privacy", "entries", "live", "pwa", "health",
)  # fmt: skip


def blueprints() -> tuple[Blueprint, ...]:
    """Every blueprint of the app."""
    return tuple(import_module(f".{noun}", __name__).bp for noun in NOUNS)
