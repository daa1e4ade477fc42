"""The end of a game on every phone and the big screen: who won, or what is true and nice to say where nobody does."""

import re
from html import unescape

import pytest

from companion.domain.games import GAMES
from tests.conftest import plain
from tests.table import row
from tests.web.test_big_screen import screen_of
from tests.web.test_one_phone import taps_a_sample
from tests.web.test_proposals import ask, reply

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


def frak_you(night, *dropped):
    night.start("frak-you", initiated=["p1"])
    for deal, player in enumerate(dropped, start=1):
        night.ann.tap("cards.counted", deal=deal, player=player, hand=0, table=0)
    night.ann.tap("trick.taken", deal=len(dropped) + 1, trick=1, winner="p1")
    night.ann.tap("game.ended")


def stopped(night, *players):
    night.start("yak", *players)
    night.ann.tap("throw.scored", player="p1", round=1, box="all", dice=[6] * 5)
    night.ann.tap("game.ended")


def alone(night):
    for face in (1, 2):
        night.start("yak", "p1")
        for number, box in enumerate(GAMES["yak"].scoring.boxes, start=1):
            night.ann.tap("throw.scored", player="p1", round=number, box=box, dice=[face] * 5)


def rounds(night, count, *players):
    night.start("score-sheet", count=count)
    for number, player in enumerate(players, start=1):
        night.ann.tap("round.scored", round=number, **{f"points.p{n}": int(player == f"p{n}") for n in (1, 2, 3)})
    night.ann.tap("game.ended")


def mexico(night):
    night.start("mexico", rounds="1")
    for player, dice in (("p1", [2, 1]), ("p2", [3, 1]), ("p3", [6, 6])):
        night.ann.tap("pair.thrown", round=1, player=player, throw=1, dice=dice)


ENDINGS = (
    (card_yacht, ["p3"], "Cal wins! By 646 points. Well played, Ann and Bob!", "p3"),
    (kegger, [], "Ann wins! The pot is empty. The fewest taken wins.", "p1"),
    # Bob took four: he drank for the first three, and the others for the fourth and the fifth.
    (drinks, ["p2", "p2", "p3", "p2", "p2"], "Ann and Bob got off lightest! Bob turned it round once.", "p1 p2"),
    (drinks, [None] * 5, "That was Five-Card Yak Good game, all of you!", ""),
    (deals, ["p1", "p1", "p2"], "Ann made the most bids 2 bids in 3 deals. Well played, all of you!", "p1"),
    (deals, ["", ""], "That was Yogi’s Whist Not one bid made. It happens to the best.", ""),
    (deals, ["p1 p2 p3"], "That was Yogi’s Whist Everybody made 1 bid in 1 deal.", ""),
    # Of several deals the whole game is told, as by the scores, without a deal that was not played to its end.
    (frak_you, ["p3"], "Cal dropped out first Ann and Bob held on to the very end. Cal 1 Ann 2 Bob 2 What", "p3"),
    (frak_you, ["p3", "p2"], "Bob and Cal lost the fewest deals 1 of 2 deals each. Bob 1 1 Cal 1 1 Ann 2 3", "p2 p3"),
    (frak_you, ["p3", "p2", "p1"], "That was Frak You Everybody lost 2 of 3 deals.", ""),
    (stopped, ["p1", "p2"], "Ann was ahead By 30 points, in Yak. Yak: scores Player Points Ann 30 Bob 0", ""),
    (stopped, ["p1"], "Stopped at 30 points In Yak.", ""),
    (drinks, [None], "Five-Card Yak stopped In deal 1.", ""),
    (rounds, ["wins"], "Score sheet stopped In round 1.", ""),
    (alone, [], "Your best tonight!", ""),
    (rounds, ["wins", "p2", "p2"], "Bob wins! By 2 wins. Well played, Ann and Cal!", "p2"),
    (rounds, ["losses", "p1", "p3"], "Bob wins! Fewest losses, by 1. Well played, Ann and Cal!", "p2"),
    (mexico, [], "Ann and Cal win! Fewest rounds lost, by 1. Well played, Bob!", "p1 p3"),
)


