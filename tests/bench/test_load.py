"""The load generator tells the truth: what it plays is a real evening, and what it reads is what was sent."""

import asyncio
import random
import zlib
from itertools import product

from bench.load.following import Following
from bench.load.seats import Table, Tally, Tap, quantiles, weights
from bench.load.streams import Stream
from bench.load.yak import Evening
from companion.rules import events as of
from companion.rules.events import Entry
from companion.rules.log import Log
from companion.rules.tricks import TrickTaken
from tests.table import row

EVENTS = b"event: paint\nid: 7.1.a\ndata: <p>\n\nevent: beat\ndata: 8.1.a\n\n"
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"


def table_of(players):
    log = Log()
    game = of.GameStarted(game="five-card-yak", players=players)
    opening = [of.NightOpened(name="Friday"), *(of.PlayerJoined(player=one, name=one) for one in players), game]
    for event in opening:
        log.adopt(log.propose(Entry(log.seq + 1, event)))
    return log


def test_what_the_generator_plays_is_allowed_and_nobodys_debt_grows_without_end():
    for seats in (2, 3, 5, 6, 10):
        with row(seats, "seats"):
            plays_what_is_allowed(seats)


def plays_what_is_allowed(seats):
    players = tuple(f"p{number}" for number in range(1, seats + 1))
    log, evening, most = table_of(players), Evening(players, random.Random(seats)), 0
    for _ in range(200):
        todo = evening.next()
        said = dict(todo.fields)
        if todo.kind == "drink":
            event = of.DrinkTaken(player=said["player"], amount=int(said["amount"]))
        else:
            event = TrickTaken(deal=int(said["deal"]), trick=int(said["trick"]), winner=said["winner"] or None)
        log.adopt(log.propose(Entry(log.seq + 1, event)))
        evening.written(todo)
        most = max(most, *(player.owed for player in log.night.players.values()))
        if todo.kind == "drink":
            assert log.night.players[said["player"]].owed == 0
    assert most <= 5 * 6  # what one deal can cost somebody


def test_a_refused_tap_is_tried_again_as_it_was():
    evening = Evening(("p1", "p2", "p3"), random.Random(1))
    for _ in range(40):
        todo = evening.next()
        assert evening.next() == todo
        evening.written(todo)


class Wire:
    """What a stream writes to, and the events that were read from it."""

    def __init__(self):
        self.heard, self.dropped = [], []

    def write(self, data):
        pass

    abort = write

    def read(self, *parts):
        phone = Table(1, 1).phones[0]
        stream = Stream(
            phone, b"", lambda phone, event, size, at: self.heard.append((event, size)), self.dropped.append
        )
        stream.connection_made(self)
        for part in parts:
            stream.data_received(part)
        return [event for event, _ in self.heard]


def chunked(*parts):
    return [b"%x\r\n%b\r\n" % (len(part), part) for part in parts]


def packed(*parts):
    deflate = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    blocks = [deflate.compress(part) + deflate.flush(zlib.Z_FULL_FLUSH) for part in parts]
    return [b"\x1f\x8b\x08" + bytes(7) + blocks[0], *blocks[1:]]


WAYS = {
    "as it is": (b"", [EVENTS[:40], EVENTS[40:]]),
    "chunked": (b"Transfer-Encoding: chunked\r\n", chunked(EVENTS[:40], EVENTS[40:])),
    "packed": (b"Content-Encoding: gzip\r\n", packed(EVENTS[:40], EVENTS[40:])),
    "both": (b"Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n", chunked(*packed(EVENTS[:40], EVENTS[40:]))),
}


def test_a_stream_is_read_however_it_is_sent_and_cut():
    for way, cut in product(WAYS, (0, 1, 7, 1000)):
        with row(way, cut):
            is_read_as_it_was_sent(*WAYS[way], cut)


def is_read_as_it_was_sent(field, parts, cut):
    sent = b"".join([HEAD, field, b"\r\n", *parts])
    pieces = [sent[at : at + cut] for at in range(0, len(sent), cut)] if cut else [HEAD + field + b"\r\n", *parts]
    wire = Wire()
    assert wire.read(*pieces) == EVENTS.strip(b"\n").split(b"\n\n")
    on_the_wire = sum(map(len, parts))
    assert on_the_wire - 60 <= sum(size for _, size in wire.heard) <= on_the_wire


def test_a_tap_lasts_until_the_last_phone_has_it_and_the_next_one_waits_for_that():
    table, tally, sent = Table(1, 2), Tally(), []
    following = Following(sent.append)
    first, second = Tap(table, 10.0, tally), Tap(table, 10.0, tally)
    following.offer(first)
    following.offer(second)
    assert sent == [first]

    following.saw(table.phones[0], 5, 10.5)  # the stream may be before the answer
    following.made(first, 5)
    assert tally.done == 0
    following.saw(table.phones[1], 6, 12.0)  # a later version holds the earlier ones

    assert (tally.done, tally.took[""]) == (1, [2.0])
    assert sent == [first, second]


def test_a_tap_that_no_answer_comes_to_is_lost_and_its_table_goes_on():
    table, tally, sent = Table(1, 1), Tally(), []
    following = Following(sent.append)

    async def waited():
        done = asyncio.get_running_loop().create_future()
        following.offer(Tap(table, -1e9, tally, done))
        following.offer(Tap(table, -1e9, tally))
        following.give_up()
        await asyncio.wait_for(done, 60)

    asyncio.run(waited())
    assert (tally.lost, len(sent)) == (1, 2)


def test_percentiles_are_of_what_was_counted():
    assert quantiles([one / 1000 for one in range(1, 101)]) == {
        "p50": 51.0,
        "p95": 96.0,
        "p99": 100.0,
        "max": 100.0,
        "n": 100,
    }
    assert quantiles([]) == {}
    tally = Tally()
    for size, times in ((100, 50), (200, 40), (900, 10)):
        tally.sizes["trick"][size] = times
    assert weights(tally.sizes["trick"]) == {"p50": 100, "p95": 900, "n": 100}
