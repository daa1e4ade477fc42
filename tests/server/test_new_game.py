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

SELECTED = "liars_dice or liars-dice or each_game"  # in CONTRIBUTING.md, and what the command says
ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".*_cache", "instance")


@pytest.fixture
def checkout(tmp_path):
    """A copy of the checkout."""
    return shutil.copytree(ROOT, tmp_path / "checkout", ignore=LEFT_OUT)


@pytest.mark.thorough
def test_a_new_game_passes_its_own_tests_and_those_of_every_game(checkout):
    written = new_game("Liar's Dice", checkout)

    assert len(written) == len(FILES) + 1
    assert 'name="Liar’s Dice"' in (checkout / "companion/domain/games/liars_dice/__init__.py").read_text("utf-8")
    assert "    LIARS_DICE,\n)" in (checkout / "companion/domain/games/__init__.py").read_text("utf-8")
    assert not [path for path in written if "slowpoke" in (checkout / path).read_text("utf-8").lower()]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", SELECTED],
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


def test_a_game_is_laid_out_in_the_checkout_one_stands_in_which_is_named(checkout, monkeypatch, capsys):
    monkeypatch.chdir(checkout / "docs")

    assert cli.main(["new-game", "Liar’s Dice"]) == 0
    said = capsys.readouterr().out
    assert f"In {checkout}:\ncompanion/domain/games/liars_dice" in said
    assert f'python -m pytest -k "{SELECTED}"' in said
    assert (checkout / "docs" / "games/liars-dice.md").is_file()


def test_outside_a_checkout_nothing_is_laid_out_and_the_refusal_says_what_to_do(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    assert cli.main(["new-game", "Liar’s Dice"]) == 1
    assert "cd into one, and say it again" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
