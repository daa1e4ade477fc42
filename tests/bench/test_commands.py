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


def test_this_checkout_is_measured():
    found = told("bench.versus", "--tables", "3", "--phones", "2", "--taps", "12", "--rate", "60", "--pairs", "1")

    assert found["medians"]["ours"]["work_ms"] > 0
    assert found["medians"]["ours"]["last_phone_p95_ms"] > 0
    assert found["ratios"] == {}


def test_the_first_join_is_weighed_with_its_styles_and_scripts():
    found = told("bench.bytes", "--taps", "30")

    assert {"the invitation", "the table", "app"} <= {name.partition(".")[0] for name in found["first_join"]}
    assert found["update_bytes"]["p50"] > 0


@pytest.mark.browser
def test_a_phone_is_measured_beside_an_htmx_page(monkeypatch):
    from tests.browser.server import CHROMIUM

    monkeypatch.setenv("COMPANION_CHROMIUM", str(CHROMIUM))
    found = told("bench.phone", "--quick", "--taps", "1", "--slower", "1")
    figures = found["figures"]

    assert found["faults"] == []
    assert figures.keys() == {
        *(f"ours, {kind}" for kind in ("load", "plain, own", "plain, other", "fined, own", "fined, other")),
        *(f"htmx, {kind}" for kind in ("load", "plain, own", "plain, other")),
    }
    assert all(each["main"] > 0 and each["bytes"] > 0 for each in figures.values())
    assert all(each["glass"] > 0 for kind, each in figures.items() if "load" not in kind)


def test_a_long_night_is_timed():
    found = told("bench.long_night", "--lengths", "20", "--taps", "3")

    assert found["tap"] > 0
    assert found["undo_early"] > 0


def test_a_flood_is_measured_beside_peace():
    found = told("bench.survival.floods", "--seconds", "1")

    assert found["guest"]["flood"]["median"] > 0
    assert found["nobody"]["peace"]["median"] > 0
