"""The end of a game on every phone and the big screen: who won, or what is true and nice to say where nobody does."""

import re

from companion.domain.games import GAMES
from tests.conftest import plain
from tests.sample_games import sample
from tests.table import row
from tests.web.test_big_screen import screen_of
from tests.web.test_one_phone import DEALS as PLAYED

CARDS = {"tokens__mode": "kegger", "tokens__count": "5"}
SUITS = dict.fromkeys(("spades", "hearts", "diamonds", "clubs"), 49)
TYPES = dict.fromkeys(("three-and-two", "high", "flush"), 25) | dict.fromkeys(("middle", "low", "sequence"), 50)
MOST = TYPES | SUITS | {"five-flush": 100, "card-yacht": 75}


def card_yacht(night, *better):
    """A whole game; in the last rounds only these score."""
    night.start("card-yacht")
    for number, (box, most) in enumerate(MOST.items(), start=1):
        for player in ("p1", "p2", "p3"):
            points = most if number < 3 or player in better else 0
            night.ann.tap("hand.scored", round=number, player=player, box=box, points=points)


def kegger(night):
    night.start("five-card-yak", **CARDS).play("p2", "p3", "p2")


def drinks(night, *takers):
    night.start("five-card-yak").play(*takers)
    night.ann.tap("game.ended")


def deals(night, *made):
    night.start("yogis-whist")
    for number, players in enumerate(made, start=1):
        night.ann.tap("deal.scored", deal=number, made=players.split() or "")
    night.ann.tap("game.ended")


def frak_you(night):
    night.start("frak-you", initiated=["p1"])
    night.ann.tap("cards.counted", deal=1, player="p3", hand=0, table=0)
    night.ann.tap("trick.taken", deal=2, trick=1, winner="p1")
    night.ann.tap("game.ended")


def stopped(night):
    night.start("yak", "p1", "p2")
    night.ann.tap("throw.scored", player="p1", round=1, box="all", dice=[6] * 5)
    night.ann.tap("game.ended")


def stopped_alone(night):
    night.start("yak", "p1")
    night.ann.tap("throw.scored", player="p1", round=1, box="all", dice=[6] * 5)
    night.ann.tap("game.ended")


def alone(night):
    for face in (1, 2):
        night.start("yak", "p1")
        for number, box in enumerate(GAMES["yak"].scoring.boxes, start=1):
            night.ann.tap("throw.scored", player="p1", round=number, box=box, dice=[face] * 5)


ENDINGS = (
    (card_yacht, ["p3"], "Cal wins! By 646 points. Well played, Ann and Bob!", "p3"),
    (card_yacht, ["p1", "p3"], "Ann and Cal win! By 646 points. Well played, Bob!", "p1 p3"),
    (kegger, [], "Ann wins! The pot is empty. The fewest taken wins.", "p1"),
    # Bob took four: he drank for the first three, and the others for the fourth and the fifth.
    (drinks, ["p2", "p2", "p3", "p2", "p2"], "That was Five-Card Yak Bob turned it round once.", ""),
    (drinks, [None] * 5, "That was Five-Card Yak Good game, all of you!", ""),
    (deals, ["p1", "p1", "p2"], "Ann made the most bids 2 in 3 deals. Well played, all of you!", "p1"),
    (deals, ["", ""], "That was Yogi’s Whist Not one bid made. It happens to the best.", ""),
    (deals, ["p1 p2 p3"], "That was Yogi’s Whist Everybody made 1 in 1 deal.", ""),
    # It is about the last deal that was played to its end.
    (frak_you, [], "Cal dropped out first Ann and Bob held on to the very end.", "p3"),
    (stopped, [], "Stopped early Nobody won this one.", ""),
    (stopped_alone, [], "Stopped early At 30 points.", ""),
    (alone, [], "Your best tonight!", ""),
)


def test_a_game_ends_with_its_winners_or_with_something_true_and_nice(start_table):
    for play, given, words, heroes in ENDINGS:
        night = start_table()
        screen = night.stranger()
        screen.get(f"/w/{night.links.watch}")
        play(night, *given)

        for shown in (night.bob.get(), screen.get("tv")):
            status = shown.regions["r-status"]
            marks = "".join(re.findall(r'<p class="heroes".*?</p>', status, re.S))
            with row(play.__name__, *given):
                assert night.night.game is None
                assert words in plain(status)
                assert [f"p{mark}" for mark in re.findall(r"who-(\d+)", marks)] == heroes.split()


def test_five_at_frak_you_have_a_podium_of_three(start_table):
    night = start_table()
    for name in ("Dan", "Eve"):
        night.ann.tap("player.joined", name=name)
    night.start("frak-you", "p1", "p2", "p3", "p4", "p5", initiated=["p1"])
    for player in ("p3", "p5", "p1"):
        assert night.ann.tap("cards.counted", deal=1, player=player, hand=0, table=0).status == 200
    night.ann.tap("game.ended")

    html = night.bob.get().regions["r-status"]
    assert plain(html).startswith("Cal dropped out first Bob and Dan held on to the very end. Cal 1 Eve 2 Ann 3")


def test_who_won_is_told_once_and_stands_in_the_log(start_table):
    night = start_table()
    kegger(night)
    assert "Five-Card Yak is over: Ann won." in plain(night.bob.get().regions["r-say"])
    night.start("yak", "p1", "p2")
    night.ann.tap("game.ended")

    assert plain(night.bob.get().regions["r-say"]) == "Yak is over."
    assert "Yak is over." in night.bob.get("log").words


