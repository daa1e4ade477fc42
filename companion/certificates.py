"""Where the papers for https lie: an authority for the host's devices to trust, and the certificate it signed."""

from __future__ import annotations

import contextlib
import datetime
import os
import ssl
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.config import Unusable

if TYPE_CHECKING:
    from companion.authority import Pair

MISSING = "--https needs one package more: pip install cryptography."
RENEWED = datetime.timedelta(days=30)  # so long before its end


def context(folder: Path, names: Iterable[str]) -> ssl.SSLContext:
    """Speaks TLS for these names and addresses, as far as they are of this network; raises Unusable in words."""
    try:
        from companion import authority
    except ImportError:
        raise Unusable(MISSING) from None
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    speaks = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    speaks.set_alpn_protocols(["http/1.1"])
    within = authority.vouches_for(kept_authority(folder))
    covered = {name.lower() for name in names if authority.may_vouch(name.lower(), within)}
    speaks.load_cert_chain(server_file(folder, covered))
    return speaks


def covered(folder: Path) -> set[str]:
    """The names and addresses that the certificate in this folder is for."""
    from cryptography import x509

    from companion import authority

    return authority.names_of(x509.load_pem_x509_certificate((folder / "server.pem").read_bytes()))


def authority_file(folder: Path) -> Path:
    """What a device is told to trust: the authority without its key."""
    return folder / "authority.crt"


def server_file(folder: Path, names: set[str]) -> Path:
    """Key and certificate for these names; made anew when the names changed, or its end is near."""
    from cryptography import exceptions, x509

    from companion import authority

    path, signer = folder / "server.pem", kept_authority(folder)
    with contextlib.suppress(OSError, ValueError, x509.ExtensionNotFound, exceptions.InvalidSignature):
        kept = x509.load_pem_x509_certificate(path.read_bytes())
        kept.verify_directly_issued_by(signer.certificate)
        if authority.names_of(kept) == names and authority.left(kept) > RENEWED:
            return path
    fresh = authority.vouched(sorted(names), signer)
    write(path, fresh.secret + fresh.text)
    return path


def kept_authority(folder: Path) -> Pair:
    """The authority of this folder, made once: a device that trusts it goes on doing so after every restart."""
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    from companion import authority

    path, key_path = authority_file(folder), folder / "authority.key"
    with contextlib.suppress(OSError, ValueError):
        kept = x509.load_pem_x509_certificate(path.read_bytes())
        key = load_pem_private_key(key_path.read_bytes(), None)
        if key.public_key() == kept.public_key() and authority.left(kept) > authority.CERTIFICATE_LASTS:
            return authority.Pair(kept, key)  # type: ignore[arg-type]
    fresh = authority.found()
    write(key_path, fresh.secret)
    write(path, fresh.text)
    return fresh


def write(path: Path, data: bytes) -> None:
    """All of it or nothing, and for this user's eyes only."""
    part = path.with_suffix(".part")
    with os.fdopen(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
        file.write(data)
    part.replace(path)
