"""An independent check of a night: it is replayed from its file in another app and rendered again."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask

from companion import create_app
from companion.commands.night_files import export_night
from companion.domain.replay import replayed
from companion.storage import members
from companion.storage.database import database_of
from companion.views.context import ViewContext
from companion.views.fragments import FragmentCache
from companion.web.pages import PAGES

from .phone import Phone
from .regions import owed, regions
from .server import commanded

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


def painted(data: Path, night: str, night_file: bytes) -> dict[str, str]:
    """The regions of the table that all players see, rendered from the file only."""
    app = beside(data)
    context = ViewContext(night, replayed(night_file), members.phones(database_of(app), night))
    with app.app_context():
        fragments = FragmentCache(app.extensions["companion"].render)
        return regions("".join(fragments.page(PAGES["table"].fragments, context, None).values()))


def disagreements(phones: list[Phone], data: Path, night: str) -> list[str]:
    """How the phones differ from the table rendered from the file, or from the debts that `companion replay` prints."""
    night_file = exported(data, night)
    table, result = painted(data, night, night_file), json.loads(commanded("replay", "-", given=night_file))
    debts = {player: sums["owed"] for player, sums in result["players"].items()}
    found = []
    for phone in phones:
        found += [f"{phone.player} shows another {name}" for name in sorted(SHARED) if differs(phone, name, table)]
        if (shown := owed(phone.regions["r-players"])) != debts:
            found.append(f"{phone.player} shows {shown} owed, the file says {debts}")
    return found


def differs(phone: Phone, name: str, table: dict[str, str]) -> bool:
    shown: Any = phone.regions.get(name)
    return bool(shown != table.get(name))
