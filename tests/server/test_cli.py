"""The `companion` command: what each of its words does, and how it refuses."""

import io
import json
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from companion.domain.replay import result_text
from companion.server import cli
from companion.storage.database import database_of
from tests.conftest import Evening, make_app
from tests.table import row

NIGHT = '{"format": "companion-night/1", "events": [{"seq": 1, "type": "night.opened", "name": "Ännchens Abend"}]}'


def test_a_night_file_is_replayed_onto_the_terminal(tmp_path, monkeypatch, capfdbinary):
    night = tmp_path / "night.json"
    night.write_text(NIGHT, encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(NIGHT.encode())))
    for name in (str(night), "-"):
        assert cli.main(["replay", name]) == 0
        assert json.loads(capfdbinary.readouterr().out) == json.loads(result_text(NIGHT.encode()))


def test_a_missing_file_is_named_in_one_sentence(tmp_path, capsys):
    gone, nowhere, data = tmp_path / "gone.json", tmp_path / "no" / "night.json", ["--data", str(tmp_path)]
    for command, *more in (["replay"], ["import", *data], ["restore", *data]):
        for name, said in (
            (gone, f"There is no file gone.json in {tmp_path}.\n"),
            (nowhere, f"There is no folder {nowhere.parent}.\n"),
            (tmp_path, f"{tmp_path} is a folder: name a file.\n"),
        ):
            with row(command, name.name):
                assert cli.main([command, str(name), *more]) == 2
                assert capsys.readouterr() == ("", said)


def test_a_wrong_data_folder_is_named_in_one_sentence(without_gevent, tmp_path, capsys):
    (tmp_path / "file").touch()
    for words in (["nights"], ["export", "ABCDEF"], ["backup"], ["backup", str(tmp_path / "copy.db")]):
        with row(*words):
            assert cli.main([*words, "--data", str(tmp_path / "typo")]) == 1
            said = f"There are no nights in {tmp_path / 'typo'}: no file companion.db is there.\n"
            assert capsys.readouterr() == ("", said)
    for words in (["serve"], ["nights"], ["export", "ABCDEF"], ["backup"]):
        with row(*words):
            assert cli.main([*words, "--data", str(tmp_path / "file")]) == 1
            said = f"{tmp_path / 'file'} is a file, and the nights need a folder. Name another one with --data.\n"
            assert capsys.readouterr() == ("", said)
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]  # nothing was made by looking for it


