"""House rules that go well with Yogi's Whist, to begin with."""

from ...house_rules import BidMade, BidMissed, Called, CardPlayed, Declared, Part, Revealed, TrickWon
from ...starters import Starter

STARTERS = (
    Starter("Blame the dealer", "The dealer drinks when a bid is missed.", BidMissed(), (Part("dealer", 1),)),
    Starter("Applause", "Whoever makes their bid hands out one.", BidMade(), (Part("chosen", 1),)),
    Starter(
        "It is catching",
        "When a player misses their bid, the player to their left drinks.",
        BidMissed(),
        (Part("left", 1),),
    ),
    Starter("Not so loud", "If somebody declares, both neighbours drink.", Declared(), (Part("neighbours", 1),)),
    Starter("Nothing to hide", "When a player reveals, everyone else drinks.", Revealed(), (Part("others", 1),)),
    Starter(
        "The last biscuit", "Whoever takes the third trick hands out one.", TrickWon(trick=3), (Part("chosen", 1),)
    ),
    Starter(
        "Small change",
        "Whoever takes a trick with a two hands out three.",
        TrickWon(with_rank="2"),
        (Part("chosen", 3),),
    ),
    Starter(
        "A royal visit", "When a king is led, everyone drinks.", CardPlayed(rank="K", led=True), (Part("everyone", 1),)
    ),
    Starter(
        "Scandal at court",
        "Whoever plays the jack of hearts drinks one, and the player to their left drinks one.",
        CardPlayed(rank="J", suit="H"),
        (
            Part("player", 1),
            Part("left", 1),
        ),
    ),
    Starter("The T word", "Anyone who says 'trump' drinks.", Called(), (Part("player", 1),)),
    Starter("I knew it", "If somebody says 'knew', everyone else drinks.", Called(), (Part("others", 1),)),
)
