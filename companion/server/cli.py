"""The `companion` command. Each subcommand imports only what it needs, so that `replay` starts quickly."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.config import PORT, PRIVATE, default_data
from companion.system.terminal import started_as

if TYPE_CHECKING:
    from flask import Flask

EVERYWHERE = "0.0.0.0"
LONGEST_REFUSAL = 1000  # characters; a file can contain a name of megabytes


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command, by default `serve`. Returns 0: done, 1: refused, 2: called wrongly. Errors go to stderr."""
    words, top = list(sys.argv[1:] if argv is None else argv), parser()
    known = {*top.get_default("commands"), "-h", "--help", "--version"}
    if words and words[0].startswith("-") and known.isdisjoint(words):
        words.insert(0, "serve")  # so that a mistyped option is named as one
    options = top.parse_args(words)
    before = os.umask(PRIVATE)
    try:
        return int(options.run(options))
    except KeyboardInterrupt:
        return refuse("Stopped.", 1)
    except OSError as error:
        return refuse(unusable_file(error), 2)
    except Exception as error:
        return refuse(failure(error), 1)
    finally:
        os.umask(before)


def parser() -> argparse.ArgumentParser:
    kinds: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter}
    top = argparse.ArgumentParser(
        prog=(started := started_as()),
        description="Without a command it serves on this network and shows the QR code.",
        epilog=examples(started, f"{started} --port 8080 --data nights", f"{started} export --help"),
        parents=[serving()],
        **kinds,
    )
    top.add_argument("--version", action=Version, nargs=0, help="print which version this is")
    top.set_defaults(run=serve, host=EVERYWHERE, data=None, port=None, https=None, public_url=None)
    commands = top.add_subparsers(metavar="COMMAND")
    data = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    add_data(data)

    def command(name: str, run: Callable[[Any], int], help: str, *tried: str, **more: Any) -> argparse.ArgumentParser:
        """A command with examples of it."""
        text = examples(*(f"{started} {name} {each}".rstrip() for each in tried))
        about = f"{help[0].upper()}{help[1:]}."
        one = commands.add_parser(name, help=help, description=about, epilog=text, **kinds, **more)
        one.set_defaults(run=run)
        return one

    with_data: dict[str, Any] = {"parents": [data]}
    command(
        "serve", serve, "serve on this network and show the QR code (the default)",
        "", "--port 8080", "--https", "--public-url https://party.example --host 127.0.0.1",
        parents=[serving(argument_default=argparse.SUPPRESS)],
    )  # fmt: skip

    one = command("doctor", doctor, "test why phones may not get through, and say what to do", "", **with_data)
    one.add_argument("--port", type=port, help=f"the port of the companion (default: {PORT})")

    command("nights", list_nights, "list the nights: code, last entry, name, players", "", "--data nights", **with_data)

    one = command(
        "export", export, "write one night as a file",
        "QWERTY -o friday.json", "QWERTY --csv scores -o friday.csv", **with_data,
    )  # fmt: skip
    one.add_argument("night", metavar="NIGHT", help="its code (see `nights`), or its letters in the address")
    one.add_argument("--csv", choices=("scores", "fines"), help="these for a spreadsheet, instead of the night file")
    one.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: printed")
    one.add_argument("--force", action="store_true", help="overwrite FILE if it is there")

    one = command("import", take_in, "take in a night that was exported", "friday.json", **with_data)
    one.add_argument("file", metavar="FILE", help="a night file, or - for what is piped in")
    one.add_argument("--again", action="store_true", help="also if the same night is here already")

    one = command(
        "backup", backup, "copy the whole database, also while phones play", "", "friday.db", "/media/stick --force",
        **with_data,
    )  # fmt: skip
    one.add_argument("path", nargs="?", type=Path, metavar="PATH", help="default: a dated file in the data folder")
    one.add_argument("--force", action="store_true", help="overwrite PATH if it is there")

    one = command(
        "restore", restore, "put a backup back; the companion must not run meanwhile", "friday.db", **with_data
    )
    one.add_argument("file", type=Path, metavar="FILE", help="a backup of the database")

    one = command("replay", replay, "work out a night from its file and print the result as JSON", "friday.json")
    one.add_argument("file", metavar="FILE", help="a night file, or - for what is piped in")

    one = command(
        "rule", rule, "read a house rule in English and print what it means as JSON",
        '"Whoever plays a jack drinks two."', '--game yak "Four of a kind: everyone drinks"',
    )  # fmt: skip
    one.add_argument("sentence", metavar="SENTENCE", nargs="+", help='such as "Whoever plays a jack drinks two."')
    one.add_argument("--game", metavar="GAME", help="the game that is on, whose boxes and dice it means")

    one = command("new-game", add_game, "lay out the files of a new game, in a checkout", '"Liar’s Dice"')
    one.add_argument("name", metavar="NAME", help="what it is called on buttons")
    top.set_defaults(commands=commands.choices)
    return top


