"""A QR code, for pages and for the terminal; always dark on light, since some phones cannot read others."""

import re
from io import StringIO

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

QUIET = 4  # light modules around the code; the standard requires four
LIGHT_ON_DARK = "\x1b[38;5;231;48;5;16m"  # independent of the terminal's own colours
PLAIN = "\x1b[0m"


def code_of(text: str) -> QRCode:
    """The QR code of `text` with its quiet zone."""
    code = QRCode(error_correction=ERROR_CORRECT_M, border=QUIET)
    code.add_data(text)
    return code


def svg(text: str) -> str:
    """The code as SVG without style and script, so that a strict CSP allows it.

    Neighbouring dark modules are one rectangle, which avoids hairlines and takes a third of the bytes.
    """
    rows = ["".join("01"[dark] for dark in row) for row in code_of(text).get_matrix()]
    dark = "".join(
        f"M{run.start()} {y}h{len(run[0])}v1h-{len(run[0])}z"
        for y, row in enumerate(rows)
        for run in re.finditer("1+", row)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {len(rows)} {len(rows)}" role="img"'
        f' aria-label="QR code" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{len(rows)}v{len(rows)}H0z"/><path fill="#000" d="{dark}"/></svg>'
    )


def terminal(text: str, colour: bool = True) -> str:
    """The code as lines of half blocks, two rows of modules each; without `colour` for a dark background only."""
    drawn = StringIO()
    code_of(text).print_ascii(out=drawn, invert=True)
    start, end = (LIGHT_ON_DARK, PLAIN) if colour else ("", "")
    return "".join(f"{start}{line}{end}\n" for line in drawn.getvalue().replace("\xa0", " ").splitlines())
