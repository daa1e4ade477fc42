"""Two processes at one table: a phone may reach either with any request, and finds what it has tapped at the other."""

import re
import threading
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import delete

from companion.commands.verdict import Command
from companion.domain import events as of
from companion.domain.rights import Sender
from companion.server import housekeeping
from companion.server.housekeeping import Housekeeper
from companion.storage import nights
from companion.storage.clock import ago, now
from companion.storage.database import database_of
from companion.storage.members import Preferences
from companion.storage.models import entry
from companion.web import services as of_an_app
from tests.conftest import Evening, Phone, at_once, subscribed
from tests.postgres.processes import PATIENCE, until

SCRIPT = {"HX-Request": "true"}


def keeper(app):
    return app.extensions["companion"].nights


@pytest.fixture
def both(friday, moved):
    """Ann at either process, who has already looked at the table in both."""
    there = moved(friday.ann)
    assert there.get().status == friday.ann.get().status == 200
    return friday.ann, there


def test_a_phone_reads_at_one_process_what_it_tapped_at_the_other(both):
    here, there = both
    for amount in range(1, 6):
        assert here.tap("fine.given", player="p2", amount=amount, reason=f"reason {amount}").status == 200
        assert f"reason {amount}" in there.get("log").words
        assert there.tap("fine.given", player="p3", amount=amount, reason=f"cause {amount}").status == 200
        assert f"cause {amount}" in here.get("log").words


def test_a_form_to_sit_down_that_reaches_both_processes_is_one_player(friday, app_a, app_b):
    invited = f"/j/{friday.links.token}"
    for name in ("Dot", "Eve", "Fay"):
        key = re.search(r'name="key" value="([^"]+)"', Phone(app_b).get(invited).html)[1]
        form = {"name": name, "key": key}
        answers = at_once(*(partial(Phone(app).post, invited, form) for app in (app_a, app_b)))

        assert [answer.status for answer in answers] == [303, 303]
        assert len({answer.response.headers["Set-Cookie"].split(";")[0] for answer in answers}) == 1

    keeper(app_a).sync(friday.nid)
    assert list(friday.night.names.values()) == ["Ann", "Bob", "Cal", "Dot", "Eve", "Fay"]
    assert len(keeper(app_a).phones(friday.nid).devices) == 6


def test_a_text_that_no_database_takes_is_refused_in_words(friday):
    named = friday.stranger().post(f"/j/{friday.links.token}", {"name": "Dot"}, {"User-Agent": "Bro\x00wser"})
    assert named.status == 303
    for player in ("p2\x00", "\x00", "x" * 10_000):
        assert friday.ann.post("seats/confirm", player=player).status == 404
        assert friday.ann.post("seats/lend", player="p2", to=player).status == 422


def test_two_processes_that_record_the_same_trick_make_one(both, friday, app_a, app_b):
    here, _ = both
    here.tap("game.started", game="five-card-yak", players=["p1", "p2", "p3"], dealer="p1", open_rules="yes")
    fine = Command(lambda night: [of.FineGiven(player="p2", amount=1)])
    keeper(app_b).sync(friday.nid)
    taps = [
        partial(app.extensions["companion"].commands.handle, friday.nid, fine, Sender("p1")) for app in (app_a, app_b)
    ]
    seqs = [recorded.seq for _ in range(20) for recorded in at_once(*taps)]
    first = min(seqs)
    assert sorted(seqs) == list(range(first, first + 40))
    keeper(app_a).sync(friday.nid)
    assert friday.owed == {"p2": 40}


def test_who_joins_at_one_process_and_is_removed_is_so_at_the_other(both, friday, moved):
    dot, bob, screen = moved(friday.join("Dot")), moved(friday.bob), moved(friday.stranger())
    assert "Dot" in both[1].get("seats").words
    assert screen.get(f"/w/{friday.links.watch}").status == 303
    assert [phone.get().status for phone in (dot, bob)] == [screen.get("tv").status, 200] == [200, 200]

    friday.ann.post("seats/remove", player="p2")
    assert [bob.get().status, screen.get("tv").status] == [403, 403]
    assert bob.tap("drink.taken", player="p2", amount=1).status == 403


def test_what_one_keeps_to_oneself_holds_at_the_other_app_and_wakes_nobody(both, friday, app_b):
    here, there = both
    with subscribed(app_b.extensions["companion"].pubsub, friday.nid) as subscription:
        here.post("preferences", drinks="soft", cap="4")
        assert 'value="4"' in there.get("preferences").html
        assert keeper(app_b).phones(friday.nid).preferences_of("p1") == Preferences(drinks="soft", cap=4, unit="sip")
        assert not subscription.wait(0)
    assert (
        here.get("preferences").html.partition("data-version")[2][:40]
        == there.get("preferences").html.partition("data-version")[2][:40]
    )


def test_proposals_of_one_app_are_counted_at_the_other(both, friday, moved):
    here, there = both
    moved(friday.bob)
    here.tap("fine.given", player="p1", amount=2)
    asked = there.post("proposals", {"type": "drink.moved", "player": "p1", "to": "p2", "amount": "1"}, SCRIPT)
    assert asked.status == 200, asked.says
    assert keeper(friday.app).phones(friday.nid).proposals == ()
    friday.bob.get()
    assert len(keeper(friday.app).phones(friday.nid).proposals) == 1


