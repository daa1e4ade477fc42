"""A flood from one phone or one address is refused in a sentence, and everybody else plays on."""

from dataclasses import replace
from datetime import timedelta
from functools import wraps
from itertools import chain, repeat

import pytest

from companion import create_app
from companion.storage import clock as storage_clock
from companion.storage import nights
from companion.storage.database import database_of
from companion.system import chance, native_threads
from companion.web import join, live, security
from companion.web.rate_limits import Buckets, Presence
from tests.conftest import OWN, Evening, Phone


@pytest.fixture(scope="module")
def limited(tmp_path_factory):
    """An app as it is served, with all its limits."""
    app = create_app({"DATA": tmp_path_factory.mktemp("limited"), "TRUSTED_HOSTS": ("localhost",)})
    yield app
    database_of(app).close()


@pytest.fixture
def app(limited, monkeypatch):
    """The same one, in which nothing is counted yet, and a refusal takes no time."""
    monkeypatch.setattr(security, "REFUSAL_TAKES", 0.0)
    services = limited.extensions["companion"]
    limited.extensions["companion"] = replace(services, buckets=Buckets(), presence=Presence())
    return limited


@pytest.fixture
def clock():
    return {"now": 1000.0}


@pytest.fixture
def evening(app, clock):
    evening = Evening(app)
    evening.bob = evening.join("Bob")
    app.extensions["companion"] = replace(app.extensions["companion"], buckets=Buckets(lambda: clock["now"]))
    return evening


def fines(phone, number, **more):
    return [phone.tap("fine.given", player="p2", amount=1, again="yes", **more).status for _ in range(number)]


def opens(app, number, address="192.168.1.5"):
    """So many nights opened from one address."""
    more = {"data": {"night": "Friday", "name": "Ann"}, "headers": OWN, "environ_overrides": {"REMOTE_ADDR": address}}
    return [app.test_client().post("/nights", **more) for _ in range(number)]


def test_a_phone_that_floods_is_refused_in_a_sentence_writes_nothing_more_and_the_others_play_on(evening):
    seq = evening.seq
    assert fines(evening.ann, 30) == [200] * 20 + [429] * 10
    assert evening.seq == seq + 20

    for script, words in (
        (True, "It’s sent again in a moment."),
        (False, "then reload: what you sent is sent again."),
    ):
        refused = evening.ann.tap("fine.given", player="p2", amount=1, script=script)
        assert (refused.status, refused.response.headers["Retry-After"]) == (429, "1")
        assert words in refused.words
    assert evening.bob.tap("drink.taken", player="p2", amount=1).status == 200
    assert evening.bob.get().status == 200


def test_a_tap_that_was_refused_counts_once_when_it_is_sent_again(evening, clock):
    fines(evening.ann, 20)
    seq = evening.seq
    assert evening.ann.tap("fine.given", key="again", player="p2", amount=2).status == 429

    clock["now"] += 1
    for _ in range(2):
        assert evening.ann.tap("fine.given", key="again", player="p2", amount=2, again="yes").status == 200
    assert evening.seq == seq + 1


def test_a_fast_thumb_is_never_refused_and_reading_is_four_times_as_free_as_tapping(evening, clock):
    for _ in range(120):
        clock["now"] += 0.2
        assert fines(evening.ann, 1) == [200]
    assert [evening.bob.get("poll?page=table").status for _ in range(90)] == [200] * 80 + [429] * 10
    assert fines(evening.ann, 1) == [200]


def test_a_stranger_can_ask_two_hundred_times_at_once_and_fifty_times_a_second(evening, clock):
    """Two hundred at once, fifty a second in the long run, from one address, to any page."""
    stranger = evening.stranger()
    paths = ("drinks", "live?page=table", "/", "/nowhere", f"/j/{'x' * 22}")
    statuses = [stranger.get(paths[number % len(paths)]).status for number in range(210)]

    assert 429 not in statuses[:190]
    assert set(statuses[200:]) == {429}
    assert "Wait a moment, then reload" in stranger.get("/").words
    assert evening.bob.tap("rule.made", text="No elbows").status == 200

    clock["now"] += 1
    assert [stranger.get("/").status for _ in range(51)] == [200] * 50 + [429]


def test_a_foreign_page_floods_like_a_stranger_and_spends_nothing_of_the_phone_it_uses(evening):
    foreign = {"Origin": "http://evil.example"}
    answers = [evening.bob.post("entries", {"type": "game.ended"}, foreign).status for _ in range(210)]

    assert (answers[0], answers[-1]) == (403, 429)
    assert evening.bob.tap("rule.made", text="No elbows").status == 200