def test_a_game_ends_with_its_winners_or_with_something_true_and_nice(start_table):
    for play, given, words, heroes in ENDINGS:
        night = start_table()
        screen = screen_of(night)
        play(night, *given)

        told = {deals: "3 bids made, 12 sips in all. Ann", drinks: ". Ann and Bob got", mexico: "1 round, 2 sips in"}
        told[frak_you] = f"{'1 deal' if len(given) == 1 else '2 deals'} and a part, {6 * len(given)} sips in"
        assert not heroes or told.get(play, "") in night.bob.get("recap").words
        for shown in (night.bob.get(), screen.get("tv")):
            status = shown.regions["r-status"]
            marks = "".join(re.findall(r'<p class="heroes".*?</p>|<li class="step-1".*?</li>', status, re.S))
            with row(play.__name__, *given):
                assert night.night.game is None
                assert words in plain(status)
                assert [f"p{mark}" for mark in re.findall(r"who-(\d+)", marks)] == heroes.split()
        assert ("stopped" in shown.regions["r-newest-entry"]) == night.night.games[-1].stopped


def test_a_podium_has_three_steps_and_the_scores_if_there_are_any(start_table):
    night = start_table()
    card_yacht(night, "p3")
    assert "Cal 696 1 Ann 50 2 Bob 50 2" in plain(night.bob.get().regions["r-status"])
    assert "Grand total" in night.bob.get("sheet").words
    assert night.bob.get("play/score").status == 303, "there is no hand to enter any more"

    night = start_table()
    kegger(night)
    night.ann.tap("player.joined", names="Dan, Eve")
    night.start("frak-you", "p1", "p2", "p3", "p4", "p5", initiated=["p1"])
    deal_one(night, "frak-you", "3 5 1")
    night.ann.tap("game.ended")

    html = night.bob.get().regions["r-status"]
    assert "Games won" not in html  # Ann won one, and in the list below it three more are named
    assert plain(html).startswith("Cal dropped out first Bob and Dan held on to the very end. Cal 1 Eve 2 Ann 3 What")
    deals(night, "p1 p2 p3 p4")
    assert "Ann, Bob, Cal and Dan made 1 bid each in 1 deal." in plain(night.bob.get().regions["r-status"])


def test_who_won_is_told_once_and_stands_in_the_log_and_how_many_games_from_the_second_on(start_table):
    night = start_table()
    kegger(night)
    assert "Five-Card Yak is over: Ann won." in plain(night.bob.get().regions["r-say"])
    assert "Games won" not in night.bob.get().words
    kegger(night)
    assert "Games won tonight: Ann 2" in night.bob.get().words
    night.start("yak", "p1", "p2")
    assert "wins" not in night.bob.get().regions["r-status"]
    night.ann.tap("game.ended")

    assert plain(night.bob.get().regions["r-say"]) == "Yak is over: stopped early."
    assert "Yak is over: stopped early." in night.bob.get("log").words


def forms(phone):
    """The games that are offered next, in order: what its button says, and the form or the link behind it."""
    zone = phone.get().regions["r-record"]
    found = re.findall(r'<form.*?</form>|<a class="button.*?</a>', zone, re.S)
    return [(plain(one).partition(" again")[0].split("  ")[0], one) for one in found]


def test_what_a_game_cost_is_told_by_player_with_the_largest_reason_first(start_table):
    night = start_table()
    night.ann.tap("fine.given", player="p1", amount=4, reason="before the game")
    night.ann.tap("rule.made", text="No pointing", amount=2)
    night.start("five-card-yak").play("p2", "p3", "p2")
    night.ann.tap("rule.called", rule="r1", player="p3")
    night.ann.tap("rule.called", rule="r1", player="p2")
    night.ann.tap("fine.given", player="p2", amount=5, reason="late")
    for amount, reason in enumerate(("shy", "loud", "late", "slow", "rude"), start=1):
        night.ann.tap("fine.given", player="p3", amount=amount, reason=reason)
    night.ann.tap("game.ended")
    night.ann.tap("fine.given", player="p1", amount=9, reason="from after it")

    status = plain(night.bob.get().regions["r-status"])
    assert "What it cost Bob 11 sips late: 5 · deal 1: 4 · “No pointing”: 2 Cal 19 sips" in status
    assert "Cal 19 sips rude: 5 · slow: 4 · late: 3 · deal 1: 2 · “No pointing”: 2 · and 2 more: 3 Best" in status
    assert "Best rule: “No pointing” , fired twice" in status
    assert not re.search("before the game|after it", status)
    assert "43 sips so far" in plain(night.bob.get().regions["r-record"])
    night.ann.tap("night.closed")
    assert "Yak:&nbsp;2&nbsp;· “No pointing”:&nbsp;2&nbsp;· and 2 more:&nbsp;3" in night.bob.get("drinks").html


