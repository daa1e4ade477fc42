"""Card Yacht: what the log says of a round."""

from companion.rules.events import read
from companion.rules.games.card_yacht import CARD_YACHT
from companion.rules.seating import Table
from tests.table import cases

from .card_yacht_nights import Event, draw, exchange, hand, knock, passed, told

TABLE = Table(("ann", "bob"), (), {"ann": "Ann", "bob": "Bob"})


@cases(
    (knock("ann"), "Ann knocked in round 1."),
    (draw("ann", 1), "Ann drew 1 card in round 1."),
    (exchange("ann", "bob", 2), "Ann exchanged 2 cards with the harbor of Bob in round 1."),
    (passed("ann", 3), "Ann passed in round 3."),
    (told("ann", "three-and-two", 25), "Ann scored 25 in three and two in round 1."),
    (hand("ann", "low", "AS AH 2D 2C 4S"), "Ann scored 50 in low in round 1: A♠, A♥, 2♦, 2♣, 4♠."),
)
def test_every_event_is_told_in_a_sentence(event: Event, says: str) -> None:
    assert CARD_YACHT.tell(read(event, CARD_YACHT.events), TABLE) == says
