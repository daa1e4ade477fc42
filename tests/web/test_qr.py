"""A QR code that a camera reads and a strict CSP lets through."""

import re
from xml.etree import ElementTree

from companion.web import qr

URL = "http://192.168.1.5:8000/j/AbCdEfGhIjKlMnOpQrStUv"
Drawn = set[tuple[int, int]]


def dark(text: str) -> Drawn:
    return {(x, y) for y, row in enumerate(qr.modules(text)) for x, module in enumerate(row) if module}


def svg_dark(picture: str) -> Drawn:
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", picture)
    assert all(there == back for _, _, there, back in runs)
    return {(int(x) + step, int(y)) for x, y, width, _ in runs for step in range(int(width))}


def terminal_dark(drawn: str, letters: str) -> Drawn:
    found = set()
    for row, line in enumerate(drawn.splitlines()):
        for x, block in enumerate(line):
            above, below = divmod(letters.index(block), 2)
            found |= {(x, 2 * row)} if above else set()
            found |= {(x, 2 * row + 1)} if below else set()
    return found


def test_the_picture_draws_exactly_the_dark_modules():
    assert svg_dark(qr.svg(URL)) == dark(URL)


def test_the_picture_needs_neither_style_nor_script():
    names = {name for element in ElementTree.fromstring(qr.svg(URL)).iter() for name in [element.tag, *element.attrib]}

    assert not [name for name in names if "style" in name or "script" in name or name.startswith("on")]


def test_the_picture_is_dark_on_light_with_crisp_edges():
    picture = ElementTree.fromstring(qr.svg(URL))

    assert picture.get("shape-rendering") == "crispEdges"
    assert [path.get("fill") for path in picture] == ["#fff", "#000"]


def test_four_light_modules_surround_the_code():
    size = len(qr.modules(URL))

    assert {min(x, y, size - 1 - x, size - 1 - y) for x, y in dark(URL)} >= {qr.QUIET}
    assert min(min(x, y, size - 1 - x, size - 1 - y) for x, y in dark(URL)) == qr.QUIET


def test_a_join_link_fits_a_code_that_is_read_across_the_table():
    assert len(qr.modules(URL)) - 2 * qr.QUIET <= 33


def test_the_terminal_draws_the_same_code_in_colour():
    drawn = qr.terminal(URL).replace(qr.INK, "").replace(qr.PLAIN, "")

    assert terminal_dark(drawn, " ▄▀█") == dark(URL)


def test_every_line_of_the_terminal_gives_the_colours_back():
    assert all(line.startswith(qr.INK) and line.endswith(qr.PLAIN) for line in qr.terminal(URL).splitlines())


def test_without_colour_the_light_modules_are_drawn():
    drawn, size = qr.terminal(URL, colour=False), len(qr.modules(URL))

    assert {(x, y) for x, y in terminal_dark(drawn, "█▀▄ ") if y < size} == dark(URL)


def test_another_text_is_another_code():
    assert qr.svg(URL) != qr.svg(URL + "w")
