"""The stream of a phone: a painting when something changed, a heartbeat when nothing did, and a farewell."""

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


def test_when_nothing_changed_it_beats(game, bob, listen, quick):
    stream = listen(bob)
    version = next(stream).split("\n")[0].removeprefix("id: ")

    for _ in range(3):
        assert next(stream) == f"event: beat\ndata: {version}\n\n"


def test_a_phone_that_is_up_to_date_is_told_so_at_once(game, bob, listen):
    version = bob.get("poll?page=table").version

    assert next(listen(bob, f"page=table&since={version}")).startswith("event: beat")


def test_the_browsers_own_memory_of_the_last_message_counts_too(game, bob, listen):
    version = bob.get("poll?page=table").version

    frame = next(listen(bob, **{"Last-Event-ID": version}))

    assert frame.startswith("event: beat")


def test_a_tap_elsewhere_is_painted_with_only_what_changed(game, bob, cal, listen):
    stream = listen(bob)
    next(stream)
    cal.tap("trick.taken", deal=1, trick=1, winner="p3")

    frame = next(stream)

    assert frame.startswith(f"id: {game.seq}.")
    assert 'id="r-record"' in frame
    assert 'id="r-mine"' not in frame


def test_a_tap_that_changes_nothing_here_still_tells_the_version(game, bob, cal, ann, listen):
    stream = listen(bob, "page=share")
    next(stream)
    ann.tap("seats.moved", move="p3 up")

    assert next(stream).startswith(f"event: beat\ndata: {game.seq}.")


def test_several_taps_while_a_phone_is_slow_are_one_painting(game, bob, listen):
    stream = listen(bob)
    next(stream)
    game.play("p2", "p3", "p2")

    frame = next(stream)

    assert frame.startswith(f"id: {game.seq}.")
    assert "Trick 4" in frame


def test_whoever_is_initiated_is_painted_what_the_others_have_long_seen(evening, ann, bob, listen):
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
    monkeypatch.setattr(live, "BEAT", 3600)  # nothing is sent by itself: each stream is told of the removal
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


def test_a_phone_whose_joining_was_undone_is_told_too(evening, ann, listen):
    stream = listen(evening.join("Dan"))
    next(stream)
    ann.tap("entry.undone", entry=evening.seq)

    assert next(stream).startswith("event: gone")


def test_another_nights_tap_wakes_nobody(evening, bob, start_evening, listen, quick):
    stream = listen(bob)
    next(stream)
    start_evening(name="Elsewhere").ann.tap("player.joined", name="Zoe")

    assert next(stream).startswith(f"event: beat\ndata: {evening.seq}.")


def test_a_phone_that_goes_leaves_no_ear_behind(evening, bob, web):
    response = bob.client.get(f"/n/{evening.nid}/live?page=table", buffered=False)
    next(iter(response.response))
    bell = web.extensions["companion"].pubsub
    assert bell.count(evening.nid) == 1

    response.close()

    assert bell.count(evening.nid) == 0


def test_a_stream_is_packed_so_that_each_word_of_it_can_be_read_at_once(evening, bob, quick):
    response = bob.client.get(f"/n/{evening.nid}/live?page=table", headers={"Accept-Encoding": "gzip"}, buffered=False)
    parts, reader = iter(response.response), zlib.decompressobj(31)

    assert response.headers["Content-Encoding"] == "gzip"
    assert reader.decompress(next(parts)) == b"retry: 1000\n\n"
    assert reader.decompress(next(parts)).startswith(b"id: ")
    assert reader.decompress(next(parts)).startswith(b"event: beat\n")
    response.close()


def test_a_stream_is_not_kept_and_not_packed_for_who_cannot_unpack(evening, bob):
    response = bob.client.get(f"/n/{evening.nid}/live?page=table", buffered=False)
    response.close()

    assert response.mimetype == "text/event-stream"
    assert "Content-Encoding" not in response.headers
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Accel-Buffering"] == "no"
