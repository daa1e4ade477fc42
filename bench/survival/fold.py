"""An independent check of a night: it is replayed from its file in another app and rendered again."""

from functools import cache
from pathlib import Path

from flask import Flask

from companion import create_app
from companion.commands.night_files import export_night
from companion.domain.event_log import Log
from companion.domain.replay import replayed, result
from companion.storage import members
from companion.storage.database import database_of
from companion.views.context import ViewContext
from companion.views.fragments import FragmentCache
from companion.web.pages import PAGES

from .phone import Phone
from .regions import owed, regions

SHARED = {f"r-{fragment.id}" for fragment in PAGES["table"].fragments if not fragment.own}


@cache
def beside(data: Path) -> Flask:
    """Another app with the same nights, which serves no phones."""
    return create_app({"DATA": data})


def exported(data: Path, night: str) -> bytes:
    """The night file, as `companion export` writes it."""
    app = beside(data)
    app.extensions["companion"].nights.evict_idle(-1)
    return export_night(database_of(app), night)


def painted(data: Path, night: str, log: Log) -> dict[str, str]:
    """The regions of the table that all players see, rendered from the file only."""
    app = beside(data)
    context = ViewContext(night, log, members.phones(database_of(app), night))
    with app.app_context():
        fragments = FragmentCache(app.extensions["companion"].render)
        return regions("".join(fragments.page(PAGES["table"].fragments, context, None).values()))


def disagreements(phones: list[Phone], data: Path, night: str) -> list[str]:
    """How the phones differ from the table rendered from the file, or from the debts that a replay counts."""
    log = replayed(exported(data, night))
    table, debts = painted(data, night, log), {name: sums["owed"] for name, sums in result(log)["players"].items()}
    found = []
    for phone in phones:
        differing = [name for name in sorted(SHARED) if phone.regions.get(name) != table.get(name)]
        found += [f"{phone.player} shows another {name}" for name in differing]
        if (shown := owed(phone.regions["r-players"])) != debts:
            found.append(f"{phone.player} shows {shown} owed, the file says {debts}")
    return found
