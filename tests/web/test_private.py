"""Nobody else learns what a player keeps to themselves: an evening with wishes is, byte by byte, one without."""

import re

import pytest

from companion.web import live
from tests.web.test_wishes import FORFEIT, moment_of, wish

AT = "2026-11-20T22:00:00.000Z"
PAGES = (
    "", "drinks", "wishes", "rules", "log", "log/9", "seats", "share", "start/five-card-yak", "deal", "pad",
    "fines", "recap", "recap/picture.svg",
)  # fmt: skip


@pytest.fixture(autouse=True)
def one_clock(monkeypatch):
    """It is always ten o'clock, so that two evenings can be the same."""
    monkeypatch.setattr("companion.commands.handler.instant", lambda: AT)
    monkeypatch.setattr(live, "BEAT", 0.05)


def wishes_of_bob(bob):
    """Everything that Bob may keep, one after the other."""
    yield wish(bob, drinks="forfeit", forfeit=FORFEIT, cap="2", glass="473")
    yield wish(bob, drinks="soft", forfeit=FORFEIT, cap="0")
    yield bob.post("wishes", pause="yes")
    yield wish(bob, drinks="forfeit", forfeit="")


class Telling:
    """An evening that is played the same each time: Bob's phone is lent to nobody, and Ann's acts for Bob as well."""

    def __init__(self, evening, wishing):
        self.evening, self.streams = evening, {}
        self.ann, self.bob, self.cal = evening.ann, evening.join("Bob"), evening.join("Cal")
        self.ann.post("seats/lend", player="p2", to="p1")
        self.wishing = wishes_of_bob(self.bob) if wishing else iter(())
        self.seen = []

    def play(self):
        """What Ann's and Cal's phones are sent while tricks are played, fined and drunk for."""
        start = {"game": "five-card-yak", "players": ["p1", "p2", "p3"], "dealer": "p1"}
        self.ann.tap("game.started", **start)
        self.look()
        for trick, taker in enumerate(("p2", "p3", "p2", "p2"), start=1):
            next(self.wishing, None)
            self.note(self.ann.tap("trick.taken", deal=1, trick=trick, winner=taker).html)
            self.note(self.bob.tap("drink.taken", player="p2", amount=1).status)
            if trick in (1, 3):
                self.look()
        self.note(self.ann.tap("drink.taken", acting="p2", player="p2", amount=1).html)
        self.note(self.cal.tap("drink.taken", player="p2", amount=99).html)
        self.look()
        return self.seen

    def look(self):
        for phone in (self.ann, self.cal):
            for page in PAGES:
                self.note(phone.get(page).html)
                self.note(phone.get(f"poll?page={page or 'table'}").html)

    def note(self, said):
        self.seen.append(self.plainly(said))

    def plainly(self, said):
        """Without what differs between any two evenings: their address, code and QR."""
        door = self.evening.door
        known = {self.evening.nid: "NIGHT", door.token: "TOKEN", door.watch: "WATCH"}
        known |= {door.code[:4]: "CO", door.code[4:]: "DE"}
        said = re.sub(r"<svg.*?</svg>", "QR", str(said), flags=re.S)
        for name, word in known.items():
            said = said.replace(name, word)
        return said


@pytest.fixture
def tell(start_evening):
    return lambda wishing: Telling(start_evening(unit="pencil"), wishing)


def test_the_phones_of_the_others_the_log_and_the_export_are_the_same_bytes(tell, caplog):
    caplog.set_level(0)
    without, with_wishes = tell(False), tell(True)

    assert len(without.play()) > 150
    for one, other in zip(without.seen, with_wishes.play(), strict=True):
        assert one == other
    assert with_wishes.plainly(with_wishes.evening.file) == without.plainly(without.evening.file)
    assert FORFEIT not in "".join(with_wishes.seen) + caplog.text


def test_the_streams_of_the_others_stay_silent_and_say_the_same(tell):
    without, with_wishes = (frames_of(tell(wishing)) for wishing in (False, True))

    assert without == with_wishes
    assert [frame.split(" ")[0] for frame in without] == ["id:"] * 4 + ["event:"] * 2


