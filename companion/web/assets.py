"""Styles, scripts and pictures: read once at the start; a hash in their names lets browsers cache them for ever."""

import gzip
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lightningcss import process_stylesheet
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
MINIFIERS: dict[str, Callable[[str], str]] = {".css": partial(process_stylesheet, minify=True), ".js": jsmin}
VENDOR = "vendor/"  # these have their version in their name already


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
    """All files of the folder that can be served."""
    found: Assets = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in KINDS:
            asset = asset_of(path.relative_to(folder).as_posix(), path.read_bytes())
            found[asset.name] = found[asset.lasting_name] = asset
    return found


def asset_of(name: str, body: bytes) -> Asset:
    """A file as it is sent: a vendored one unchanged, one of ours minified."""
    minify = MINIFIERS.get(Path(name).suffix)
    if minify and not name.startswith(VENDOR):
        body = minify(body.decode()).encode()
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
