"""Every trigger, drinker and amount has its words, also those that no sentence says yet."""

from companion.domain.events import RuleMade, read
from companion.domain.house_rules.english import in_words
from companion.domain.house_rules.ruling import as_made
from tests.table import cases

PLAYED, TAKEN, ROLLED = {"on": "card.played"}, {"on": "trick.taken"}, {"on": "dice.rolled"}


def words(when, **fields):
    event = read({"type": "rule.made", "rule": "r1", "text": "a rule", "when": when, **fields}, {})
    assert isinstance(event, RuleMade)
    return in_words(as_made(event))


@cases(
    (PLAYED | {"matches": "rank"}, {}, "Whoever plays a card of the same rank as the card before drinks 1."),
    (PLAYED | {"matches": "suit", "rank": "Q"}, {"who": "previous"},
     "When someone plays a queen of the same suit as the card before, the player before drinks 1."),
    (PLAYED, {"amount": "rank"}, "Whoever plays a card drinks what the card is worth."),
    (TAKEN | {"trick": "last"}, {}, "Whoever takes the last trick drinks 1."),
    (TAKEN | {"row": 3}, {"who": "everyone", "amount": "trick"},
     "When someone takes three tricks in a row, everyone drinks the trick number."),
    (TAKEN | {"trick": 4, "row": 3, "with_suit": "H"}, {},
     "Whoever takes trick 4 as the third in a row with a heart drinks 1."),
    (TAKEN, {"who": "chosen", "amount": "trick"}, "Whoever takes a trick chooses who drinks the trick number."),
    ({"on": "bid.made", "call": "declare"}, {}, "Whoever declares and makes their bid drinks 1."),
    ({"on": "bid.missed", "call": "no"}, {"who": "dealer"},
     "When someone says no and misses their bid, the dealer drinks 1."),
    (ROLLED, {}, "Whoever rolls the dice drinks 1."),
    (ROLLED | {"face": 6}, {}, "Whoever rolls a six drinks 1."),
    (ROLLED | {"face": 6, "count": 2}, {}, "Whoever rolls at least two sixes drinks 1."),
    (ROLLED | {"face": 1, "count": 3, "same": 4, "sum": 7}, {},
     "Whoever rolls at least three ones, at least four alike and a total of 7 drinks 1."),
    ({"on": "deal.started"}, {}, "When a deal begins, the player who dealt drinks 1."),
    ({"on": "deal.voided"}, {"who": "left"}, "When there is a misdeal, the player to the left drinks 1."),
    ({"on": "deal.over"}, {"who": "everyone"}, "When a deal is over, everyone drinks 1."),
    ({"on": "deal.over", "tricks": "none"}, {}, "Whoever takes no tricks in a deal drinks 1."),
    ({"on": "deal.over", "tricks": "most"}, {"who": "left"},
     "When someone takes the most tricks in a deal, the player to the left drinks 1."),
    ({"on": "game.over"}, {"who": "others"}, "When the game is over, everyone drinks 1."),
    ({"on": "game.over"}, {}, "When the game is over, nobody drinks 1."),
    ({"on": "game.over", "place": "last"}, {}, "Whoever finishes last in the game drinks 1."),
    (PLAYED | {"rank": "J"}, {"title": "Thumb master"}, "Whoever plays a jack becomes “Thumb master”."),
    (PLAYED | {"rank": "J"}, {"title": "Thumb master", "amount": 2},
     "Whoever plays a jack becomes “Thumb master” and drinks 2."),
    ({"on": "trick.nobody"}, {"title": "Host"}, "When nobody takes a trick, the player who led becomes “Host”."),
)  # fmt: skip
def test_a_rule_in_words(when, fields, expected):
    assert words(when, **fields) == expected
