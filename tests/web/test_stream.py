"""The stream of a phone: an update when something changed, a heartbeat when nothing did, and an end."""

import contextlib
import threading
import zlib

import pytest

from companion.web import live
from tests.web.frak_you_evening import begun


@pytest.fixture
def listen():
    """Opens a phone's stream and reads it frame by frame."""
    with contextlib.ExitStack() as stack:

        def opened(phone, query="page=table", **headers):
            response = phone.client.get(f"/n/{phone.nid}/live?{query}", headers=headers, buffered=False)
            assert response.status_code == 200
            stack.callback(response.close)
            frames = iter(response.response)
            assert next(frames).startswith(b"retry:")
            return (frame.decode() for frame in frames)

        yield opened


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(live, "BEAT", 0.05)


def test_a_new_stream_begins_with_everything(game, bob, listen):
    frame = next(listen(bob))

    assert frame.startswith(f"id: {game.seq}.")
    for region in ("r-status", "r-players", "r-record", "r-mine"):
        assert f'id="{region}"' in frame


def test_when_nothing_changed_it_beats_at_once_for_a_phone_that_is_up_to_date(game, bob, listen, quick):
    stream = listen(bob)
    version = next(stream).split("\n")[0].removeprefix("id: ")
    for _ in range(3):
        assert next(stream) == f"event: beat\ndata: {version}\n\n"

    assert next(listen(bob, f"page=table&since={version}")).startswith("event: beat")
    assert next(listen(bob, **{"Last-Event-ID": version})).startswith("event: beat")  # the browser's own memory


def test_what_changed_is_brought_at_once_and_no_more_and_several_taps_together(game, ann, bob, cal, listen):
    stream, share = listen(bob), listen(bob, "page=share")
    next(stream)
    next(share)
    ann.tap("seats.moved", move="p3 up")
    assert next(share).startswith(f"event: beat\ndata: {game.seq}.")  # a page on which it changes nothing
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


def test_who_is_initiated_is_sent_what_the_others_have_long_seen(evening, ann, bob, listen):
    begun(evening)
    bob.tap("trick.taken", deal=1, trick=1, winner="p3")
    stream = listen(bob)
    assert "A♠" not in next(stream).replace("&#xFE0E;", "")

    ann.tap("player.initiated", player="p2")

    assert "A♠ paired:" in next(stream).replace("&#xFE0E;", "")


def test_a_waiting_phone_is_woken(game, bob, cal, listen):
    stream = listen(bob)
    next(stream)
    later = threading.Timer(0.1, lambda: cal.tap("trick.taken", deal=1, trick=1, winner="p3"))
    later.start()

    frame = next(stream)
    later.join()

    assert frame.startswith("id: ")


def test_a_removed_phone_is_out_with_every_page_that_it_has_open(evening, ann, bob, listen, monkeypatch):
    monkeypatch.setattr(live, "BEAT", 3600)  # nothing is sent by itself: each stream gets the removal
    streams = [listen(bob, f"page={page}") for page in ("table", "log", "drinks")]
    for stream in streams:
        next(stream)
    ann.post("seats/remove", player="p2")

    for stream in streams:
        assert next(stream).startswith("event: gone")
        assert list(stream) == []
    assert {bob.get(page).status for page in ("", "log", "live?page=table", "poll", "night.json")} == {403}
    assert bob.tap("player.left", player="p2").status == 403
    assert evening.app.extensions["companion"].pubsub.count(evening.nid) == 0


def test_a_phone_whose_joining_was_undone_is_out_too(evening, ann, listen):
    stream = listen(evening.join("Dan"))
    next(stream)
    ann.tap("entry.undone", entry=evening.seq)

    assert next(stream).startswith("event: gone")


def test_another_nights_tap_wakes_nobody(evening, bob, start_evening, listen, quick):
    stream = listen(bob)
    next(stream)
    start_evening(name="Elsewhere").ann.tap("player.joined", name="Zoe")

    assert next(stream).startswith(f"event: beat\ndata: {evening.seq}.")


def test_a_stream_is_not_kept_and_packed_only_for_who_can_unpack_each_word_of_it_at_once(evening, bob, quick):
    def opened(**headers):
        return bob.client.get(f"/n/{evening.nid}/live?page=table", headers=headers, buffered=False)

    packed, plain = opened(**{"Accept-Encoding": "gzip"}), opened()
    parts, reader = iter(packed.response), zlib.decompressobj(31)
    pubsub = evening.app.extensions["companion"].pubsub

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
