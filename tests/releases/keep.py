"""Keeps a database as a release leaves it behind, so that every later version is tried on it:

    python -m tests.releases.keep

Run when the version in `pyproject.toml` is about to go out. Beside this file lie `VERSION.sql`, two nights as they were
on a disk, and `VERSION.json`: what each of them came to, and the cookie of Ann's phone. Once released neither changes.
"""

import json
import sqlite3
import tempfile
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.commands.night_files import export_night
from companion.domain.replay import result_text
from companion.storage.backups import backup
from companion.storage.database import database_of
from tests.conftest import Evening, make_app

HERE = Path(__file__).parent
FORFEIT = "hop on one leg"


def version() -> str:
    """The version of this companion in its pyproject.toml."""
    project = tomllib.loads((HERE.parents[1] / "pyproject.toml").read_text())
    return str(project["project"]["version"])


def main() -> None:
    if (HERE / f"{version()}.sql").exists():
        raise SystemExit(
            f"{version()} is kept already. Raise the version first; if it is not out yet, delete both files."
        )
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Path(folder) / "data")
        nights = [playing(Evening(app, "Friday")), over(Evening(app, "Thursday"))]
        told = {night.nid: json.loads(result_text(export_night(database_of(app), night.nid))) for night in nights}
        cookie = nights[0].ann.client.get_cookie(f"companion_{nights[0].nid}")
        with closing(sqlite3.connect(backup(app, Path(folder) / "copy.db"))) as database:
            (HERE / f"{version()}.sql").write_text("\n".join(database.iterdump()) + "\n")
        database_of(app).close()
    kept = {"playing": nights[0].nid, "over": nights[1].nid, "ann": cookie.value, "nights": told}
    (HERE / f"{version()}.json").write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")


def playing(evening: Any) -> Any:
    """An unfinished night, with preferences, a proposal and a lent seat outside its log."""
    ann, bob, cal = evening.ann, evening.join("Bob"), evening.join("Cal")
    says(ann, "player.joined", name="Zoë 🦆")
    says(ann, "rule.made", text="Whoever says “drink” drinks 2.", amount=2)
    says(ann, "game.started", game="five-card-yak", players=["p1", "p2", "p3"], dealer="p1")
    evening.play("p2", "p3", None, "p2")
    says(ann, "entry.changed", entry=evening.seq, **{"event.winner": "p3"})
    says(cal, "rule.called", rule="r1", player="p2")
    says(ann, "entry.undone", entry=evening.seq)
    wanted = {"drinks": "soft", "forfeit": FORFEIT, "cap": "12", "glass": "330"}
    assert bob.post("preferences", **wanted).status < 400
    assert bob.post("proposals", {"player": "p2", "to": "p3", "amount": 1}).status < 400
    assert ann.post("seats/lend", player="p4", to="p2").status == 303
    return evening


def over(evening: Any) -> Any:
    """A night that was closed, with a game of hidden bids in it."""
    evening.bob, evening.cal = evening.join("Bob"), evening.join("Cal")
    says(evening.ann, "game.started", game="yogis-whist", players=["p1", "p2", "p3"], dealer="p1")
    for number, phone in enumerate((evening.ann, evening.bob, evening.cal), 1):
        says(phone, "bid.placed", deal=1, player=f"p{number}", tricks=number % 2)
    for player in ("p2", "p3", "p1"):
        says(evening.cal, "call.made", deal=1, player=player, call="no")
    evening.play("p2", "p3", "p2")
    says(evening.ann, "drink.taken", player="p1", amount=1, again="yes")
    says(evening.ann, "night.closed")
    return evening


def says(phone: Any, kind: str, **fields: Any) -> None:
    answer = phone.tap(kind, **fields)
    assert answer.status == 200, (kind, answer.says)


if __name__ == "__main__":
    main()
