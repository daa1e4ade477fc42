"""A certificate authority that vouches for nothing on the internet: only for home networks and this machine's names."""

from __future__ import annotations

import contextlib
import datetime
import ipaddress
import socket
from collections.abc import Iterable
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

# Phones enforce this, so that its key opens nothing elsewhere, whoever may steal it.
NETWORKS = (
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8",
    "fc00::/7", "fe80::/10", "::1/128",
)  # fmt: skip
DAY = datetime.timedelta(days=1)
AUTHORITY_LASTS = 3650 * DAY
CERTIFICATE_LASTS = 397 * DAY  # phones believe none that lasts longer
USES = (
    "digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
    "key_cert_sign", "crl_sign", "encipher_only", "decipher_only",
)  # fmt: skip


class Pair(NamedTuple):
    """A certificate and its key."""

    certificate: x509.Certificate
    key: EllipticCurvePrivateKey

    @property
    def text(self) -> bytes:
        """The certificate, as PEM."""
        return self.certificate.public_bytes(Encoding.PEM)

    @property
    def secret(self) -> bytes:
        """The key, as PEM."""
        return self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def own_names() -> tuple[str, ...]:
    """The names it may vouch for, with all that end in one of them after a dot."""
    return tuple(dict.fromkeys(["localhost", "local", socket.gethostname().split(".")[0].lower() or "localhost"]))


def vouches_for(authority: Pair) -> tuple[str, ...]:
    """The names that it may vouch for: those the computer had when it was made, whatever it is called now."""
    within = authority.certificate.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees
    return tuple(each.value for each in within or () if isinstance(each, x509.DNSName))


def may_vouch(name: str, names: Iterable[str] | None = None) -> bool:
    """Whether an address or a name is of this network, or ends in one of these names."""
    with contextlib.suppress(ValueError):
        address = ipaddress.ip_address(name.strip("[]"))
        return any(address in ipaddress.ip_network(network) for network in NETWORKS)
    return any(name == own or name.endswith(f".{own}") for own in (own_names() if names is None else names))


def found() -> Pair:
    """A new authority."""
    key, name = generate_private_key(SECP256R1()), _named(f"Party Companion on {own_names()[-1]}")
    within = [*map(x509.DNSName, own_names()), *(x509.IPAddress(ipaddress.ip_network(each)) for each in NETWORKS)]
    paper = _paper(key, name, name, AUTHORITY_LASTS, key)
    paper = paper.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    paper = paper.add_extension(_use("key_cert_sign", "crl_sign"), critical=True)
    paper = paper.add_extension(x509.NameConstraints(within, None), critical=True)
    return Pair(paper.sign(key, hashes.SHA256()), key)


def vouched(names: Iterable[str], authority: Pair) -> Pair:
    """A certificate for a server of these names and addresses."""
    key = generate_private_key(SECP256R1())
    paper = _paper(key, _named("Party Companion"), authority.certificate.subject, CERTIFICATE_LASTS, authority.key)
    paper = paper.add_extension(x509.SubjectAlternativeName(list(map(_general, names))), critical=False)
    paper = paper.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    paper = paper.add_extension(_use("digital_signature"), critical=True)
    paper = paper.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    return Pair(paper.sign(authority.key, hashes.SHA256()), key)


def names_of(certificate: x509.Certificate) -> set[str]:
    """Whom a certificate is for."""
    said = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name) for kind in (x509.DNSName, x509.IPAddress) for name in said.get_values_for_type(kind)}


def left(certificate: x509.Certificate) -> datetime.timedelta:
    """How long a certificate still holds."""
    return certificate.not_valid_after_utc - datetime.datetime.now(datetime.UTC)


def _paper(
    key: EllipticCurvePrivateKey,
    name: x509.Name,
    by: x509.Name,
    lasts: datetime.timedelta,
    signer: EllipticCurvePrivateKey,
) -> x509.CertificateBuilder:
    start = datetime.datetime.now(datetime.UTC) - DAY  # a phone's clock may be behind
    paper = x509.CertificateBuilder(by, name, key.public_key(), x509.random_serial_number(), start, start + lasts)
    paper = paper.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    signed_by = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key())
    return paper.add_extension(signed_by, critical=False)


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])


def _general(name: str) -> x509.GeneralName:
    with contextlib.suppress(ValueError):
        return x509.IPAddress(ipaddress.ip_address(name))
    return x509.DNSName(name)


def _use(*uses: str) -> x509.KeyUsage:
    return x509.KeyUsage(**{use: use in uses for use in USES})