def serving(**more: Any) -> argparse.ArgumentParser:
    """The options of `serve`, which need no command before them. Their defaults are set by `parser`, since options of
    a command replace those that were given before it."""
    one = argparse.ArgumentParser(add_help=False, **more)
    add_data(one)
    one.add_argument("--host", help="the address to listen on (default: all of this computer)")
    one.add_argument("--port", type=port, help=f"default: {PORT}, or the next free one")
    one.add_argument(
        "--https", nargs="?", type=port, const=True, metavar="PORT", help="also speak https, for devices of your own"
    )
    one.add_argument("--public-url", metavar="URL", help="what phones open, if not this computer's own address")
    one.add_argument(
        "--no-browser", action="store_true", help="do not show the code in this computer's browser, as on a desktop"
    )
    one.add_argument("--verbose", action="store_true", help="print every request, without its secrets")
    return one


def add_data(to: argparse.ArgumentParser) -> None:
    default = str(default_data()).replace("%", "%%")
    to.add_argument("--data", type=Path, metavar="FOLDER", help=f"where the nights are kept (default: {default})")


def examples(*commands: str) -> str:
    return "\n".join(["examples:", *(f"  {each}" for each in commands)])


class Version(argparse.Action):
    """Prints the version of the installed package."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"party-companion {version('party-companion')}")
        parser.exit()


def port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")
    return int(text)


def serve(options: argparse.Namespace) -> int:
    """Serves, after gevent has patched the standard library, which it must do before other imports."""
    with contextlib.suppress(ImportError):
        from gevent import monkey

        monkey.patch_all()
    from companion.server.serve import run

    return run(options)


def replay(options: argparse.Namespace) -> int:
    data = contents(options.file)
    from companion.domain.replay import BadNight, result_text

    try:
        sys.stdout.buffer.write(result_text(data).rstrip("\n").encode() + b"\n")
    except BadNight as error:
        return refuse(str(error), 1)
    return 0


def rule(options: argparse.Namespace) -> int:
    """Prints the meaning of a house rule. A sentence that leaves something open is refused, saying what."""
    import json

    from companion.domain.games import GAMES
    from companion.domain.house_rules.english import in_words, printed, read

    if options.game not in (None, *GAMES):
        return refuse(f"There is no game {options.game}; there are {', '.join(GAMES)}.", 2)
    reading = read(" ".join(options.sentence), options.game)
    if (found := printed(reading)) is None:
        offers = " or ".join(f"“{in_words(offer)}”" for offer in reading.offers)
        return refuse(f"{reading.why} Did you mean {offers}?".strip() if offers else reading.why, 1)
    print(json.dumps(found))
    return 0


def add_game(options: argparse.Namespace) -> int:
    """Lays out a game, and says where it is and what to do next."""
    from companion.server.new_game import Impossible, checkout, new_game

    try:
        root = checkout(Path.cwd())
        written = new_game(options.name, root)
    except Impossible as why:
        return refuse(str(why), 1)
    print(f"In {root}:", *written, sep="\n")
    folder = Path(written[0]).parent.name
    own = " or ".join(dict.fromkeys((folder, folder.replace("_", "-"), "each_game")))
    print(f'All tests about it: python -m pytest -k "{own}". Then read “How to add a game” in CONTRIBUTING.md.')
    return 0


def doctor(options: argparse.Namespace) -> int:
    """Prints what was tested. Returns 1 if something needs to be looked at."""
    from companion.server.doctor import findings
    from companion.system.terminal import tell

    is_fine = True
    for each in findings(settings(options), options.port):
        tell(f"  {'fine' if each.is_fine else 'LOOK'}  {each.says}", sys.stdout)
        is_fine = is_fine and each.is_fine
    return 0 if is_fine else 1


def list_nights(options: argparse.Namespace) -> int:
    """Prints every night in a line, the one that was touched last first."""
    from companion.commands.night_files import described
    from companion.system.terminal import printable

    database_in(options)
    with app(options) as made:
        for line in described(made.extensions["companion"].database):
            print(printable(line))
    return 0


def export(options: argparse.Namespace) -> int:
    from companion.commands.night_files import export_night, found
    from companion.reports.exports import SHEETS
    from companion.storage import files

    database = database_in(options)
    output: Path | None = options.output
    if output:
        files.allowed(output, database, options.force)
    with app(options) as made:
        opened = made.extensions["companion"].database
        data = SHEETS[options.csv](found(opened, options.night)) if options.csv else export_night(opened, options.night)
    if output is None:
        sys.stdout.buffer.write(data)
    else:
        files.write(files.allowed(output, database, options.force), data)
    return 0


def take_in(options: argparse.Namespace) -> int:
    """Takes in a night, and prints its code and link. The same night comes twice only if somebody says so."""
    data, given = contents(options.file), settings(options)
    from companion.commands import night_files
    from companion.storage import server_lock
    from companion.system import lan

    file = night_files.read_night(data)
    lock = server_lock.hold(given["DATABASE_URL"], "being added to by `companion import`")
    with contextlib.closing(lock), app(options) as made:
        database = made.extensions["companion"].database
        here = None if options.again else night_files.same_night(database, file)
        if here:
            return refuse(f"This night is here already, with the code {here.code}. To have it twice, add --again.", 1)
        night = night_files.open_night(database, file)
    base = given["PUBLIC_URL"] or f"http://{next(iter(lan.addresses()), '127.0.0.1')}:{PORT}"
    print(f"Its code is {night.code}. Once the companion runs, its link is {base}/j/{night.token}")
    return 0


def backup(options: argparse.Namespace) -> int:
    from companion.storage import backups

    given = settings(options)
    if options.path is None:
        print(backups.routine(given["DATABASE_URL"], backups.folder(given["DATA"])))
    else:
        print(backups.backup(given["DATABASE_URL"], options.path, options.force))
    return 0


def restore(options: argparse.Namespace) -> int:
    """Restores a backup. It makes no app, since that would open and perhaps upgrade the old database."""
    options.file.open("rb").close()
    from companion.storage import backups

    aside = backups.restore(settings(options)["DATABASE_URL"], options.file)
    print(f"{options.file} is the database now." + (f" What was there is in {aside}." if aside else ""))
    return 0


def settings(options: argparse.Namespace) -> dict[str, Any]:
    from companion import config

    return config.read({"DATA": options.data} if options.data else {})


@contextlib.contextmanager
def app(options: argparse.Namespace) -> Iterator[Flask]:
    from companion import create_app

    made = create_app({"DATA": options.data} if options.data else {})
    try:
        yield made
    finally:
        made.extensions["companion"].database.close()


def database_in(options: argparse.Namespace) -> Path | None:
    """The SQLite file of the nights, or None with PostgreSQL; raises Unusable if there is none."""
    from companion.storage import engine

    url = engine.address(settings(options)["DATABASE_URL"])
    return engine.existing(url) if engine.is_sqlite(url) else None


def contents(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def failure(error: Exception) -> str:
    """A sentence about the error; for an unexpected one also its place in the code."""
    from companion.config import Unusable

    if isinstance(error, Unusable):
        return str(getattr(error, "on_terminal", error))
    at = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{'/'.join(Path(at.filename).parts[-2:])}, line {at.lineno}"
    return f"This is a fault of the companion: {type(error).__name__} in {place} ({error})."


def unusable_file(error: OSError) -> str:
    """A sentence that names the file that was looked for, and where."""
    reason = error.strerror or str(error)
    if not error.filename:
        return f"{reason}."
    place = Path(os.fsdecode(error.filename)).absolute()
    if place.is_dir():
        return f"{place} is a folder: name a file."
    if isinstance(error, FileNotFoundError):
        return (
            f"There is no file {place.name} in {place.parent}."
            if place.parent.is_dir()
            else f"There is no folder {place.parent}."
        )
    return f"{place}: {reason}."


def refuse(sentence: str, status: int) -> int:
    from companion.system.terminal import printable

    words = printable(" ".join(sentence.split()))
    print(words if len(words) <= LONGEST_REFUSAL else f"{words[:LONGEST_REFUSAL]}…", file=sys.stderr)
    return status
