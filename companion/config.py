"""Every setting, its default, and the reason for it in one line."""

import contextlib
import difflib
import os
import secrets
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

PORT = 8000  # the usual one
PRIVATE = 0o077  # umask: only this user can read new files
KEY_BYTES = 32
KB, MB, MANY = 1024, 1024 * 1024, 1_000_000


class Unusable(Exception):
    """The companion cannot use something it needs. The text is a sentence for the person who started it."""


def between(least: int, most: int) -> Callable[[str], int]:
    """A function that reads a whole number from `least` to `most`; it raises Unusable with the rest of a sentence."""

    def read_number(text: str) -> int:
        with contextlib.suppress(ValueError):
            if least <= int(text) <= most:
                return int(text)
        raise Unusable(f"must be a number from {least} to {most}, not {text!r}.")

    return read_number


class Setting(NamedTuple):
    """One setting; in the environment it is called COMPANION_<NAME>."""

    name: str
    default: Any
    read: Callable[[str], Any]
    why: str


def names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


SETTINGS = (
    Setting("DATA", None, Path, "None: instance/ in a checkout; the user's folder for data for an installed package"),
    Setting("DATABASE_URL", None, str, "None: a SQLite file in DATA; PostgreSQL is for several processes"),
    Setting("PUBLIC_URL", None, str, "what phones type and the QR says; never taken from a request"),
    Setting("TRUSTED_HOSTS", (), names, "names answered to beside this machine's own; a foreign one gets 400"),
    Setting("SECRET_KEY", None, str, "None: made once in DATA, so that no phone is logged out by a restart"),
    Setting("SECRET_KEY_FALLBACKS", (), names, "former secret keys, still believed while phones move to the new"),
    Setting("MAX_CONTENT_LENGTH", 64 * KB, between(16 * KB, 16 * MB), "no form is bigger; it is refused unread"),
    Setting("KEEP_DAYS", 180, between(0, 36_500), "a night goes so long after its last entry, as cookies do; 0: never"),
    Setting("IDLE_MINUTES", 30, between(0, 525_600), "unseen so long a night leaves the memory only; 0: never"),
    Setting("NIGHTS_PER_HOUR", 20, between(0, MANY), "opened from one address, against floods; 0: any number"),
    Setting("TAPS_AT_ONCE", 20, between(1, MANY), "of one phone in a row; more are refused: a flood slows nobody"),
    Setting("TAPS_PER_SECOND", 5, between(0, MANY), "of one phone in the long run; no thumb is faster; 0: any number"),
    Setting("REQUEST_SECONDS", 30, between(1, 3600), "for headers and body to arrive; a slow phone sends 64 KB in 4"),
    Setting(
        "CONNECTIONS_PER_ADDRESS",
        400,
        between(6, MANY),
        "at once: 60 guests behind one address, whose browsers open up to 6 each, and some to spare",
    ),
    Setting("DESIGN", 0, between(0, 1), "1: the page /design shows the design language, for those who build"),
    Setting("PROXY_HOPS", 0, between(0, 10), "proxies in front whose X-Forwarded headers are believed"),
)


OF_OTHERS = (
    "HOST",
    "BIND",
    "WORKERS",
    "CHROMIUM",
    "EXAMPLES",
    "REQUIRE_ALL",
    "TEST_DATABASE",
)  # compose, gunicorn, tests


class ResourceFolders(NamedTuple):
    """The folders of the templates, of styles and scripts, and of the help of the games."""

    templates: Path
    static: Path
    docs: Path


def is_installed() -> bool:
    """Whether this is an installed package, which contains its templates; in a checkout they are next to it."""
    return (Path(__file__).resolve().parent / "templates").is_dir()


def home() -> Path:
    """The installed package, or the checkout."""
    package = Path(__file__).resolve().parent
    return package if is_installed() else package.parent


def resource_folders() -> ResourceFolders:
    """Finds these folders."""
    return ResourceFolders(home() / "templates", home() / "static", home() / "docs" / "games")


def default_data() -> Path:
    """Where the nights are kept unless somebody says otherwise: `instance` in a checkout, else the user's folder."""
    if not is_installed():
        return home() / "instance"
    from platformdirs import user_data_path  # a checkout works without it

    return user_data_path("party-companion", appauthor=False)


def read(overrides: Mapping[str, Any] | None = None, environ: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """The settings: defaults, then the environment, then `overrides`, also unknown ones. Raises Unusable."""
    settings = {setting.name: from_environment(setting, environ) for setting in SETTINGS}
    settings.update(overrides or {})
    settings["DATA"] = Path(settings["DATA"] or default_data()).absolute()
    if settings["DATA"].is_file():
        raise Unusable(f"{settings['DATA']} is a file, and the nights need a folder. Name another one with --data.")
    settings["DATABASE_URL"] = settings["DATABASE_URL"] or default_database(settings["DATA"])
    settings["PUBLIC_URL"] = public_url(settings["PUBLIC_URL"])
    public = [urlsplit(settings["PUBLIC_URL"]).hostname] if settings["PUBLIC_URL"] else []
    hosts = ["localhost", "127.0.0.1", *public, *(settings["TRUSTED_HOSTS"] or ())]
    settings["TRUSTED_HOSTS"] = list(dict.fromkeys(hosts))
    return settings


def unknown(environ: Mapping[str, str]) -> list[str]:
    """A sentence about each COMPANION_… in the environment that is no setting, with the one that may be meant."""
    known = [*(setting.name for setting in SETTINGS), *OF_OTHERS]
    found = {name for each in environ if (name := each.removeprefix("COMPANION_")) != each}.difference(known)
    meant = {name: difflib.get_close_matches(name, known, 1) for name in sorted(found)}
    return [
        f"COMPANION_{name} is no setting{f': COMPANION_{like[0]}?' if like else '.'}" for name, like in meant.items()
    ]


def from_environment(setting: Setting, environ: Mapping[str, str]) -> Any:
    text = environ.get(f"COMPANION_{setting.name}", "").strip()
    if not text:
        return setting.default
    try:
        return setting.read(text)
    except Unusable as error:
        raise Unusable(f"COMPANION_{setting.name} {error}") from None


def default_database(data: Path) -> str:
    """The SQLite file in the data folder."""
    return f"sqlite:///{data / 'companion.db'}"


def public_url(url: str | None) -> str | None:
    """The address as scheme, host and port, without a slash at the end; raises Unusable."""
    if not url:
        return None
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        sound = False
    if not sound or parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise Unusable(f"The public address must look like https://party.example, not {url!r}.")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def secret_key(data: Path) -> bytes:
    """The secret key of this folder, made at the first start. Two processes that start together get the same key."""
    path = data / "secret_key"
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _make_key(path)
        key = path.read_bytes()
    except OSError as error:
        why = f"The data folder {data} cannot be used ({error.strerror}). Choose another one with --data."
        raise Unusable(why) from None
    if len(key) < KEY_BYTES:
        raise Unusable(f"The secret key in {path} is broken. Delete that file and start again.")
    return key


def _make_key(path: Path) -> None:
    """Makes the key, unless another process was quicker. The file appears whole, and only this user can read it."""
    handle, part = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(part, path)
        except FileExistsError:
            pass
        except OSError:  # a file system without hard links
            os.replace(part, path)
    finally:
        Path(part).unlink(missing_ok=True)
