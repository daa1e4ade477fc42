"""What no screen tells, byte by byte: bids, dice, the rules of Frak You, what somebody keeps to themselves."""

import re
from itertools import islice

import pytest

from tests.conftest import plain
from tests.web import frak_you_evening, yak_evening, yogis_whist_evening
from tests.web.test_wishes import FORFEIT, wish


def screen_of(evening):
    """A television that was just opened by the link."""
    screen = evening.stranger()
    assert screen.get(f"/w/{evening.door.watch}").status == 303
    return screen


@pytest.fixture
def screen(evening):
    return screen_of(evening)


def everything(phone, night):
    """Every byte a screen is sent, without what differs between two nights anyway."""
    response = phone.client.get(f"/n/{phone.nid}/tv/live", buffered=False)
    said = "".join(part.decode() for part in islice(response.iter_encoded(), 2))
    response.close()
    said += phone.get("tv").html + phone.get("tv/poll").html
    for known in (night.nid, night.door.token, night.door.code[:4], night.door.code[4:]):
        said = said.replace(known, "-")
    return re.sub(r"<svg.*?</svg>", "QR", said, flags=re.S)


def test_whatever_is_bid_face_down_the_screen_is_sent_the_same_bytes(start_table):
    for who in ["a screen", "Ann, who laid none", "Bob, whose bid it is"]:
        seen = []
        for bid in ({"tricks": 0}, {"tricks": 3}, {"cards": "TS"}, {"cards": "AC"}):
            night = start_table()
            yogis_whist_evening.begun(night)
            yogis_whist_evening.bid(night.bob, "p2", **bid)
            phone = {"a": screen_of(night), "Ann": night.ann, "Bob": night.bob}[who.replace(",", " ").split()[0]]
            seen.append(everything(phone, night))
            yogis_whist_evening.played(night, "p2", "p2", "p3")
            seen[-1] += everything(phone, night)
        assert "bid laid" in seen[0], who
        assert seen == seen[:1] * len(seen), who


def test_whatever_the_same_dice_show_ann_the_screen_is_sent_the_same_bytes(start_evening, monkeypatch):
    seen = []
    for rest, box in ((6, "all"), (2, "2s"), (4, "run-1-5")):
        night = start_evening()
        night.bob = night.join("Bob")
        yak_evening.begun(night, monkeypatch, rest)
        yak_evening.secret_round(night, box)
        seen += [everything(phone, night) for phone in (screen_of(night), night.ann)]

    assert "? points" in seen[0]
    assert seen == seen[:1] * len(seen)


@pytest.mark.parametrize("who", ["screen", "ann"])
def test_no_screen_tells_how_frak_you_goes_although_an_initiated_phone_is_cast(evening, request, who):
    phone = request.getfixturevalue(who)
    frak_you_evening.begun(evening)
    heard = ""
    for trick, said in enumerate(("p2 2C, p3 KC, p1 4C", "p3 4H, p1 3C, p2 KH", "p1 4D, p2 9D, p3 AS JD"), 1):
        assert frak_you_evening.by_cards(evening.ann, trick, said).status == 200
        heard += everything(phone, evening)
    evening.ann.tap("game.ended")
    heard += everything(phone, evening)

    assert "took trick 3" in heard
    assert frak_you_evening.TELLING.findall(heard) == []
    assert "K♣" not in heard.replace("&#xFE0E;", "")


def test_how_somebody_settles_is_on_no_screen(start_evening):
    seen = []
    for wishes in (False, True):
        night = start_evening()
        night.bob = night.join("Bob")
        if wishes:
            wish(night.bob, drinks="forfeit", forfeit=FORFEIT, cap="2", glass="473")
            night.bob.post("wishes", pause="yes")
        night.ann.tap("fine.given", player="p2", amount=1, reason="late")
        seen += [everything(phone, night) for phone in (screen_of(night), night.bob)]

    assert "Bob drinks 1" in plain(seen[0])
    assert all(FORFEIT not in said for said in seen)
    assert without_seq(seen[0]) == without_seq(seen[1]) == without_seq(seen[2]) == without_seq(seen[3])


def without_seq(said):
    """Versions count the changes at the door, of which a wish is one; the whisper that follows tells only its owner."""
    return re.sub(r"\b\d+\.\d+\.[0-9a-fn]+", "VERSION", said)


def test_nothing_is_said_of_phones(evening, ann, screen):
    ann.tap("player.joined", name="Dan")
    before = without_seq(everything(screen, evening))
    ann.post("seats/lend", player="p4", to="p2")
    ann.post("seats/move")

    assert without_seq(everything(screen, evening)) == before
