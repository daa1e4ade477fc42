"""The main screens look as in the kept screenshots; look.py describes what is compared."""

import pytest
from PIL import Image, ImageDraw

from tests.browser.look import PICTURES, compared, differences

pytestmark = pytest.mark.thorough


def test_the_main_screens_look_as_in_the_kept_pictures(server, phone):
    assert compared(phone, server.home) == []


def test_a_part_that_is_gone_or_of_another_colour_is_noticed():
    kept = Image.open(PICTURES / "table.png").convert("RGB").resize((390, 844))
    places = {"r-record": [0, 600, 390, 844]}
    assert differences("table", kept, places, kept, places) == []
    changed = kept.copy()
    ImageDraw.Draw(changed).rectangle((0, 600, 390, 720), "#808080")

    assert differences("table", changed, places, kept, places) != []
    assert differences("table", kept, {"r-record": [0, 640, 390, 844]}, kept, places) != []
    assert differences("table", kept, {}, kept, places) != []


def test_the_kept_pictures_stay_small():
    assert sum(path.stat().st_size for path in PICTURES.iterdir()) < 400_000
