"""Erasing: a player's names out of the log of a night, and everything about them that lies beside it."""

from __future__ import annotations

from collections.abc import Collection

from flask import Flask

from .rules.erasing import Erasure, after, erasure, texts_about, without
from .rules.loading import stored
from .rules.refused import Refused
from .scorekeeper import TRIES, Scorekeeper
from .sitting import Sitting
from .store import event_store
from .store.database import Database
from .store.erasure import rewrite

LONGEST_FORFEIT = 40


class NotAsked(Refused):
    """Somebody wrote a text with the player's name since they were asked what to do about such texts."""

    def __init__(self) -> None:
        super().__init__("Somebody has just written your name once more. Look at the texts again.")


def erase(
    keeper: Scorekeeper, disk: Database, night_id: str, player: str, asked: Collection[str], texts: Collection[str]
) -> str:
    """Rewrites the log without the player's names and tells every phone; answers what they are called now.

    Of the free texts they were `asked` about, those in `texts` lose the name too. Raises NotAsked if there are others.
    """
    with keeper.held(night_id) as sitting:
        alias = _erased(disk, sitting, player, asked, texts)
    keeper.door_changed(night_id)
    return alias


def lost(app: Flask, night_id: str) -> None:
    """A night that was deleted is nowhere in memory either, and its phones are told."""
    app.extensions["companion.paintings"].pop(night_id, None)
    app.extensions["companion.scorekeeper"].lose(night_id)


def _erased(disk: Database, sitting: Sitting, player: str, asked: Collection[str], texts: Collection[str]) -> str:
    for _ in range(TRIES):
        if set(texts_about(sitting.log, player)) - set(asked):
            raise NotAsked
        erased = erasure(sitting.log, player, texts)
        after(sitting.log, erased)
        try:
            _rewrite(disk, sitting, erased)
        except event_store.Raced:  # another process wrote; what it wrote may say the name too
            sitting.start_over(event_store.after(disk, sitting.night_id))
            continue
        sitting.start_over(event_store.after(disk, sitting.night_id))
        return erased.alias
    raise Refused("Too many phones at once. Tap again.")


def _rewrite(disk: Database, sitting: Sitting, erased: Erasure) -> None:
    events = {seq: stored(event) for seq, event in erased.events.items()}

    def nameless(text: str) -> str:
        return without(text, erased.names, erased.alias, max(len(text), LONGEST_FORFEIT))

    rewrite(disk, sitting.night_id, sitting.log.seq, events, erased.player, erased.new_id, nameless)
