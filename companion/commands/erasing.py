"""Erasing a player: their names in the log of a night, and everything about them that is stored outside the log."""

from collections.abc import Collection

from ..domain.erasing import after, erasure, texts_about, without
from ..domain.event_log import stored
from ..domain.refused import Refused
from ..storage import event_store
from ..storage.database import Database
from ..storage.erasure import rewrite
from ..storage.errors import DatabaseUnavailable
from .handler import TRIES
from .night_cache import NightCache

LONGEST_FORFEIT = 40


class NotAsked(Refused):
    """There is a new text with the player's name, which the player has not been asked about."""

    def __init__(self) -> None:
        super().__init__("Somebody has just written your name once more. Look at the texts again.")


def erase(
    nights: NightCache, database: Database, night_id: str, player: str, asked: Collection[str], texts: Collection[str]
) -> str:
    """Rewrites the log without the player's names, and returns the player's new name.

    `asked` are the free texts that the player was shown, `texts` those of them that lose the name too. Raises NotAsked
    if the log has further ones. If another process has written meanwhile, it starts again from the new log.
    """
    with nights.locked(night_id) as night:
        for _ in range(TRIES):
            if set(texts_about(night.log, player)) - set(asked):
                raise NotAsked
            erased = erasure(night.log, player, texts)
            after(night.log, erased)
            events = {seq: stored(event) for seq, event in erased.events.items()}

            def nameless(text: str, names: Collection[str] = erased.names, alias: str = erased.alias) -> str:
                return without(text, names, alias, max(len(text), LONGEST_FORFEIT))

            try:
                rewrite(database, night_id, night.log.seq, events, erased.player, erased.new_id, nameless)
            except event_store.Raced:
                continue
            finally:
                night.start_over(event_store.after(database, night_id))
            break
        else:
            raise DatabaseUnavailable("Too many phones at once, so nothing was erased.")
    nights.members_changed(night_id)
    return erased.alias
