"""House rules that go well with Frak You, to begin with."""

from ...house_rules import Called, CardPlayed, DroppedOut, Part, TrickWon
from ...starters import Starter

# Newcomers read these too: none may speak of a special card.
STARTERS = (
    Starter("A parting gift", "Whoever drops out hands out two.", DroppedOut(), (Part("chosen", 2),)),
    Starter(
        "The empty chair",
        "When somebody drops out, both of their neighbours drink.",
        DroppedOut(),
        (Part("neighbours", 1),),
    ),
    Starter("You dealt it", "If somebody drops out, the dealer drinks.", DroppedOut(), (Part("dealer", 1),)),
    Starter(
        "Warming up",
        "When a player takes the first trick, everyone else drinks.",
        TrickWon(trick=1),
        (Part("others", 1),),
    ),
    Starter("Unlucky for some", "Whoever takes trick 13 drinks two.", TrickWon(trick=13), (Part("player", 2),)),
    Starter("A long way round", "Whoever takes trick 30 hands out three.", TrickWon(trick=30), (Part("chosen", 3),)),
    Starter(
        "High fives",
        "When a five is led, both neighbours drink.",
        CardPlayed(rank="5", led=True),
        (Part("neighbours", 1),),
    ),
    Starter(
        "Thank you, Your Majesty",
        "Whoever takes a trick with the king of hearts hands out one.",
        TrickWon(with_rank="K", with_suit="H"),
        (Part("chosen", 1),),
    ),
    Starter(
        "Elbows everywhere",
        "When a player plays a jack, the player to their left drinks.",
        CardPlayed(rank="J"),
        (Part("left", 1),),
    ),
    Starter("No need for that", "Anyone who says 'sorry' drinks.", Called(), (Part("player", 1),)),
    Starter("Butterfingers", "If somebody says 'oops', the player across drinks.", Called(), (Part("across", 1),)),
)
