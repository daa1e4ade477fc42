"""The QR code of an invitation, on a page with a strict CSP and in a terminal."""

import re
from xml.etree import ElementTree

from companion.web import qr

URL = "http://192.168.1.5:8000/j/AbCdEfGhIjKlMnOpQrStUv"
MODULES = qr.code_of(URL).get_matrix()
SIZE = len(MODULES)
BLOCKS = "█▀▄ "  # of light modules: both, the upper, the lower, none
DARK = {(x, y) for y, modules in enumerate(MODULES) for x, module in enumerate(modules) if module}


def terminal_dark(drawn: str) -> set[tuple[int, int]]:
    """The dark modules of what a terminal shows, where each character is two modules, one above the other."""
    found = set()
    for row, line in enumerate(drawn.splitlines()):
        for x, block in enumerate(line):
            above, below = divmod(BLOCKS.index(block), 2)
            found |= {(x, 2 * row)} if above else set()
            found |= {(x, 2 * row + 1)} if below else set()
    return {(x, y) for x, y in found if y < SIZE}


def test_the_picture_draws_exactly_the_dark_modules_crisp_and_without_style_or_script():
    picture = ElementTree.fromstring(qr.svg(URL))
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", qr.svg(URL))
    names = {name for element in picture.iter() for name in [element.tag, *element.attrib]}

    assert {(int(x) + step, int(y)) for x, y, width, _ in runs for step in range(int(width))} == DARK
    assert all(there == back for _, _, there, back in runs)
    assert not [name for name in names if "style" in name or "script" in name or name.startswith("on")]
    assert picture.get("shape-rendering") == "crispEdges"
    assert [path.get("fill") for path in picture] == ["#fff", "#000"]


def test_the_code_has_a_margin_of_four_modules_and_is_small_enough_to_read_across_the_table():
    assert min(min(x, y, SIZE - 1 - x, SIZE - 1 - y) for x, y in DARK) == qr.QUIET == 4
    assert SIZE - 2 * qr.QUIET <= 33


def test_the_terminal_draws_the_same_code_with_and_without_colour_and_resets_the_colours():
    coloured = qr.terminal(URL)

    assert terminal_dark(coloured.replace(qr.LIGHT_ON_DARK, "").replace(qr.PLAIN, "")) == DARK
    assert all(line.startswith(qr.LIGHT_ON_DARK) and line.endswith(qr.PLAIN) for line in coloured.splitlines())
    assert terminal_dark(qr.terminal(URL, colour=False)) == DARK