def test_what_is_shown_in_a_new_game_is_never_the_last_one_s_winner(start_table):
    night = start_table()
    kegger(night)
    night.start("five-card-yak")

    assert "wins" not in night.bob.get().regions["r-status"]


# Players, the game, what is entered, and what is said of the deal, player by player.
DEALS = (
    (3, "five-card-yak", {}, "2 2 2 2 3", "Bob 4 tricks turned it round owes 3|Cal 1 trick owes 6|Ann owes 5"),
    (3, "five-card-yak", {}, "2 2 2 2 2", "Bob 5 tricks took all five owes 3|Ann owes 7|Cal owes 7"),
    (
        2,
        "five-card-yak",
        {"dummies": "true"},
        "1:dummy 1:dummy 1:dummy 1:dummy 2",
        "Ann 4 tricks turned it round|Bob 1 trick owes 6",
    ),
    (
        3,
        "five-card-yak",
        {"tokens__mode": "kegger", "tokens__count": "50"},
        "1 0 0 0 0",
        "Ann 1 trick 1 token taken|Bob 0 tokens taken|Cal 0 tokens taken",
    ),
    (
        10,
        "five-card-yak",
        {},
        "2 3 2 2 3",
        "Bob 3 tricks turned it round owes 4|Cal 2 tricks owes 8|Ann owes 5|Dan owes 5|Eve owes 5|"
        "Fay owes 5|and 4 more",
    ),
    (
        4,
        "yogis-whist",
        {},
        {"made": ["p1", "p3"], "revealed": "p3"},
        "Ann made it owes 4|Cal revealed and made it|Bob missed owes 7|Dan missed owes 7",
    ),
    (
        4,
        "yogis-whist",
        {},
        {"made": "", "declared": "p2"},
        "Ann missed owes 1|Bob declared and missed owes 5|Cal missed owes 1|Dan missed owes 1",
    ),
    (
        5,
        "frak-you",
        {"initiated": ["p1"]},
        "3 5 1",
        "Cal out first|Eve out second|Ann out third|Bob lost it owes 3|Dan lost it owes 3",
    ),
)
NAMES = ("Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe")


def told(html):
    """The lines of what is said of the deal just over, if anything is."""
    box = re.search(r'<dialog class="dealt".*?</dialog>', html, re.S)
    return "|".join(plain(line) for line in re.findall(r"<li>(.*?)</li>", box[0], re.S)) if box else ""


def deal_one(night, game, entered):
    """Enters a whole first deal; nothing is told before its last entry."""
    if game == "yogis-whist":
        return night.ann.tap("deal.scored", deal=1, **entered)
    if game == "frak-you":
        for seat in entered.split():
            assert told(night.bob.get().regions["r-status"]) == ""
            answer = night.ann.tap("cards.counted", deal=1, player=f"p{seat}", hand=0, table=0)
        return answer
    *takers, last = (f"p{seat}" if seat != "0" else "" for seat in entered.split())
    night.play(*takers)
    assert told(night.bob.get().regions["r-status"]) == ""
    return night.ann.tap("trick.taken", deal=1, trick=5, winner=last)


def test_how_a_deal_went_is_told_until_the_next_begins(start_table):
    for players, game, options, entered, words in DEALS:
        night = start_table()
        for name in NAMES[: max(players - 3, 0)]:
            night.ann.tap("player.joined", name=name)
        night.start(game, *(f"p{seat}" for seat in range(1, players + 1)), **options)
        screen = night.stranger()
        screen.get(f"/w/{night.links.watch}")
        with row(players, game, entered):
            assert deal_one(night, game, entered).status == 200
            assert told(night.bob.get().regions["r-status"]) == words
            assert told(screen.get("tv").regions["r-status"]) == words

            night.ann.tap("deal.started", deal=2)
            assert told(night.bob.get().regions["r-status"]) == ""
            night.ann.tap("entry.undone", entry=night.seq)
            assert told(night.bob.get().regions["r-status"]) == words


def test_nothing_is_told_of_a_misdeal(start_table):
    for game in ("five-card-yak", "yogis-whist", "frak-you"):
        night = start_table()
        night.start(game, **({"initiated": ["p1"]} if game == "frak-you" else {}))
        night.ann.tap("deal.voided", deal=1)
        with row(game):
            assert "Deal 2" in night.bob.get().words
            assert told(night.bob.get().regions["r-status"]) == ""


def test_a_game_that_nobody_wins_shows_no_winner_anywhere(start_evening):
    for name in [name for name, game in GAMES.items() if game.ending.wins is not True]:
        with row(name):
            night = start_evening(name=f"Nobody at {name}")
            night.ann.tap("player.joined", names="Bob, Cal")
            night.start(name, **{"initiated": "p1"} if GAMES[name].has_insiders else {})
            players = ("p2", "p3", "p1")
            for kind, fields in PLAYED.get(name) or [(raw.pop("type"), raw) for raw in sample(name, players)]:
                assert night.ann.tap(kind, **fields).status == 200
            if night.night.game:
                assert night.ann.tap("game.ended", again="yes").status == 200
            for page in ("", "recap", "recap/1", "log"):
                said = night.ann.get(page).words
                assert re.findall(r"\b(?:won|wins|winners?)\b", said, re.I) == [], (page, said)
            assert re.findall(r"\b(?:won|wins|winners?)\b", screen_of(night).get().words, re.I) == []
            night.ann.tap("night.closed")
            assert re.findall(r"\b(?:won|wins|winners?)\b", night.ann.get().words, re.I) == []