def test_replay_imports_neither_the_web_nor_the_database(tmp_path):
    (tmp_path / "night.json").write_text("{}")
    script = (
        "import sys; from companion.server.cli import main; main(['replay', sys.argv[1]]);"
        "print(*sorted({'flask', 'gevent', 'sqlalchemy', 'qrcode', 'werkzeug'} & set(sys.modules)), 'alone')"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "night.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.stdout.splitlines()[-1] == "alone", done.stderr


def test_a_house_rule_in_english_is_printed_as_data_with_or_without_quotes(capsys):
    also = [{"who": "leader", "amount": 1}]
    for words, meaning in (
        (
            ["When a player plays a jack, the player to his left drinks twice."],
            {"when": {"on": "card.played", "rank": "J"}, "who": "left", "amount": 2},
        ),
        (
            ["The", "dealer", "drinks", "2", "and the leader", "1", "when", "a bid", "is missed"],
            {"when": {"on": "bid.missed"}, "who": "dealer", "amount": 2, "also": also},
        ),
        (
            ["Phone on the table = 2 drinks"],
            {"when": {"on": "called"}, "who": "player", "amount": 2, "seen_by": "people"},
        ),
    ):
        assert cli.main(["rule", *words]) == 0
        assert json.loads(capsys.readouterr().out) == meaning


def test_a_box_and_dice_in_a_house_rule_are_those_of_the_game_that_is_named(capsys):
    for game, box in (("yak", "4-same"), ("card-yacht", "card-yacht")):
        assert cli.main(["rule", "--game", game, "four of a kind: everyone drinks"]) == 0
        assert json.loads(capsys.readouterr().out)["when"]["box"] == box
    assert cli.main(["rule", "--game", "chess", "jack: drink"]) == 2
    assert "There is no game chess" in capsys.readouterr().err


def test_a_house_rule_that_leaves_something_open_says_what_in_one_line(capsys):
    for sentence, words in (
        ("No elbows\non the table", ["how many"]),
        ("Whoever plays a jack drinks seven.", ["“seven”"]),
        ("When a jack is played the dealer drinks for the leader.", ["how many"]),
        ("Whoever plays a jakc drinks 2", ["Did you mean “Whoever plays a jack drinks 2.”?"]),
        ("", ["in words"]),
    ):
        with row(sentence):
            assert cli.main(["rule", sentence]) == 1
            out, err = capsys.readouterr()

            assert (out, err.count("\n")) == ("", 1)
            assert [word for word in words if word not in err] == []


@pytest.fixture
def kept(tmp_path):
    """A data folder with one night in it, which nobody serves: the words that name it, and the night's code."""
    app = make_app(tmp_path / "data")
    evening = Evening(app)
    evening.ann.tap("fine.given", player="p1", amount=2)
    code, file = evening.links.code, evening.file
    database_of(app).close()
    return ["--data", str(tmp_path / "data")], code, file


def test_a_night_is_exported_to_a_file_or_printed_and_imported_again(kept, tmp_path, capfdbinary):
    data, code, file = kept
    out = tmp_path / "night.json"

    assert cli.main(["export", code, *data]) == 0
    assert capfdbinary.readouterr().out == file
    assert cli.main(["export", code, *data, "-o", str(out)]) == 0
    assert out.read_bytes() == file
    assert cli.main(["import", str(out), *data]) == 1
    assert f"with the code {code}. To have it twice, add --again." in capfdbinary.readouterr().err.decode()
    assert cli.main(["import", str(out), "--again", *data]) == 0
    said = capfdbinary.readouterr().out.decode()
    new = re.fullmatch(r"Its code is ([A-Z]{6})\. Once the companion runs, its link is http://\S+/j/[\w-]{22}\n", said)
    assert new[1] != code


def test_scores_and_fines_are_exported_for_a_spreadsheet(kept, tmp_path, capfdbinary):
    data, code, _ = kept
    for which, heading in (("scores", b"game"), ("fines", b"entry")):
        out = tmp_path / f"{which}.csv"
        assert cli.main(["export", code, "--csv", which, *data]) == 0
        printed = capfdbinary.readouterr().out
        assert heading in printed.splitlines()[0].lower()
        assert cli.main(["export", code, "--csv", which, *data, "-o", str(out)]) == 0
        assert out.read_bytes() == printed


def test_a_backup_tells_where_it_is(kept, tmp_path, capsys):
    data, mine = kept[0], tmp_path / "mine.db"

    assert cli.main(["backup", *data]) == 0
    assert cli.main(["backup", str(mine), *data]) == 0
    made, named = map(Path, capsys.readouterr().out.splitlines())
    assert (made.parent, named) == (tmp_path / "data" / "backups", mine)
    assert made.is_file()
    assert named.is_file()


def test_the_nights_are_listed_with_the_last_one_first(kept, tmp_path, capsys):
    data, code, file = kept
    old = json.loads(file)
    old["events"] = [{**event, "at": "2020-05-01T20:00:00.000Z"} for event in old["events"][:1]]
    (tmp_path / "old.json").write_text(json.dumps(old))
    assert cli.main(["import", str(tmp_path / "old.json"), *data]) == 0
    capsys.readouterr()

    for words in (["nights", *data], [*data, "nights"]):
        assert cli.main(words) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [len(lines), lines[0][:6]] == [2, code]
        assert re.search(r"^\w{6}  \d{4}-\d\d-\d\d \d\d:\d\d  .+  \(Ann\)$", lines[0])
        assert lines[1].endswith("(nobody yet)")


def test_a_new_folder_of_nights_says_that_it_is_empty(tmp_path, capsys):
    database_of(make_app(tmp_path)).close()

    assert cli.main(["nights", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"There are no nights in {tmp_path} yet.\n"


def test_help_names_every_option_of_serving_and_gives_examples_of_every_command(capsys):
    def helped(*words):
        with pytest.raises(SystemExit) as stopped:
            cli.main([*words, "--help"])
        assert stopped.value.code == 0
        return capsys.readouterr().out

    options = re.findall(r"--[\w-]+", helped("serve"))
    top = helped()
    assert [option for option in options if option not in top] == []
    commands = re.findall(r"^    (\w+) ", top, re.M)
    assert {"serve", "nights", "export", "import", "backup", "restore", "replay", "rule"} <= {*commands}
    for command in commands:
        with row(command):
            assert f"examples:\n  companion {command}" in helped(command)


def test_the_version_is_printed(capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(["--version"])

    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"party-companion {version('party-companion')}\n"


def test_a_command_or_an_option_that_is_not_one_is_refused_and_a_mistyped_option_named(capsys):
    for words, wrong in (
        (["--hots", "1"], "--hots 1"),
        (["--port", "1", "--threat"], "--threat"),
        (["nights", "--x"], "--x"),
        (["dance"], "dance"),
        (["--port", "many"], "many"),
        (["--port", "70000"], "70000"),
        (["replay"], "FILE"),
        (["export", "x", "--csv", "drinks"], "drinks"),
    ):
        with row(*words):
            with pytest.raises(SystemExit) as stopped:
                cli.main(words)

            said = capsys.readouterr().err
            assert (stopped.value.code, "usage: companion" in said) == (2, True)
            assert wrong in said.splitlines()[-1]


def test_a_damaged_database_is_put_back_by_a_command_as_this_one_was_started(tmp_path):
    (tmp_path / "companion.db").write_bytes(b"no database at all" * 1000)
    words = [sys.executable, "-m", "companion", "nights", "--data", str(tmp_path)]
    said = subprocess.run(words, capture_output=True, text=True, check=False).stderr
    assert f"put back a backup with `{sys.executable} -m companion restore FILE`." in said