def test_the_files_of_a_page_are_delayed_and_not_refused_and_a_refusal_takes_its_time(evening, monkeypatch):
    waited = []
    monkeypatch.setattr(security.time, "sleep", waited.append)
    stranger = evening.stranger()
    assert {stranger.get("/static/app.css").status for _ in range(210)} == {200}
    assert len(waited) >= 9
    assert stranger.get("/").status == 200

    waited.clear()
    monkeypatch.setattr(security, "REFUSAL_TAKES", 1.0)
    fines(evening.ann, 23)
    assert waited == [1.0] * 3


def test_of_many_streams_of_one_phone_the_newest_four_stay_open(evening, listen, monkeypatch):
    monkeypatch.setattr(live, "BEAT", 0.02)
    streams = []
    for phone in (*[evening.bob] * 9, evening.ann):
        streams.append(listen(phone))
        assert "id: " in next(streams[-1])

    assert [next(stream, None) is None for stream in streams] == [True] * 5 + [False] * 5
    assert evening.services.pubsub.count(evening.nid) == 5


def test_streams_are_opened_no_faster_than_taps_are_made(evening):
    def opens():
        with evening.bob.client.get(f"/n/{evening.nid}/live?page=table", buffered=False) as stream:
            return stream.status_code

    assert [opens() for _ in range(23)] == [200] * 20 + [429] * 3
    assert evening.bob.get("poll?page=table").status == 200


def test_a_stream_that_ends_makes_room():
    ended, presence = [], Presence()
    ends = [lambda number=number: ended.append(number) for number in range(6)]
    for end in ends[:4]:
        presence.open_stream("bob", end)
    for _ in range(2):
        presence.close_stream("bob", ends[2])
    presence.open_stream("bob", ends[4])
    assert ended == []

    presence.open_stream("bob", ends[5])
    assert ended == [0]


# What a phone has computed: fifteen seconds in a row, and a fifth of a processor in the long run

SLOWLY = {  # what a request takes on a machine ten times slower than ours, in seconds
    "reports.night": 2.0, "reports.files": 1.0, "nightfile.kept": 1.0, "pages.table": 0.2, "live.poll": 0.05,
    "pages.drinks": 0.3, "rules.new": 0.3, "entries.enter": 0.1,
}  # fmt: skip
FIRST = 1.2  # more, for the first phone that asks for a page since the start
PAGES = ("", "poll?page=table", "drinks", "poll?page=table", "rules/new?text=No+elbows", "")


@pytest.fixture
def computes(app, clock, monkeypatch):
    """A machine with one processor: each view takes so many seconds of it, and of waiting, and answers nothing."""

    def taken(endpoint, *seconds, waited=0.0):
        costs = chain(seconds, repeat(seconds[-1]))

        @wraps(app.view_functions[endpoint])
        def slow(**_):
            cost = next(costs)
            clock["computed"] += cost
            clock["now"] += waited + cost
            return ""

        monkeypatch.setitem(app.view_functions, endpoint, slow)

    clock["computed"] = 0.0
    monkeypatch.setattr(native_threads, "thread_time", lambda: clock["computed"])
    return taken


