"""House rules that go well with Card Yacht, to begin with."""

from ...house_rules import BoxScored, Called, Part
from ...starters import Starter

STARTERS = (
    Starter("Consolation", "Whoever scores zero hands out one.", BoxScored(zero=True), (Part("chosen", 1),)),
    Starter(
        "Ahoy",
        "When a player gets a Card Yacht, everyone else drinks two.",
        BoxScored(box="card-yacht", at_least=1),
        (Part("others", 2),),
    ),
    Starter(
        "Run up the flag",
        "Whoever gets a flush hands out three.",
        BoxScored(box="flush", at_least=1),
        (Part("chosen", 3),),
    ),
    Starter(
        "Well dug",
        "Whoever scores at least 30 in spades hands out two.",
        BoxScored(box="spades", at_least=30),
        (Part("chosen", 2),),
    ),
    Starter(
        "Heart-warming",
        "If somebody scores at least 30 in hearts, both neighbours drink.",
        BoxScored(box="hearts", at_least=30),
        (Part("neighbours", 1),),
    ),
    Starter(
        "Limbo",
        "When somebody fills the Low box, the player across drinks.",
        BoxScored(box="low"),
        (Part("across", 1),),
    ),
    Starter(
        "Between two chairs",
        "Whoever scores zero in the Middle box drinks two.",
        BoxScored(box="middle", zero=True),
        (Part("player", 2),),
    ),
    Starter(
        "Show-off",
        "When a player scores at least 50, everyone else drinks.",
        BoxScored(at_least=50),
        (Part("others", 1),),
    ),
    Starter(
        "Man overboard",
        "When a player scores zero, everyone else drinks two.",
        BoxScored(zero=True),
        (Part("others", 2),),
    ),
    Starter("Loose lips", "Anyone who says 'ship' drinks.", Called(), (Part("player", 1),)),
    Starter("Aye aye", "If somebody says 'captain', the player to their right drinks.", Called(), (Part("right", 1),)),
)
