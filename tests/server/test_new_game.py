"""`companion new-game` lays out a small game whose tests pass, in a copy of the checkout."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.server import cli
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


def test_a_name_that_is_taken_or_no_name_is_refused(tmp_path):
    place = tmp_path / "docs/games/frak-you.md"
    place.parent.mkdir(parents=True)
    place.write_text("", encoding="utf-8")
    for name, why in (
        ("Frak You", "there is a game called frak-you already: docs/games/frak-you.md"),
        ("../yak", "words of letters and digits"),
        ("Ship, Captain, Crew", "without a comma"),
        ("", "words of letters and digits"),
    ):
        with row(name), pytest.raises(Impossible, match=why):
            new_game(name, tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [place]


def test_a_game_is_laid_out_in_the_checkout_one_stands_in_which_is_named(tmp_path, monkeypatch, capsys):
    for part in ("docs/new-game", "companion/domain/games/__init__.py"):
        (shutil.copytree if (ROOT / part).is_dir() else shutil.copy)(ROOT / part, below(tmp_path / "other" / part))
    monkeypatch.chdir(tmp_path / "other" / "docs")

    assert cli.main(["new-game", "Liar’s Dice"]) == 0
    said = capsys.readouterr().out
    assert f"In {tmp_path / 'other'}:\ncompanion/domain/games/liars_dice" in said
    assert 'python -m pytest -k "liars_dice or liars-dice or each_game"' in said
    assert (tmp_path / "other/docs/games/liars-dice.md").is_file()


def test_outside_a_checkout_nothing_is_laid_out_and_the_refusal_says_what_to_do(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    assert cli.main(["new-game", "Liar’s Dice"]) == 1
    assert "cd into one, and say it again" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def below(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
