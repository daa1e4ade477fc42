"""`companion new-game` lays out a small game whose tests pass, in a copy of the checkout."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.server.new_game import FILES, Impossible, new_game
from tests.table import row

ROOT = Path(__file__).parents[2]
PARTS = ("companion", "templates", "static", "docs", "tests", "pyproject.toml")
PYTHON = shutil.ignore_patterns("__pycache__")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "browser", "sentences", "releases")


@pytest.fixture
def checkout(tmp_path):
    """A copy of what a game is made of."""
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, tmp_path / part, ignore=LEFT_OUT if part == "tests" else PYTHON)
        else:
            shutil.copy(ROOT / part, tmp_path)
    return tmp_path


@pytest.mark.thorough
def test_the_tests_of_a_new_game_pass(checkout):
    written = new_game("Liar's Dice", checkout)

    assert len(written) == len(FILES) + 1
    assert 'name="Liar’s Dice"' in (checkout / "companion/domain/games/liars_dice/__init__.py").read_text("utf-8")
    assert "    LIARS_DICE,\n)" in (checkout / "companion/domain/games/__init__.py").read_text("utf-8")
    assert not [path for path in written if "slowpoke" in (checkout / path).read_text("utf-8").lower()]
    tests = [path for path in written if path.startswith("tests/")]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_a_name_that_is_taken_or_no_name_is_refused_and_an_installed_companion_has_nothing_to_copy(tmp_path):
    for name, why in (
        ("Frak You", "there is a game called frak-you already"),
        ("../yak", "words of letters and digits"),
        ("", "words of letters and digits"),
        ("Liar's Dice", "in a checkout"),
    ):
        with row(name), pytest.raises(Impossible, match=why):
            new_game(name, tmp_path)
    assert list(tmp_path.iterdir()) == []
