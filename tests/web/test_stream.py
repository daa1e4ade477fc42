"""The stream of a phone: an update when something changed, a heartbeat when nothing did, and an end."""

import zlib

import pytest

from companion.web import live
from tests.web.frak_you_evening import begun


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(live, "BEAT", 0.05)


def test_a_heartbeat_comes_when_nothing_changed_and_at_once_for_a_phone_that_is_up_to_date(
    game, bob, start_evening, listen, quick
):
    stream = listen(bob)
    version = next(stream).split("\n")[0].removeprefix("id: ")
    start_evening(name="Elsewhere").ann.tap("player.joined", name="Zoe")
    for _ in range(3):
        assert next(stream) == f"event: beat\ndata: {version}\n\n"

    assert next(listen(bob, f"page=table&since={version}")).startswith("event: beat")
    assert next(listen(bob, **{"Last-Event-ID": version})).startswith("event: beat")  # the browser's own memory


def test_a_stream_begins_with_everything_and_then_brings_what_changed_also_of_several_taps(game, ann, bob, cal, listen):
    stream, rules = listen(bob), listen(bob, "page=rules")
    frame = next(stream)
    assert frame.startswith(f"id: {game.seq}.")
    assert all(f'id="r-{region}"' in frame for region in ("status", "players", "record", "mine"))
    next(rules)
    ann.tap("seats.moved", move="p3 up")
    assert next(rules).startswith(f"event: beat\ndata: {game.seq}.")  # a page on which it changes nothing
    ann.tap("seats.moved", move="p3 down")
    next(stream)
    cal.tap("trick.taken", deal=1, trick=1, winner="p3")
    frame = next(stream)
    assert frame.startswith(f"id: {game.seq}.")
    assert 'id="r-record"' in frame
    assert 'id="r-mine"' not in frame

    game.play("p2", "p3", first=2)
    frame = next(stream)
    assert frame.startswith(f"id: {game.seq}.")
    assert "Trick 4" in frame


def test_a_player_who_is_initiated_is_sent_what_the_initiated_see(evening, ann, bob, listen):
    begun(evening)
    bob.tap("trick.taken", deal=1, trick=1, winner="p3")
    stream = listen(bob)
    assert "A♠" not in next(stream).replace("&#xFE0E;", "")

    ann.tap("player.initiated", player="p2")

    assert "A♠ paired with a card?" in next(stream).replace("&#xFE0E;", "")


def test_a_phone_that_is_removed_or_whose_joining_is_undone_is_out_with_every_page_it_has_open(
    evening, ann, bob, listen, monkeypatch
):
    monkeypatch.setattr(live, "BEAT", 3600)  # nothing is sent by itself: each stream gets the removal
    streams = [listen(bob, f"page={page}") for page in ("table", "log", "drinks")]
    streams.append(listen(evening.join("Dan")))
    for stream in streams:
        next(stream)
    ann.tap("entry.undone", entry=evening.seq)
    ann.post("seats/remove", player="p2")

    for stream in streams:
        assert [message.startswith("event: gone") for message in stream if "id: " not in message] == [True]
    assert {bob.get(page).status for page in ("", "log", "live?page=table", "poll", "night.json")} == {403}
    assert bob.tap("player.left", player="p2").status == 403
    assert evening.services.pubsub.count(evening.nid) == 0


def test_a_stream_is_never_stored_and_is_compressed_only_for_a_phone_that_accepts_it(evening, bob, quick):
    def opened(**headers):
        return bob.client.get(f"/n/{evening.nid}/live?page=table", headers=headers, buffered=False)

    packed, plain = opened(**{"Accept-Encoding": "gzip"}), opened()
    parts, reader = iter(packed.response), zlib.decompressobj(31)
    pubsub = evening.services.pubsub

    assert packed.headers["Content-Encoding"] == "gzip"
    assert reader.decompress(next(parts)) == b"retry: 1000\n\n"
    assert reader.decompress(next(parts)).startswith(b"id: ")
    assert reader.decompress(next(parts)).startswith(b"event: beat\n")
    assert "Content-Encoding" not in plain.headers
    next(iter(plain.response))
    assert pubsub.count(evening.nid) == 2
    for response in (packed, plain):
        assert response.mimetype == "text/event-stream"
        assert response.headers["Cache-Control"] == "no-store"
        assert response.headers["X-Accel-Buffering"] == "no"
        response.close()
    assert pubsub.count(evening.nid) == 0  # nobody listens for a phone that went