def frames_of(telling):
    """A look at each of Ann's and Cal's streams, Bob's wishes, a game that begins, and what they say then."""
    responses = [
        phone.client.get(f"/n/{phone.nid}/live?page=table", buffered=False) for phone in (telling.ann, telling.cal)
    ]
    streams = [iter(response.response) for response in responses]
    said = [next(stream) for stream in streams] and [next(stream) for stream in streams]
    assert len(list(telling.wishing)) in (0, 4)
    telling.ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p3"], dealer="p1")
    said += [next(stream) for stream in streams] + [next(stream) for stream in streams]
    for response in responses:
        response.close()
    return [telling.plainly(frame.decode()) for frame in said]


def test_a_wish_changes_no_version_but_ones_own(evening, ann, bob):
    theirs, mine = ann.get("poll").version, bob.get("poll").version

    wish(bob, drinks="soft")

    assert ann.get("poll").version == theirs
    assert bob.get("poll").version != mine


def test_another_page_of_ones_own_is_brought_up_to_date(game, bob):
    game.play("p2")
    before = bob.get("poll").version

    wish(bob, drinks="forfeit", forfeit=FORFEIT)

    assert FORFEIT in bob.get(f"poll?since={before}").regions["r-mine"]
    assert bob.get(f"poll?since={bob.get('poll').version}").html == ""


def test_what_one_wished_cannot_be_told_from_the_version(evening, bob):
    wish(bob, drinks="soft")
    soft = bob.get("poll").version

    assert "soft" not in soft
    wish(bob, drinks="alcohol")
    assert bob.get("poll").version.split(".")[2] == soft.split(".")[2][:-6]


def test_a_phone_that_a_seat_was_lent_to_keeps_its_own_wishes_only(game, ann, bob):
    wish(bob, drinks="forfeit", forfeit=FORFEIT)
    ann.post("seats/lend", player="p2", to="p1")
    ann.post("wishes", drinks="soft", acting="p2", player="p2")
    game.play("p2", "p1")

    assert FORFEIT not in ann.get().html + ann.get("drinks").html + ann.get("wishes").html
    assert "A soft drink, as you chose." in moment_of(ann)
    assert f"Do: {FORFEIT}" in moment_of(bob)


def test_what_the_phone_says_aloud_is_the_same_for_everybody(game, bob):
    game.play("p2")
    aloud = 'data-aloud="Bob, drink 1: trick 1 costs 1"'
    assert aloud in bob.get().html

    statuses = []
    for answer in wishes_of_bob(bob):
        statuses.append(answer.status)
        assert aloud in bob.get().html
    assert statuses == [303, 303, 303, 422]


def test_a_wish_moves_with_its_player_to_another_phone(game, bob, stranger):
    wish(bob, drinks="forfeit", forfeit=FORFEIT)
    game.play("p2")
    secret = bob.post("seats/move").html.split("/m/")[1].split("<")[0]

    stranger.post(f"/m/{secret}")

    assert f"Do: {FORFEIT}" in moment_of(stranger)
    assert bob.get("wishes").status == 403


def test_whoever_takes_the_seat_over_does_not_learn_it(game, ann, bob, stranger):
    wish(bob, drinks="forfeit", forfeit=FORFEIT)
    game.play("p2")
    ann.post("seats/remove", player="p2")

    stranger.post(f"/j/{game.door.token}", seat="p2")

    assert "Bob, drink 1" in moment_of(stranger)
    assert FORFEIT not in stranger.get("wishes").html


def test_it_is_still_known_after_a_restart(game, bob, new_app):
    wish(bob, drinks="forfeit", forfeit=FORFEIT)
    game.play("p2")

    assert f"Do: {FORFEIT}" in bob.at(new_app()).get().html


def test_a_stranger_has_no_such_page(evening, stranger):
    for method in ["get", "post"]:
        assert getattr(stranger, method)("wishes").status == 403, method
