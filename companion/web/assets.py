"""Styles, scripts and pictures: read once at the start; a hash in their names lets browsers cache them for ever."""

import gzip
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rjsmin import jsmin

from companion.config import resource_folders

# Only these are served. The table is our own, since the media types of the system differ between machines.
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
}
# A sign with other words for screen readers: Safari before 17.4 and Firefox before 128 would show no sign at all.
SPOKEN = re.compile(r'content: ("[^"]*") / "[^"]*";')


def smaller(style: str) -> str:
    """A style sheet as it is sent, in which each sign also stands alone, for browsers that know nothing else."""
    spoken = SPOKEN.sub(r"content: \1; \g<0>", style)
    try:
        from lightningcss import process_stylesheet
    except ImportError:  # it has no wheel for this machine
        return spoken
    return process_stylesheet(spoken, minify=True)


MINIFIERS: dict[str, Callable[[str], str]] = {".css": smaller, ".js": jsmin}
VENDOR = "vendor/"  # these have their version in their name already
# What every page runs, and every page of a night, sent as one file each: over a slow network each request takes another
# round trip.
BUNDLES = {
    "every.js": ("storage.js", "page.js"),
    "night.js": (
        "vendor/htmx-4.0.1.min.js", "alerts.js", "late-taps.js", "answers.js", "outbox.js", "connection.js",
        "thumb.js", "moment.js", "vendor/hx-sse-4.0.1.min.js",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Asset:
    """One file as it is sent; `lasting_name` has a hash of its content, `packed` is the gzipped body if smaller."""

    name: str
    lasting_name: str
    kind: str
    body: bytes
    packed: bytes | None
    hash: str


Assets = dict[str, Asset]  # by plain name and by lasting name


def load_assets(folder: Path) -> Assets:
    """All files of the folder that can be served, and the bundles of which all parts are there."""
    found: Assets = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in KINDS:
            add(found, asset_of(path.relative_to(folder).as_posix(), path.read_bytes()))
    for name, parts in BUNDLES.items():
        if found.keys() >= set(parts):
            add(found, sent(name, b";\n".join(found[part].body for part in parts)))
    return found


def add(found: Assets, asset: Asset) -> None:
    """Makes a file known by both of its names."""
    found[asset.name] = found[asset.lasting_name] = asset


def asset_of(name: str, body: bytes) -> Asset:
    """A file as it is sent: a vendored one unchanged, one of ours minified."""
    minify = MINIFIERS.get(Path(name).suffix)
    if minify and not name.startswith(VENDOR):
        body = minify(body.decode()).encode()
    return sent(name, body)


def sent(name: str, body: bytes) -> Asset:
    """A file with the names, type and compressed body under which it is served."""
    digest = hashlib.sha256(body).hexdigest()[:8]
    stem, dot, suffix = name.rpartition(".")
    lasting = name if name.startswith(VENDOR) else f"{stem}.{digest}{dot}{suffix}"
    packed = gzip.compress(body, 9, mtime=0)
    return Asset(name, lasting, KINDS[dot + suffix], body, packed if len(packed) < len(body) else None, digest)


def build_hash(*folders: Path) -> str:
    """Eight hexadecimal digits that change with any template, style, script or module of the package."""
    home = resource_folders()
    digest = hashlib.sha256()
    package = Path(__file__).resolve().parent.parent
    for folder, pattern in [*((each, "*") for each in folders or home), (package, "*.py")]:
        for path in sorted(path for path in folder.rglob(pattern) if path.is_file()):
            digest.update(f"{path.relative_to(folder).as_posix()}\0{path.stat().st_size}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:8]