def test_a_night_that_one_process_deletes_is_gone_at_the_other(both, friday, app_b):
    here, there = both
    nights.delete_night(database_of(friday.app), friday.nid)
    friday.app.extensions["companion"].drop_night(friday.nid)

    assert there.get().status == 403
    assert friday.nid not in keeper(app_b).ids()
    assert friday.nid not in app_b.extensions["companion"].fragments


def test_a_region_that_looked_different_at_the_other_process_is_rendered_again(both):
    here, there = both
    before = there.get("drinks").html
    here.tap("fine.given", player="p2", amount=7)
    shown = here.tap("entry.undone", entry=5, back="drinks")
    seven = here.get("poll?page=drinks").version
    here.tap("fine.given", player="p2", amount=7)
    assert "r-ledger" in before
    seen = here.get("poll?page=drinks").version
    here.tap("entry.undone", entry=7, back="drinks")

    assert shown.status == 200
    assert seen != seven
    assert "r-ledger" in there.get(f"poll?page=drinks&since={seen}").regions


def test_what_is_published_at_one_process_reaches_the_other_without_a_round(make_app, monkeypatch):
    monkeypatch.setattr(housekeeping, "ROUND_OF_MANY", 3600.0)
    a, b = make_app(speaks=True), make_app(speaks=True)
    friday = Evening(a)
    assert friday.ann.at(b).get().status == 200
    with subscribed(b.extensions["companion"].pubsub, friday.nid) as subscription:

        def is_heard(patience):
            friday.ann.tap("fine.given", player="p1", amount=1, again="yes")
            return subscription.wait(patience)

        until(lambda: is_heard(0.1))  # until then it may not listen yet
        keeper(b).sync(friday.nid)
        for _ in range(8):
            while subscription.wait(0):
                pass
            assert is_heard(PATIENCE)
            assert keeper(b).log(friday.nid).seq == friday.seq


def test_what_no_message_named_is_found_by_a_round(both, friday, app_b, monkeypatch):
    here, _ = both
    monkeypatch.setattr(housekeeping, "ROUND_OF_MANY", 0.01)
    threading.Thread(target=Housekeeper(app_b).run, daemon=True).start()
    with subscribed(app_b.extensions["companion"].pubsub, friday.nid) as subscription:
        here.tap("fine.given", player="p2", amount=1)

        assert subscription.wait(PATIENCE)
    assert keeper(app_b).log(friday.nid).seq == friday.seq


def test_a_night_that_another_process_has_deleted_already_is_deleted(friday, app_b, monkeypatch):
    monkeypatch.setattr(nights, "due", lambda *_: (0, [friday.nid]))
    for process in (friday.app, app_b):
        Housekeeper(process).delete_old()
        assert nights.find(database_of(friday.app), id=friday.nid) is None


def test_processes_that_start_together_mark_an_old_night_and_one_that_starts_later_deletes_it(
    friday, app_a, app_b, monkeypatch
):
    for days, is_left in ((181, True), (182, False)):
        monkeypatch.setattr(housekeeping, "now", lambda days=days: now() + timedelta(days=days))
        at_once(*(Housekeeper(app).delete_old for app in (app_a, app_b)))
        assert (nights.find(database_of(friday.app), id=friday.nid) is not None) == is_left


def test_what_a_database_has_lost_after_a_failover_is_lost_at_every_app_and_the_night_goes_on(both, friday, app_a):
    here, there = both
    here.tap("fine.given", player="p2", amount=3, reason="late")
    assert "late" in there.get("log").words

    def lose(session):
        session.execute(delete(entry).where(entry.c.night_id == friday.nid, entry.c.seq == friday.seq))

    database_of(app_a).write(lose)
    assert "late" not in here.get("log").words
    assert "late" not in there.get("log").words
    assert there.tap("fine.given", player="p3", amount=2, reason="spilled").status == 200
    assert "spilled" in here.get("log").words
    assert friday.owed == {"p3": 2}


def test_a_tap_after_a_failover_that_nobody_has_noticed_leaves_no_gap_in_the_log(both, friday, app_a, monkeypatch):
    here, _ = both
    for reason in ("late", "spilled"):
        here.tap("fine.given", player="p2", amount=3, reason=reason)

    def lose(session):
        session.execute(delete(entry).where(entry.c.night_id == friday.nid, entry.c.seq >= friday.seq - 1))

    database_of(app_a).write(lose)
    monkeypatch.setattr(keeper(app_a), "sync", lambda night_id: None)
    before = friday.seq
    assert here.tap("fine.given", player="p3", amount=2, reason="phone").status == 200

    assert friday.seq == before - 1
    assert [line.entry.seq for line in keeper(app_a).log(friday.nid).lines] == list(range(1, before))
    assert friday.owed == {"p3": 2}


def test_a_phone_that_another_process_hears_is_not_gone(friday, app_b, monkeypatch):
    services = friday.app.extensions["companion"]
    ann, clock = services.nights.phones(friday.nid).of_player("p1"), services.presence.clock
    monkeypatch.setattr(services.presence, "clock", lambda: clock() + 11 * 60)
    with monkeypatch.context() as later:
        later.setattr(of_an_app, "ago", lambda seconds: ago(seconds - 11 * 60))
        assert services.is_gone(ann)

    friday.ann.at(app_b).get()
    Housekeeper(app_b).write_heard()
    assert not services.is_gone(ann)
    assert friday.bob.post("office", {}, SCRIPT).refuses("Ann’s phone was heard less than two minutes ago.")
