"""A QR code, for pages and for the terminal; always dark on light, since some phones read no other."""

from __future__ import annotations

import qrcode
from qrcode.constants import ERROR_CORRECT_M

QUIET = 4  # modules of light around the code; the standard asks for four
INK = "\x1b[38;5;16;48;5;231m"  # black on white, whatever the terminal wears
PLAIN = "\x1b[0m"

Modules = list[list[bool]]  # True is dark


def modules(text: str) -> Modules:
    """The code of `text` with its quiet zone, row by row."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=QUIET)
    code.add_data(text)
    return [[bool(module) for module in row] for row in code.get_matrix()]


def svg(text: str) -> str:
    """A picture that needs neither style nor script, so that it stands under a strict CSP."""
    rows = modules(text)
    dark = "".join(run for y, row in enumerate(rows) for run in runs(row, y))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {len(rows)} {len(rows)}" role="img"'
        f' aria-label="QR code" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{len(rows)}v{len(rows)}H0z"/><path fill="#000" d="{dark}"/></svg>'
    )


def runs(row: list[bool], y: int) -> list[str]:
    """Neighbouring dark modules are one rectangle: no hairlines between them, and a third of the bytes."""
    found, start = [], None
    for x, dark in enumerate([*row, False]):
        if dark and start is None:
            start = x
        elif not dark and start is not None:
            found.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
            start = None
    return found


def terminal(text: str, colour: bool = True) -> str:
    """Two rows of modules a line, as half blocks; without colour it expects light letters on dark."""
    rows = modules(text)
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    lines = [line(upper, lower, colour) for upper, lower in zip(rows[::2], rows[1::2], strict=True)]
    return "\n".join(lines) + "\n"


def line(upper: list[bool], lower: list[bool], colour: bool) -> str:
    """With colour the letters are the dark modules, without it the light ones."""
    blocks = " ▄▀█" if colour else "█▀▄ "
    drawn = "".join(blocks[2 * above + below] for above, below in zip(upper, lower, strict=True))
    return f"{INK}{drawn}{PLAIN}" if colour else drawn