def test_ten_phones_on_a_machine_ten_times_slower_are_never_refused(evening, computes, clock):
    phones = [evening.ann, evening.bob, *map(evening.join, ["Cal", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo"])]
    for endpoint, seconds in SLOWLY.items():
        computes(endpoint, seconds + FIRST, seconds)
    refused = []
    for turn in range(25):  # nobody ever waits: each next request is sent as soon as the processor has time for it
        for phone in phones:
            dear = ("recap", "files", "night.json") if turn % 10 == 0 else ()
            answers = [phone.get(page) for page in (*PAGES, *dear)]
            answers.append(phone.tap("fine.given", player="p2", amount=1, again="yes"))
            refused += [answer for answer in answers if answer.status == 429]

    assert refused == []


def test_a_page_is_dear_by_what_it_took_and_only_the_phone_that_asks_for_dear_ones_is_refused(evening, computes, clock):
    assert {evening.ann.get("files").status for _ in range(40)} == {200}

    computes("reports.files", 2.0)
    began, allowed = clock["now"], 0
    for _ in range(200):
        allowed += evening.ann.get("files").status == 200
        clock["now"] += 0.5
        assert evening.bob.get("").status == 200
    assert 2.0 * allowed <= 15 + 2.0 + (clock["now"] - began) / 5

    clock["now"] += 60
    assert evening.ann.get("files").status == 200


def test_a_phone_is_not_charged_for_waiting(evening, computes):
    computes("reports.files", 0.001, waited=30.0)

    assert {evening.ann.get("files").status for _ in range(40)} == {200}


def test_a_phone_has_fifteen_requests_at_once_whose_cost_is_not_known_yet_and_gets_back_what_they_left(clock):
    buckets = Buckets(lambda: clock["now"])
    assert [buckets.take("ann", 15, 0.2) for _ in range(16)] == [True] * 15 + [False]

    for _ in range(15):
        buckets.charge("ann", 0.2, 0.01 - 1)
    assert [buckets.take("ann", 15, 0.2) for _ in range(15)] == [True] * 14 + [False]


def test_a_party_of_thirteen_joins_at_once(evening):
    for number in range(13):
        phone = evening.stranger()
        found = phone.post("/join", code=evening.links.code)
        assert phone.post(found.goes_to, name=f"Guest {number}").status == 303

    assert len(evening.night.players) == 15


def test_twenty_nights_an_hour_are_opened_from_one_address(app, evening, clock):
    assert [answer.status_code for answer in opens(app, 25)] == [303] * 20 + [429] * 5
    refused = opens(app, 1)[0]
    assert "Many nights were opened from here within the hour." in refused.text
    assert int(refused.headers["Retry-After"]) > 0

    assert opens(app, 1, "192.168.1.6")[0].status_code == 303
    clock["now"] += 3601
    assert opens(app, 1)[0].status_code == 303


def test_a_night_that_is_not_opened_does_not_count_but_files_do_even_if_they_are_none(app, evening):
    for _ in range(30):
        assert Phone(app).post("/nights", night="Friday", name="").status == 422
    answers = [Phone(app).post("/nights/file") for _ in range(25)]

    assert [answer.status for answer in answers] == [422] * 20 + [429] * 5
    assert "Wait a little Many nights" in answers[-1].words


def test_a_phone_that_has_been_silent_for_a_minute_is_forgotten(clock):
    buckets = Buckets(lambda: clock["now"])
    for number in range(2000):
        buckets.take(number, 20, 5)
    clock["now"] += 61
    buckets.take("one more", 20, 5)

    assert len(buckets._full_at) == 1


# Guessing a code: ten wrong tries in a quarter of an hour from one network, forty in all


def tries(app, who, right=False):
    """Whether an address can try a code; one that was right does not count."""
    allowed = nights.try_code(database_of(app), who, join.EACH, join.ALTOGETHER, join.WINDOW)
    if right:
        nights.was_right(database_of(app), who)
    return allowed


def test_the_eleventh_wrong_code_of_an_address_is_refused_until_a_quarter_of_an_hour_later(web, monkeypatch):
    began = storage_clock.now()
    monkeypatch.setattr(nights, "now", lambda: began)
    codes = [*[True] * 30, *[False] * 9, True, *[False] * 2]  # right ones neither count nor take wrong ones back
    assert [tries(web, "ann", right) for right in codes] == [True] * 41 + [False]
    assert tries(web, "bob", right=True)

    for second, allowed in ((1, False), (450, False), (899.9, False), (900.1, True)):
        monkeypatch.setattr(nights, "now", lambda second=second: began + timedelta(seconds=second))
        assert tries(web, "ann") is allowed


def test_forty_wrong_codes_stop_everybody(web):
    assert [tries(web, f"phone {number}") for number in range(41)] == [True] * 40 + [False]


def guess(app, address):
    environ = {"REMOTE_ADDR": address}
    return app.test_client().post("/join", data={"code": chance.code()}, headers=OWN, environ_overrides=environ)


def test_eleven_addresses_of_one_home_have_ten_tries_together_and_the_neighbours_their_own(evening, web):
    for name, addresses, neighbour in (
        ("IPv6", [f"2001:db8:1:2::{number:x}:5" for number in range(11)], "2001:db8:1:3::5"),
        ("IPv4 as IPv6 writes it", ["192.0.2.7", *["::ffff:192.0.2.7"] * 10], "::ffff:192.0.2.8"),
    ):
        statuses = [guess(web, address).status_code for address in addresses]

        assert statuses == [422] * 10 + [429], name
        assert guess(web, neighbour).status_code == 422, name
