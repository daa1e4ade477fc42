"""`companion --https`: a certificate authority for the host's own devices, and the server certificate it signs.

It needs the package `cryptography`, so it is imported only for --https.
"""

import contextlib
import datetime
import ipaddress
import socket
import ssl
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, cast

from cryptography import exceptions, x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.storage.files import write

# The authority can certify only addresses in these networks, so its stolen key is useless on the internet.
NETWORKS = (
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8",
    "fc00::/7", "fe80::/10", "::1/128",
)  # fmt: skip
DAY = datetime.timedelta(days=1)
AUTHORITY_LASTS = 3650 * DAY
CERTIFICATE_LASTS = 397 * DAY  # browsers refuse certificates that last longer
RENEWED = 30 * DAY  # before it expires
KEY_USES = (
    "digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
    "key_cert_sign", "crl_sign", "encipher_only", "decipher_only",
)  # fmt: skip


class Signed(NamedTuple):
    """A certificate and its key."""

    certificate: x509.Certificate
    key: EllipticCurvePrivateKey

    @property
    def certificate_pem(self) -> bytes:
        """The certificate, as PEM."""
        return self.certificate.public_bytes(Encoding.PEM)

    @property
    def key_pem(self) -> bytes:
        """The key, as PEM."""
        return self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def context(folder: Path, names: Iterable[str]) -> tuple[ssl.SSLContext, set[str]]:
    """TLS for those of these names and addresses that this folder's authority can certify; also returns those names."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.set_alpn_protocols(["http/1.1"])
    own = allowed_names(kept_authority(folder))
    covered = {name.lower() for name in names if may_certify(name.lower(), own)}
    made.load_cert_chain(server_file(folder, covered))
    return made, covered


def authority_file(folder: Path) -> Path:
    """The path of the authority's certificate, which devices must trust."""
    return folder / "authority.crt"


def server_file(folder: Path, names: set[str]) -> Path:
    """The path of the key and certificate for these names. They are renewed if the names change or they expire soon."""
    path, authority = folder / "server.pem", kept_authority(folder)
    with contextlib.suppress(OSError, ValueError, x509.ExtensionNotFound, exceptions.InvalidSignature):
        kept = x509.load_pem_x509_certificate(path.read_bytes())
        kept.verify_directly_issued_by(authority.certificate)
        if names_of(kept) == names and time_left(kept) > RENEWED:
            return path
    fresh = certify(sorted(names), authority)
    write(path, fresh.key_pem + fresh.certificate_pem)
    return path


def kept_authority(folder: Path) -> Signed:
    """The authority of this folder. It is made once, so that devices still trust it after a restart."""
    path, key_path = authority_file(folder), folder / "authority.key"
    with contextlib.suppress(OSError, ValueError):
        kept = x509.load_pem_x509_certificate(path.read_bytes())
        key = load_pem_private_key(key_path.read_bytes(), None)
        if key.public_key() == kept.public_key() and time_left(kept) > CERTIFICATE_LASTS:
            return Signed(kept, cast(EllipticCurvePrivateKey, key))
    fresh = new_authority()
    write(key_path, fresh.key_pem)
    write(path, fresh.certificate_pem)
    return fresh


def own_names() -> tuple[str, ...]:
    """The names that a new authority can certify, also as the end of longer ones such as `x.local`."""
    return tuple(dict.fromkeys(["localhost", "local", socket.gethostname().split(".")[0].lower() or "localhost"]))


def allowed_names(authority: Signed) -> tuple[str, ...]:
    """The names an authority can certify: those that the computer had when it was made."""
    within = authority.certificate.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees
    return tuple(each.value for each in within or () if isinstance(each, x509.DNSName))


def may_certify(name: str, names: Iterable[str] | None = None) -> bool:
    """Whether this is an address in a home network, or a name that equals one of these or ends in it."""
    with contextlib.suppress(ValueError):
        address = ipaddress.ip_address(name.strip("[]"))
        return any(address in ipaddress.ip_network(network) for network in NETWORKS)
    return any(name == own or name.endswith(f".{own}") for own in (own_names() if names is None else names))


def new_authority() -> Signed:
    """A new authority that can certify only addresses in home networks and this computer's names."""
    key, name = generate_private_key(SECP256R1()), _common_name(f"Party Companion on {own_names()[-1]}")
    within = [*map(x509.DNSName, own_names()), *(x509.IPAddress(ipaddress.ip_network(each)) for each in NETWORKS)]
    builder = _builder(key, name, name, AUTHORITY_LASTS, key)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    builder = builder.add_extension(_key_usage("key_cert_sign", "crl_sign"), critical=True)
    builder = builder.add_extension(x509.NameConstraints(within, None), critical=True)
    return Signed(builder.sign(key, hashes.SHA256()), key)


def certify(names: Iterable[str], authority: Signed) -> Signed:
    """A certificate for a server of these names and addresses."""
    key, issuer = generate_private_key(SECP256R1()), authority.certificate.subject
    builder = _builder(key, _common_name("Party Companion"), issuer, CERTIFICATE_LASTS, authority.key)
    builder = builder.add_extension(x509.SubjectAlternativeName(list(map(_general_name, names))), critical=False)
    builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    builder = builder.add_extension(_key_usage("digital_signature"), critical=True)
    builder = builder.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    return Signed(builder.sign(authority.key, hashes.SHA256()), key)


def names_of(certificate: x509.Certificate) -> set[str]:
    """The names and addresses that a certificate is for."""
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name) for kind in (x509.DNSName, x509.IPAddress) for name in names.get_values_for_type(kind)}


def time_left(certificate: x509.Certificate) -> datetime.timedelta:
    """How long a certificate is still valid."""
    return certificate.not_valid_after_utc - datetime.datetime.now(datetime.UTC)


def _builder(
    key: EllipticCurvePrivateKey,
    name: x509.Name,
    issuer: x509.Name,
    lasts: datetime.timedelta,
    signer: EllipticCurvePrivateKey,
) -> x509.CertificateBuilder:
    start = datetime.datetime.now(datetime.UTC) - DAY  # a phone's clock can be behind
    builder = x509.CertificateBuilder(issuer, name, key.public_key(), x509.random_serial_number(), start, start + lasts)
    builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    signed_by = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key())
    return builder.add_extension(signed_by, critical=False)


def _common_name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])


def _general_name(name: str) -> x509.GeneralName:
    with contextlib.suppress(ValueError):
        return x509.IPAddress(ipaddress.ip_address(name))
    return x509.DNSName(name)


def _key_usage(*uses: str) -> x509.KeyUsage:
    return x509.KeyUsage(**{use: use in uses for use in KEY_USES})
