"""Where only the charge is understood, whoever calls the rule finds it tapped already; if it is in doubt, nothing."""

from companion.domain.house_rules.english import read
from tests.table import cases


@cases(
    ("Whoever points at somebody drinks two.", "player 2"),
    ("Who points at somebody must drink two.", "player 2"),
    ("Anyone who touches their phone takes a sip.", "player 1"),
    ("Somebody who burps, drinks twice.", "player 2"),
    ("Whoever spills a drink drinks two.", "player 2"),
    ("Whoever forgets to say 'yak' hands out two.", "chosen 2"),
    ("Somebody who spills gives two drinks to the dealer.", "dealer 2"),
    ("When somebody sneezes, the player to his left drinks two.", "left 2"),
    ("When a player stands up, all players drink.", "everyone 1"),
    ("When somebody sneezes, everyone else drinks.", "others 1"),
    ("When somebody points, he drinks two and the dealer drinks one.", "player 2, dealer 1"),
    ("Each time somebody laughs, the dealer and the leader drink one each.", "dealer 1, leader 1"),
    ("When the phone rings, everyone drinks two.", "everyone 2"),
    ("If your phone rings, you drink three.", "player 3"),
    ("If you yawn, drink two.", "player 2"),
    ("Everyone drinks two when it rains.", "everyone 2"),
    ("You drink two when you sneeze.", "player 2"),
    ("Touching your face costs two.", "player 2"),
    ("Touching your face: drink two.", "player 2"),
    ("Whoever takes the last trick drinks two.", "player 2"),
    ("Whoever throws a six drinks three.", "player 3"),
    ("When two jacks are played in one trick, everyone drinks 2.", "everyone 2"),
)
def test_whom_a_rule_costs_what_is_understood_by_itself(sentence, charged):
    reading = read(sentence)

    assert reading.meaning is None
    assert ", ".join(f"{part.who} {part.amount}" for part in reading.parts) == charged


@cases(
    "Whoever doesn't point drinks two.",
    "Whoever points drinks two unless he laughs.",
    "Everyone except the dealer drinks two when it rains.",
    "Whoever points drinks six.",
    "Whoever points drinks two or three.",
    "Whoever points drinks or hands out two.",
    "Whoever points drinks a pint.",
    "Whoever points and laughs drinks two.",
    "Whoever points or laughs drinks two.",
    "If somebody points while it rains, everyone drinks two.",
    "Whoever points at Bob drinks two.",
    "When Bob sneezes, everyone drinks two.",
    "When somebody points, Bob drinks two.",
    "Whoever sings makes Bob drink two.",
    "When the phone rings, drink two.",
    "If it rains, you drink two.",
    "If the dealer plays a queen, he drinks two.",
    "You drink two when somebody plays a jack.",
    "When somebody points, both neighbours drink two and everyone else drinks one.",
    "When a jack is played, whoever plays a queen drinks two.",
    "Whoever plays a jack, the dealer and the leader drink two.",
    "Whoever points chooses two players to drink.",
    "Whoever plays a jack skips two drinks.",
    "Whoever plays a jack drinks half of two drinks.",
    "Elbows on the table cost two.",
    "Every ten minutes everyone drinks two.",
    "Whoever points drinks two and sings.",
    "Drinks two drinks the jack plays whoever.",
    "",
)
def test_a_charge_in_doubt_is_none(sentence):
    reading = read(sentence)

    assert reading.meaning is None
    assert reading.parts == ()


def test_a_rule_that_is_understood_needs_no_second_charge():
    assert read("Whoever plays a jack drinks two.").parts == ()
