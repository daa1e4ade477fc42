"""Every measurement runs to its end from one command, at a size that measures nothing, and leaves no process behind."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough

CHECKOUT = Path(__file__).parents[2]
BRIEF = ("--repeats", "1", "--seconds", "0.4", "--warm", "0.2")
needs_cc = pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler here")


def told(*words):
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=CHECKOUT, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_ours_is_measured_against_the_bare_server():
    found = told("bench.versus", "--tables", "3", "--phones", "2", *BRIEF)
    assert set(found["medians"]) == {"ours", "bare"}
    assert found["medians"]["ours"]["per_s"] > 0
    assert found["ratios"]["bare"]["per_s"] > 0


def test_phones_that_do_not_read_are_clogged_and_the_others_go_on():
    few = ("--phones-total", "8", "--phones", "4", "--slow", "0.125", "--only", "ours", "--rate", "20")
    found = told("bench.crowd", *few, *BRIEF)
    (slow,) = found["runs"]["ours, some slow"]
    assert slow["all"]["clogged"] == 1
    assert slow["held"] == 7


@needs_cc
def test_a_slow_disk_makes_every_tap_wait_for_it():
    found = told("bench.slow_disk", "--tables", "2", "--actors", "2", "--only", "ours", "--ms", "20", *BRIEF)
    assert found["medians"]["ours, 2 at once"]["p50"] >= 20


def test_a_slowed_down_machine_carries_a_table_of_twelve():
    found = told("bench.pi", "--share", "0.5", *BRIEF)
    assert found["spin_share"] < 0.75
    assert found["medians"]["ours"]["held"] == 12


def test_a_tap_on_ten_phones_is_told_by_kind():
    found = told("bench.tap", "--phones", "3", *BRIEF)
    (run,) = found["runs"]["ours"]
    assert run["all"]["phases"][-1]["trick"]["last_phone_ms"]["p50"] > 0


def test_the_first_join_is_weighed_with_its_styles_and_scripts():
    found = told("bench.bytes", "--phones", "2", "--seconds", "0.4")
    assert {"app", "outbox", "live", "pocket", "idiomorph-0"} <= {
        name.partition(".")[0] for name in found["first_join"]
    }
    assert found["update_bytes"]["all"]["p50"] > 0


def test_a_forecast_is_timed_game_by_game():
    found = told("bench.forecasts", "--game", "yak")
    assert (found["game"], found["players"], found["deals"]) == ("yak", 4, 300)
