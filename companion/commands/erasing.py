"""Erasing: a player's names out of the log of a night, and everything about them that lies beside it."""

from __future__ import annotations

from collections.abc import Collection

from ..domain.erasing import Erasure, after, erasure, texts_about, without
from ..domain.event_log import stored
from ..domain.refused import Refused
from ..storage import event_store
from ..storage.database import Database
from ..storage.erasure import rewrite
from .handler import TRIES
from .night_cache import LoadedNight, NightCache

LONGEST_FORFEIT = 40


class NotAsked(Refused):
    """Somebody wrote a text with the player's name since they were asked what to do about such texts."""

    def __init__(self) -> None:
        super().__init__("Somebody has just written your name once more. Look at the texts again.")


def erase(
    nights: NightCache, disk: Database, night_id: str, player: str, asked: Collection[str], texts: Collection[str]
) -> str:
    """Rewrites the log without the player's names and tells every phone; answers what they are called now.

    Of the free texts they were `asked` about, those in `texts` lose the name too. Raises NotAsked if there are others.
    """
    with nights.locked(night_id) as night:
        alias = _erased(disk, night, player, asked, texts)
    nights.members_changed(night_id)
    return alias


def _erased(disk: Database, night: LoadedNight, player: str, asked: Collection[str], texts: Collection[str]) -> str:
    for _ in range(TRIES):
        if set(texts_about(night.log, player)) - set(asked):
            raise NotAsked
        erased = erasure(night.log, player, texts)
        after(night.log, erased)
        try:
            _rewrite(disk, night, erased)
        except event_store.Raced:  # another process wrote; what it wrote may say the name too
            night.start_over(event_store.after(disk, night.night_id))
            continue
        night.start_over(event_store.after(disk, night.night_id))
        return erased.alias
    raise Refused("Too many phones at once. Tap again.")


def _rewrite(disk: Database, night: LoadedNight, erased: Erasure) -> None:
    events = {seq: stored(event) for seq, event in erased.events.items()}

    def nameless(text: str) -> str:
        return without(text, erased.names, erased.alias, max(len(text), LONGEST_FORFEIT))

    rewrite(disk, night.night_id, night.log.seq, events, erased.player, erased.new_id, nameless)
