"""What may happen at the door of a random evening: phones come, go and are lent; votes, wishes and proposals."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from companion.store.members import Phone
from companion.store.preferences import Wish
from companion.store.votes_and_proposals import Proposal

if TYPE_CHECKING:
    from .random_evening import Evening


def _votes(evening: Evening) -> None:
    objected = [rule.objected for rule in evening.log.night.rules.values() if rule.objected]
    claim = evening.log.night.claim
    entry = evening.lot.choice([*objected, *([claim.seq] if claim else []), evening.back()])
    cast = {
        **evening.phones.ballots.get(entry, {}),
        evening.lot.choice([*evening.seats, ""]): evening.lot.random() < 0.5,
    }
    evening.door(ballots={**evening.phones.ballots, entry: cast})


def _wishes(evening: Evening) -> None:
    wish = evening.lot.choice(
        [Wish(), Wish("soft"), Wish("forfeit", "sing"), Wish(cap=3, unit="sip"), Wish(paused=True)]
    )
    evening.door(wishes={**evening.phones.wishes, evening.who(): wish}, whispers=evening.phones.whispers + 1)


def _proposes(evening: Evening) -> None:
    maker, asked = evening.who(), evening.who()
    moved = {"type": "drink.moved", "player": evening.lot.choice([maker, asked]), "to": asked, "amount": 1}
    report = {"type": "fine.given", "player": asked, "amount": 1, "reason": "spilled"}
    undo = {"type": "entry.undone", "entry": evening.lot.randint(1, evening.log.seq)}
    event = json.dumps(evening.lot.choice([moved, report, undo]))
    number = evening.phones.door
    evening.door(proposals=(*evening.phones.proposals[-2:], Proposal(number, maker, asked, event, evening.now)))


def _phone_comes(evening: Evening) -> None:
    place, player = evening.phones.door + 10, evening.who()
    new = Phone(place, "n", player, "", evening.now, evening.lot.random() < 0.5, f"h{place}")
    others = tuple(phone for phone in evening.phones.devices if phone.player != player)
    evening.door(devices=(*others, new))


def _phone_goes(evening: Evening) -> None:
    evening.door(devices=evening.phones.devices[1:] or evening.phones.devices)


def _lends(evening: Evening) -> None:
    evening.door(loans={evening.who(): evening.lot.choice(evening.phones.devices).id})


DOOR = [_votes, _votes, _wishes, _proposes, _phone_comes, _phone_goes, _lends, lambda evening: evening.door(loans={})]
