"""Long work aside: whoever asked for it waits for the answer, and nobody else does."""

import subprocess
import sys

import pytest

from companion.native import aside

SERVED = """
from gevent import monkey
monkey.patch_all()
import gevent
from companion.native import aside

served, over = [], monkey.get_original("threading", "Event")()

def serve():
    while len(served) < 10:
        served.append(gevent.sleep(0))
    over.set()

gevent.spawn(serve)
assert aside(over.wait, 60)
print(len(served))
"""


def test_phones_are_served_while_something_long_is_worked_out():
    done = subprocess.run([sys.executable, "-c", SERVED], capture_output=True, text=True)

    assert (done.stdout, done.stderr) == ("10\n", "")


def test_what_is_raised_aside_is_raised_to_whoever_asked():
    assert aside(max, 1, 2) == 2
    with pytest.raises(ZeroDivisionError):
        aside(divmod, 1, 0)
