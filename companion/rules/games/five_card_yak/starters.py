"""House rules that go well with Five-Card Yak, to begin with."""

from ...house_rules import Called, CardPlayed, Part, TrickNobody, TrickWon
from ...starters import Starter

STARTERS = (
    Starter(
        "The elbow",
        "When a player plays a jack, the player to their left drinks.",
        CardPlayed(rank="J"),
        (Part("left", 1),),
    ),
    Starter("Group photo", "If nobody takes the trick, everyone drinks.", TrickNobody(), (Part("everyone", 1),)),
    Starter(
        "David and Goliath",
        "Whoever takes a trick with a two, three or four hands out three.",
        TrickWon(with_rank=("2", "3", "4")),
        (Part("chosen", 3),),
    ),
    Starter(
        "A curtsey",
        "When a queen is led, the player across drinks.",
        CardPlayed(rank="Q", led=True),
        (Part("across", 1),),
    ),
    Starter(
        "The host apologises",
        "If a trick is won with an ace, the dealer drinks.",
        TrickWon(with_rank="A"),
        (Part("dealer", 1),),
    ),
    Starter(
        "Bless you", "When a seven is played, both neighbours drink.", CardPlayed(rank="7"), (Part("neighbours", 1),)
    ),
    Starter("Loud exit", "Whoever takes the fifth trick hands out two.", TrickWon(trick=5), (Part("chosen", 2),)),
    Starter(
        "Mind the widow",
        "Whoever plays the queen of spades drinks two, and the player to their right drinks one.",
        CardPlayed(rank="Q", suit="S"),
        (
            Part("player", 2),
            Part("right", 1),
        ),
    ),
    Starter("Seeing red", "Anyone who plays a red card drinks.", CardPlayed(suit=("H", "D")), (Part("player", 1),)),
    Starter("Seagulls", "Anyone who says 'mine' drinks two.", Called(), (Part("player", 2),)),
    Starter(
        "No need for that", "If somebody says 'sorry', the player to their left drinks.", Called(), (Part("left", 1),)
    ),
)
