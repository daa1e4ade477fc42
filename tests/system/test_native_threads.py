"""Long work in native threads: only the caller waits for it."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.system.native_threads import aside

SERVED = """
from gevent import monkey
monkey.patch_all()
import sys
import gevent
from companion.system.native_threads import aside, aside_replay, aside_text

served, over = [], monkey.get_original("threading", "Event")()

def serve():
    while len(served) < 10:
        served.append(gevent.sleep(0))
    over.set()

reports = [gevent.spawn(aside, over.wait, 60) for _ in range(9)]
gevent.sleep(0)
read = aside_text(max, 1, 2), aside_replay(max, 1, 2)
print(read, over.is_set(), sys.getswitchinterval() < 0.001)
gevent.spawn(serve)
assert aside(over.wait, 60)
print(len(served))
"""


def test_phones_are_served_and_rules_and_nights_are_read_while_many_reports_are_worked_out():
    done = subprocess.run([sys.executable, "-c", SERVED], capture_output=True, text=True)

    assert (done.stdout, done.stderr) == ("(2, 2) False True\n10\n", "")


def test_an_error_in_another_thread_is_raised_to_the_caller():
    assert aside(max, 1, 2) == 2
    with pytest.raises(ZeroDivisionError):
        aside(divmod, 1, 0)


MEASURED = """
from gevent import monkey
monkey.patch_all()
import gevent
from collections import Counter
from contextlib import suppress
from companion.system import native_threads
from companion.system.native_threads import Computing, aside

own_thread, computed = monkey.get_original("_thread", "get_ident"), Counter()
native_threads.thread_time = lambda: computed[own_thread()]

def compute(seconds, fails=False):
    computed[own_thread()] += seconds
    return 1 // (not fails)

def request(here, elsewhere):
    computing = Computing()
    for turn in range(4):
        compute(here)
        gevent.sleep(0)
        with suppress(ZeroDivisionError):
            aside(compute, elsewhere, turn == 3)
    return computing.seconds()

def connection(*requests):
    return [request(*one) for one in requests]

phones = [gevent.spawn(connection, *each) for each in ([(1, 10), (5, 0)], [(2, 20)], [(3, 0)])]
gevent.spawn(lambda: [(compute(1000), gevent.sleep(0)) for _ in range(9)])
print([phone.get() for phone in phones])
"""


def test_a_request_is_said_to_compute_what_it_does_itself_here_and_in_other_threads_and_not_what_others_do_meanwhile():
    done = subprocess.run([sys.executable, "-c", MEASURED], capture_output=True, text=True)

    assert (done.stdout, done.stderr) == ("[[44.0, 20.0], [88.0], [12.0]]\n", "")


EVENING = """
from gevent import monkey
monkey.patch_all()
import sys
from pathlib import Path
from tests import queries
from tests.conftest import Evening, make_app

evening = Evening(make_app(Path(sys.argv[1])))
bob = evening.join("Bob")
assert bob.tap("drink.taken", player="p2", amount=1).status == 422
assert evening.ann.tap("fine.given", player="p2", amount=1).status == 200
assert bob.post("preferences", drinks="soft").status == 200
assert evening.ann.get("log").status == 200
assert evening.ann.post("delete", sure="yes").status == 200
print(queries.elsewhere)
from companion.storage.engine import address, engine_for
engine_for(address(evening.app)).connect().exec_driver_sql("SELECT 1")
print(bool(queries.elsewhere))  # and one that is run here is noticed
"""


def test_under_gevent_no_query_runs_on_the_thread_that_serves(tmp_path):
    command = [sys.executable, "-c", EVENING, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2])

    assert (done.stdout, done.stderr) == ("[]\nTrue\n", "")