def test_what_was_forgiven_and_a_call_that_fell_cost_nothing(start_table):
    night = start_table()
    night.ann.tap("rule.made", text="No pointing", amount=5)
    night.start("five-card-yak").play("p2", "p2", "p2", None, None)
    night.bob.tap("rule.called", rule="r1", player="p1")
    night.cal.tap("call.settled", entry=night.seq, stands="false")
    night.ann.tap("fine.given", player="p2", amount=2, reason="late")
    night.ann.tap("fine.given", player="p3", amount=4, reason="loud")
    night.ann.tap("fine.forgiven", player="p2", amount=1)
    night.ann.tap("fine.forgiven", player="p3", amount=4)
    night.ann.tap("fine.given", player="p3", amount=1, reason="late")
    night.ann.tap("player.joined", name="Dan")  # nobody who came late got off lightest
    night.ann.tap("deal.started", deal=2, players=["p1", "p2", "p3", "p4"])
    night.play(None, deal=2)
    night.ann.tap("game.ended")
    assert night.owed == {"p2": 4, "p3": 1}

    page = night.bob.get()
    assert "Ann got off lightest!" in plain(page.regions["r-status"])
    assert "1 deal and a part, 3 tricks taken, 10 sips in all (5 forgiven)" in night.bob.get("recap").words
    assert "No pointing" not in plain(page.regions["r-status"])
    cost = re.search(r'<details class="costs".*?</details>', page.regions["r-status"], re.S)[0]
    assert "What it cost Bob 4 sips deal 1: 3 · late: 2 · forgiven: -1 Cal 1 sip loud" in plain(cost)


def test_who_got_a_drink_and_why_stays_and_who_took_it_over_is_said(start_table):
    night = start_table()
    night.ann.tap("fine.given", player="p3", amount=4, reason="before the game")
    night.start("five-card-yak").play("p2", "p3", "p2", None, None)
    for amount in (4, 2):  # the one from before the game, then one of its own
        ask(night.bob, "p3", "p2", amount)
        assert reply(night.cal, "yes").status == 200
    night.ann.tap("game.ended")

    assert "cost Bob 6 sips deal 1: 4 · taken over from Cal: 2 How" in plain(night.ann.get().regions["r-status"])
    ask(night.ann, "p2", "p1", 6)
    reply(night.bob, "yes")  # after the end, which stands
    told = "Ann and Cal got off lightest! Good game, all of you! What it cost Ann 6 sips taken over from Bob: 6 How"
    assert told in plain(night.ann.get().regions["r-status"])


def test_tokens_are_told_as_paid(start_table):
    night = start_table()
    kegger(night)
    assert "Bob 3 tokens deal 1: 3 Cal 2 tokens deal 1: 2" in plain(night.bob.get().regions["r-status"])
    assert "so far" not in plain(night.bob.get().regions["r-record"]), "tokens were paid, and nobody drank"


@pytest.mark.each_game
def test_three_games_are_offered_next_one_tap_starts_what_was_played_and_of_a_new_one_it_asks_how(start_table):
    night = start_table()
    night.start("five-card-yak").ann.tap("game.ended")
    night.start("yak").ann.tap("game.ended")
    offered = [name.split(" ")[0] for name, _ in forms(night.bob)]
    best = [game.name.split(" ")[0] for game in GAMES.values() if 3 in game.offer.best and game.id != "yak"]
    assert offered == ["Yak", *best[:2]], "the one just played can be played again"

    (name, form), (_, new) = forms(night.bob)[1:]
    assert new.startswith("<a")
    fields = re.findall(r'<input(?: type="hidden")? name="(\w+)" value="([^"]*)"', form)
    players = [value for field, value in fields if field == "players"]
    assert players == ["p1", "p2", "p3"]
    night.bob.tap("game.started", **{field: value for field, value in fields if field != "type"} | {"players": players})
    assert night.night.game.game.name.startswith(offered[1])


def asked_again(night):
    """Who is ticked on the page that asks who plays the game just played once more, and its HTML."""
    name, link = forms(night.bob)[0]
    assert name.startswith("Five-Card Yak")
    html = night.bob.get(unescape(re.search(r'href="/n/[^/]+/([^"]+)"', link)[1])).html
    return re.findall(r'name="players" value="(p\d+)" checked', html), html


def test_who_plays_is_asked_if_somebody_is_away_or_was_not_in_the_last_game(start_table):
    night = start_table()
    night.start("five-card-yak", "p1", "p2", dummies="true").play("p1:dummy", "p1:dummy", "p1:dummy", "p2", "p2")
    night.ann.tap("game.ended")
    ticked, page = asked_again(night)
    assert ticked == ["p1", "p2"]
    assert 'name="options.dummies" value="true" checked' in page
    night.cal.tap("player.left", player="p3")
    assert all(form.startswith("<a") for _, form in forms(night.bob))


