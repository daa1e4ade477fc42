"""Every measurement runs to its end from one command, at a size that measures nothing, and leaves no process behind."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough

CHECKOUT = Path(__file__).parents[2]


def told(*words):
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=CHECKOUT, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_this_checkout_is_measured_beside_an_empty_post():
    found = told("bench.versus", "--tables", "3", "--phones", "2", "--taps", "12", "--rate", "60", "--pairs", "1")

    assert found["medians"]["ours"]["work_ms"] > 0
    assert found["medians"]["ours"]["last_phone_p95_ms"] > 0
    assert found["posts_per_tap"] > 0
    assert found["ratios"] == {}


def test_the_first_join_is_weighed_with_its_styles_and_scripts():
    found = told("bench.bytes", "--taps", "30")

    assert {"the invitation", "the table", "app"} <= {name.partition(".")[0] for name in found["first_join"]}
    assert found["update_bytes"]["p50"] > 0


@pytest.mark.browser
def test_a_slow_phone_is_measured_beside_an_htmx_page():
    found = told("bench.phone", "--quick", "--taps", "2", "--only", "ours", "htmx")

    assert found["faults"] == []
    assert set(found["loads"]) == {"ours", "htmx"}
    assert {(each["subject"], each["case"], each["own"]) for each in found["taps"].values()} == {
        *(("ours", case, own) for case in ("plain", "fined") for own in (False, True)),
        *(("htmx", "plain", own) for own in (False, True)),
    }
    assert all(each["glass"] > 0 and each["main"] > 0 and each["bytes"] > 0 for each in found["taps"].values())


def test_a_forecast_is_timed_game_by_game():
    found = told("bench.forecasts", "--game", "yak")

    assert (found["game"], found["players"], found["deals"]) == ("yak", 4, 300)


@pytest.mark.parametrize("words", [("bench.long_night", "--lengths", "20"), ("bench.many_nights", "--nights", "5")])
def test_a_long_night_and_many_nights_are_timed(words):
    assert told(*words, "--taps", "3")["tap"] > 0
