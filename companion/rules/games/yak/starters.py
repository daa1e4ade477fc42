"""House rules that go well with Yak, to begin with."""

from ...house_rules import BoxScored, Called, Part
from ...starters import Starter

STARTERS = (
    Starter(
        "Stampede", "Whoever gets a yak hands out five.", BoxScored(box="5-same", at_least=1), (Part("chosen", 5),)
    ),
    Starter(
        "The splash zone",
        "When a player scores zero, the player to their left drinks.",
        BoxScored(zero=True),
        (Part("left", 1),),
    ),
    Starter(
        "Housewarming",
        "When somebody gets a full house, everyone else drinks.",
        BoxScored(box="2+3-same", at_least=1),
        (Part("others", 1),),
    ),
    Starter(
        "The low road",
        "If you get a low straight, your neighbours drink.",
        BoxScored(box="run-1-5", at_least=1),
        (Part("neighbours", 1),),
    ),
    Starter(
        "The high road",
        "Anyone who gets a high straight hands out two.",
        BoxScored(box="run-2-6", at_least=1),
        (Part("chosen", 2),),
    ),
    Starter("Lonely ones", "Whoever fills the ones box drinks.", BoxScored(box="1s"), (Part("player", 1),)),
    Starter(
        "All the sixes",
        "Whoever scores at least 24 in sixes hands out two.",
        BoxScored(box="6s", at_least=24),
        (Part("chosen", 2),),
    ),
    Starter(
        "The yak has left",
        "Whoever scores zero in the yak drinks two.",
        BoxScored(box="5-same", zero=True),
        (Part("player", 2),),
    ),
    Starter(
        "Show-off",
        "When a player scores at least 25, everyone else drinks.",
        BoxScored(at_least=25),
        (Part("others", 1),),
    ),
    Starter("Jinx", "Anyone who says 'lucky' drinks.", Called(), (Part("player", 1),)),
    Starter("One die, two dice", "If somebody says 'dices', everyone else drinks.", Called(), (Part("others", 1),)),
)