def test_whoever_joined_since_is_ticked_for_the_same_game_if_all_can_play(start_table):
    night = start_table()
    night.start("five-card-yak", "p1", "p2").play("p2")
    night.ann.tap("game.ended")
    for name in ("Dan", "Eve"):
        night.join(name)
    assert asked_again(night)[0] == ["p1", "p2", "p4", "p5"], "Cal was there, and did not play"
    for name in (*NAMES[2:], "Kim", "Lea"):
        night.join(name)
    assert asked_again(night)[0] == ["p1", "p2"], "ten can play, and they would be eleven"


@pytest.mark.each_game
def test_late_or_when_it_has_cost_much_games_that_can_be_stopped_at_any_time_are_next(start_table):
    night = start_table()
    night.start("yak").ann.tap("game.ended")
    early = [name for name, _ in forms(night.bob)[1:]]
    night.ann.tap("fine.given", player="p2", amount=30, reason="late")
    late = [name for name, _ in forms(night.bob)[1:]]

    stops = tuple(game.name for game in GAMES.values() if game.offer.stops)
    assert not all(name.startswith(stops) for name in early)
    assert all(name.startswith(stops) for name in late)


def test_a_deal_that_is_over_says_the_same_as_the_game_that_ends_with_it(start_table):
    night = start_table()
    night.ann.tap("rule.made", text="No pointing", amount=2)
    night.start("five-card-yak").play("p2", "p2")
    night.ann.tap("rule.called", rule="r1", player="p1")
    for trick, player in ((3, "p2"), (4, "p2"), (5, "p3")):
        night.ann.tap("trick.taken", deal=1, trick=trick, winner=player)
    assert "Ann fined 7" in told(night.bob.get().regions["r-dealt"])
    night.ann.tap("game.ended")

    said = plain(night.bob.get().regions["r-status"])
    assert "Ann 7 sips deal 1: 5 (Bob turned it round) · “No pointing”: 2 Bob 3 sips deal 1: 3 Cal" in said


@pytest.mark.each_game
def test_with_more_people_other_games_are_offered_in_an_order_that_stays_while_people_come_and_go(start_table):
    night = start_table()
    night.ann.tap("player.joined", names="Dan, Eve, Fay, Gus, Hal, Ida")
    night.start("yak", "p1", "p2").ann.tap("game.ended")

    offered = [name for name, _ in forms(night.bob)]
    assert len(offered) == 3
    fitting = sorted(GAMES.values(), key=lambda game: (9 not in game.seats, game.id == "yak", 2 not in game.offer.best))
    assert all(name.startswith(game.name) for name, game in zip(offered[1:], fitting[:2], strict=True))


def played(night, game):
    """The night once Bob and Cal have come and a deal or round of the game was played; it is still on."""
    night.ann.tap("player.joined", names="Bob, Cal")
    night.start(game, **{"initiated": "p1"} if GAMES[game].has_insiders else {})
    taps_a_sample(night.ann, game)
    return night


@pytest.mark.each_game
def test_every_game_ends_with_what_it_cost_and_what_is_next(start_evening):
    for name in GAMES:
        with row(name):
            night = played(start_evening(), name)
            night.ann.tap("fine.given", player="p2", amount=90, reason="late")  # the dearest reasons are named
            assert night.ann.tap("game.ended", again="yes").status == 200
            assert "late: 90" in plain(night.ann.get().regions["r-status"])
            assert "What next? Anybody can start." in plain(night.ann.get().regions["r-record"])
            asking = [form for _, form in forms(night.ann) if form.startswith("<a")]
            assert all("/start/" in form for form in asking)
            assert "so far" not in screen_of(night).get("tv").words, "the big screen has nothing to tap"


# Players, the game, what is entered, and what is said of the deal, player by player.
DEALS = (
    (3, "five-card-yak", {}, "2 2 2 2 3", "Bob 4 tricks turned it round fined 3|Cal 1 trick fined 6|Ann fined 5"),
    (3, "five-card-yak", {}, "2 2 2 2 2", "Bob 5 tricks took all five fined 3|Ann fined 7|Cal fined 7"),
    (2, "five-card-yak", {"dummies": "true"}, "1:dummy 1:dummy 1:dummy 1:dummy 2",
     "Ann 4 tricks turned it round|Bob 1 trick fined 6"),
    (3, "five-card-yak", {"tokens__mode": "kegger", "tokens__count": "50"}, "1 0 0 0 0",
     "Ann 1 trick 1 token taken|Bob 0 tokens taken|Cal 0 tokens taken"),
    (10, "five-card-yak", {}, "2 3 2 2 3",
     "Bob 3 tricks turned it round fined 4|Cal 2 tricks fined 8|Ann fined 5|Dan fined 5|Eve fined 5|"
     "Fay fined 5|and 4 more"),
    (4, "yogis-whist", {}, {"made": ["p1", "p3"], "revealed": "p3"},
     "Ann made it fined 4|Cal revealed and made it|Bob missed fined 7|Dan missed fined 7"),
    (4, "yogis-whist", {}, {"made": "", "declared": "p2"},
     "Ann missed fined 1|Bob declared and missed fined 5|Cal missed fined 1|Dan missed fined 1"),
    (5, "frak-you", {"initiated": ["p1"]}, "3 5 1",
     "Cal out first|Eve out second|Ann out third|Bob stuck with it fined 3|Dan stuck with it fined 3"),
    (4, "frak-you", {"initiated": ["p1"]}, "1+ 2+ won",
     "Ann out first, together|Bob out first, together|Cal stuck with it fined 3|Dan stuck with it fined 3"),
)  # fmt: skip
NAMES = ("Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe")


def told(html):
    """The lines of what is said of the deal just over, if anything is."""
    box = re.search(r'<details class="dealt".*?</details>', html, re.S)
    return "|".join(plain(line) for line in re.findall(r"<li>(.*?)</li>", box[0], re.S)) if box else ""


def deal_one(night, game, entered):
    """Enters a whole first deal; nothing is told before its last entry."""
    if game == "yogis-whist":
        return night.ann.tap("deal.scored", deal=1, **entered)
    if game == "frak-you":
        for seat in entered.split():
            assert told(night.bob.get().regions["r-dealt"]) == ""
            counted = {"deal": 1, "player": f"p{seat[0]}", "hand": seat.count("+"), "table": 0}
            answer = night.play("p4") if seat == "won" else night.ann.tap("cards.counted", **counted)
        return answer
    *takers, last = (f"p{seat}" if seat != "0" else "" for seat in entered.split())
    night.play(*takers)
    assert told(night.bob.get().regions["r-dealt"]) == ""
    return night.ann.tap("trick.taken", deal=1, trick=5, winner=last)


def test_how_a_deal_went_is_told_until_the_next_begins(start_table):
    for players, game, options, entered, words in DEALS:
        night = start_table()
        night.ann.tap("player.joined", names=", ".join(NAMES[: max(players - 3, 0)]))
        night.start(game, *(f"p{seat}" for seat in range(1, players + 1)), **options)
        screen = screen_of(night)
        with row(players, game, entered):
            assert deal_one(night, game, entered).status == 200
            assert {told(page.regions["r-dealt"]) for page in (night.bob.get(), screen.get("tv"))} == {words}

            night.ann.tap("deal.started", deal=2)
            assert night.bob.get().regions["r-dealt"] == '<section id="r-dealt" class="covers"></section>'
            assert 'class="covers"><link' in night.bob.get("poll?page=table&since=").html  # a style that stays
            night.ann.tap("entry.undone", entry=night.seq)
            assert told(night.bob.get().regions["r-dealt"]) == words


def test_nothing_is_told_of_a_misdeal(start_table):
    for game in ("five-card-yak", "yogis-whist", "frak-you"):
        night = start_table()
        night.start(game, **({"initiated": ["p1"]} if game == "frak-you" else {}))
        night.ann.tap("deal.voided", deal=1)
        with row(game):
            assert "Deal 2" in night.bob.get().words
            assert told(night.bob.get().regions["r-dealt"]) == ""


@pytest.mark.each_game
def test_a_game_that_nobody_wins_shows_no_winner_anywhere(start_evening):
    for name in [name for name, game in GAMES.items() if game.ending.wins is not True]:
        with row(name):
            night = played(start_evening(), name)
            assert night.ann.tap("game.ended", again="yes").status == 200
            said = [night.ann.get(page).words for page in ("", "recap", "recap/1", "log")]
            said.append(screen_of(night).get("tv").words)
            night.ann.tap("night.closed")
            said.append(night.ann.get().words)
            assert [words for words in said if re.search(r"\b(?:won|wins|winners?)\b", words, re.I)] == []
