"""Titles: who sets a rule off holds its title, until when, and what such a rule costs."""

from companion.domain.event_log import Log, Row, extend, stored
from tests.table import cases

from .entries import CLOSED, amended, caught, changed, event, left, repealed, rule, undone
from .games.token_nights import kegger
from .games.yak_nights import rounds
from .nights import MISFIT, charges, log_of, night, refused, why_refused
from .people import ANN, BOB, CAL, DAN, EVE, FIVE
from .play import ENDED, game, plays, trick, tricks

TAKEN, CALLED = {"on": "trick.taken"}, {"on": "called"}
THUMB = rule("r1", when=TAKEN, title="Thumb master")
FOOL = rule("r1", title="Fool")
CAL_PAYS = rule("r2", when={"on": "trick.taken", "trick": 2}, who="left", amount=5)
REPEALED, STRUCK = repealed(), event("rule.struck", rule="r1", votes=[ANN])


def holder(*events):
    """Who holds the title of the first rule; "-" while nobody does, "" for a rule without a title."""
    first = night(*events)["rules"][0]
    return (first["holder"] or "-") if "holder" in first else ""


@cases(
    ("nobody at first", [THUMB, game()], "-"),
    ("nobody has the title of a rule without one", [rule("r1", when=TAKEN), game(), trick(1, BOB)], ""),
    ("who sets it off", [THUMB, game(), trick(1, BOB)], "bob"),
    ("until it strikes again", [THUMB, game(), *tricks("bob cal")], "cal"),
    ("for a dummy its controller", [THUMB, game(ANN, BOB, options={"dummies": True}), trick(1, "bob:dummy")], "bob"),
    ("not when nothing strikes", [THUMB, game(), *tricks("bob -")], "bob"),
    ("of several cards the last played",
     [rule("r1", when={"on": "card.played", "suit": "S"}, title="Spade"), game(dealer=DAN),
      plays(1, "dan 2S eve KS ann QS bob 2H cal 3H")], "ann"),
    ("of several players the last in the seats of the night",
     [rule("r1", when={"on": "deal.over", "tricks": "none"}, title="Idle"), game(DAN, ANN, BOB),
      event("seats.moved", order=[CAL, BOB, ANN, DAN, EVE]), *tricks("bob bob bob bob bob")], "dan"),
    ("who is caught, with any rule", [THUMB, game(), trick(1, BOB), caught("r1", EVE)], "eve"),
    ("also where no game is on", [FOOL, caught("r1", EVE)], "eve"),
    ("whoever is away keeps it", [THUMB, game(), trick(1, BOB), left(BOB)], "bob"),
    ("also when seats move", [THUMB, game(), trick(1, BOB), event("seats.moved", order=FIVE[::-1])], "bob"),
    ("a call that fell leaves it",
     [FOOL, caught("r1", EVE), event("call.settled", entry=8, stands=False)], "eve"),
    # until
    ("it is repealed", [THUMB, game(), trick(1, BOB), REPEALED], "-"),
    ("or struck down", [THUMB, game(), trick(1, BOB), STRUCK], "-"),
    ("or the game ends", [THUMB, game(), trick(1, BOB), ENDED], "-"),
    ("also one that was called in the game", [FOOL, game(), caught("r1", BOB), ENDED], "-"),
    ("or ends by itself", [rule("r1", when={"on": "box.scored"}, title="Scribe"),
                           event("game.started", game="yak", players=[ANN]), *rounds(ANN)], "-"),
    ("won outside a game it lasts", [FOOL, caught("r1", EVE), game(), trick(1, BOB), ENDED], "eve"),
    ("unless it passes on in one", [FOOL, caught("r1", EVE), game(), caught("r1", BOB), ENDED], "-"),
    ("between games it is outside of them", [THUMB, game(), trick(1, BOB), ENDED, caught("r1", CAL), game(), ENDED],
     "cal"),
    ("won by the end of a game it lasts too",
     [rule("r1", when={"on": "game.over", "place": "last"}, title="Loser"), game(), trick(1, BOB), ENDED], "bob"),
    ("and the next game", [rule("r1", when={"on": "game.over", "place": "last"}, title="Loser"), game(), trick(1, BOB),
                           ENDED, game(), ENDED], "bob"),
    ("the end itself is nobody’s", [rule("r1", when={"on": "game.over"}, title="Host"), game(), trick(1, BOB), ENDED],
     "-"),
    ("and leaves who held it", [rule("r1", when={"on": "game.over"}, title="Host"), caught("r1", EVE), game(), ENDED],
     "eve"),
    ("the end of the night ends them all", [FOOL, caught("r1", EVE), CLOSED], "-"),
    ("until it is undone", [FOOL, caught("r1", EVE), CLOSED, undone(9)], "eve"),
    ("also where a game was on", [THUMB, game(), trick(1, BOB), CLOSED], "-"),
    # an amendment
    ("gives a rule a title that nobody holds yet",
     [rule("r1", when=TAKEN), game(), trick(1, BOB), amended(title="Thumb master")], "-"),
    ("which passes from then on",
     [rule("r1", when=TAKEN), game(), trick(1, BOB), amended(title="Thumb master"), trick(2, CAL)], "cal"),
    ("a renamed one stays where it is", [THUMB, game(), trick(1, BOB), amended(title="Big thumb")], "bob"),
    ("also if the rule now strikes at something else",
     [THUMB, game(), trick(1, BOB), amended(when={"on": "trick.nobody"}), trick(2, CAL)], "bob"),
    # somebody must choose
    ("a rule that asks passes no title by itself",
     [rule("r1", when=TAKEN, title="Giver", who="chosen"), game(), trick(1, BOB)], "-"),
    ("but with the answer", [rule("r1", when=TAKEN, title="Giver", who="chosen"), game(), trick(1, BOB),
                             caught("r1", BOB, chosen=[CAL])], "bob"),
    ("chosen anywhere in it", [rule("r1", when=TAKEN, title="Giver", also=[{"who": "chosen", "amount": 1}]), game(),
                               trick(1, BOB)], "-"),
    # corrections
    ("an undo gives it back", [THUMB, game(), *tricks("bob cal"), undone(10)], "bob"),
    ("or to nobody", [THUMB, game(), trick(1, BOB), undone(9)], "-"),
    ("a change gives it to another", [THUMB, game(), trick(1, BOB), changed(9, trick(1, CAL))], "cal"),
    ("also before the last", [THUMB, game(), *tricks("bob -"), changed(9, trick(1, None))], "-"),
    ("an end undone", [THUMB, game(), trick(1, BOB), ENDED, undone(10)], "bob"),
    ("a repeal undone", [THUMB, game(), trick(1, BOB), REPEALED, undone(10)], "bob"),
    ("an amendment undone", [rule("r1", when=TAKEN), game(), trick(1, BOB), amended(title="Thumb"), undone(10)], ""),
    ("a rule changed to have one", [rule("r1", when=TAKEN), game(), trick(1, BOB), changed(7, THUMB)], "bob"),
    # places are those before the house rules of the last entry, in tokens too: Ann has taken 1, Bob 2, Cal nothing
    ("the first before a house rule empties the pot",
     [rule("r1", when={"on": "game.over", "place": "first"}, title="Dry"), CAL_PAYS, kegger(6), *tricks("ann bob")],
     "cal"),
    ("and the last",
     [rule("r1", when={"on": "game.over", "place": "last"}, title="Wet"), CAL_PAYS, kegger(6), *tricks("ann bob")],
     "bob"),
    # a game for tokens that the call itself ends
    ("the pot that is empty ends the game", [rule("r1", title="Fool", amount=5), kegger(5), caught("r1", BOB)], "-"),
)  # fmt: skip
def test_who_holds_a_title(what, events, expected):
    assert holder(*events) == expected, what


def test_only_rules_with_a_title_say_who_holds_it():
    rules = night(THUMB, rule("r2", when=TAKEN), game(), trick(1, BOB))["rules"]

    assert rules == [
        {"rule": "r1", "text": "rule r1", "active": True, "holder": BOB},
        {"rule": "r2", "text": "rule r2", "active": True},
    ]


LEFT = {"also": [{"who": "left", "amount": 2}]}


@cases(
    ("nobody if it only gives a title", [THUMB, game(), trick(1, BOB)], []),
    ("nor by a call", [THUMB, game(), caught("r1", BOB)], []),
    ("nor its further parts", [rule("r1", when=TAKEN, title="T", **LEFT), game(), trick(1, BOB)], []),
    ("but if it says who", [rule("r1", when=TAKEN, title="T", who="player"), game(), trick(1, BOB)], [(BOB, 1)]),
    ("or how much", [rule("r1", when=TAKEN, title="T", amount=1), game(), trick(1, BOB)], [(BOB, 1)]),
    ("and then all of it", [rule("r1", when=TAKEN, title="T", amount=1, **LEFT), game(), trick(1, BOB)],
     [(BOB, 1), (CAL, 2)]),
    ("or if an amendment does", [THUMB, amended(amount=3), game(), trick(1, BOB)], [(BOB, 3)]),
    ("with the parts it had", [rule("r1", when=TAKEN, title="T", **LEFT), amended(who="right"), game(), trick(1, BOB)],
     [(ANN, 1), (CAL, 2)]),
    ("not if that names another part only", [THUMB, amended(**LEFT), game(), trick(1, BOB)], []),
    ("nor if it names the title", [THUMB, amended(title="Big thumb"), game(), trick(1, BOB)], []),
    ("a rule that gets a title costs nothing any more", [rule("r1", when=TAKEN), amended(title="T"), game(),
                                                         trick(1, BOB)], []),
    ("unless it said so", [rule("r1", when=TAKEN, amount=2), amended(title="T"), game(), trick(1, BOB)], [(BOB, 2)]),
    ("or an earlier amendment did", [rule("r1", when=TAKEN), amended(who="left"), amended(title="T"), game(),
                                     trick(1, BOB)], [(CAL, 1)]),
    ("which is undone", [rule("r1", when=TAKEN), amended(who="left"), amended(title="T"), game(), trick(1, BOB),
                         undone(8)], []),
)  # fmt: skip
def test_whom_a_rule_with_a_title_charges(what, events, expected):
    assert charges(night(*events), "r1") == expected, what


def test_what_a_title_rule_says_is_still_known_after_a_night_was_saved():
    costs, free = rule("r1", when=TAKEN, title="T", who="player", amount=1), rule("r2", when=TAKEN, title="T")
    log = log_of(costs, free)

    rows = [Row(line.entry.seq, None, None, stored(line.entry.event)) for line in log.lines]
    assert [made.charges for made in extend(Log(), rows).night.rules.values()] == [
        made.charges for made in log.night.rules.values()
    ]
    assert [bool(made.charges) for made in log.night.rules.values()] == [True, False]


@cases(
    *((title, f"title {MISFIT}") for title in ("", " ", "x" * 41, "a\nb")),
    (7, "title must be `str`, got `int`"),
    (None, "title must be `str`, got `null`"),
    (True, "title must be `str`, got `bool`"),
)
def test_a_title_is_a_name_of_up_to_forty_characters(title, why):
    assert why_refused(rule("r1", title=title)) == why
    assert why_refused(rule("r1"), amended(title=title)) == why


def test_a_title_of_forty_characters_is_one():
    assert holder(rule("r1", title="x" * 40), caught("r1", ANN)) == ANN


@cases(
    *(({"on": on, field: 2}, f"when has no field {field}") for on, field in (
        ("card.played", "row"), ("trick.nobody", "row"), ("trick.taken", "matches"), ("declared", "call"),
        ("box.scored", "face"), ("deal.started", "tricks"), ("deal.voided", "deal"), ("deal.over", "place"))),
    *(({"on": on, field: wrong}, f"when.{field} is not one of the choices: '{wrong}'") for on, field, wrong in (
        ("card.played", "matches", "colour"), ("trick.taken", "trick", "first"), ("trick.taken", "trick", "Last"),
        ("trick.taken", "with_suit", "s"), ("bid.made", "call", "yes"), ("bid.made", "call", "none"),
        ("bid.missed", "call", "yes"), ("bid.missed", "call", "none"), ("deal.over", "tricks", "some"),
        ("game.over", "place", "second"))),
    *(({"on": "trick.taken", "row": row}, "when.row must be `int` >= 2") for row in (0, 1)),
    ({"on": "trick.taken", "row": 6}, "when.row must be `int` <= 5"),
    ({"on": "trick.taken", "with_suit": []}, f"when.with_suit {MISFIT}"),
    ({"on": "dice.rolled", "count": 2}, "a count of dice needs the face that they show"),
    *(({"on": "dice.rolled", "face": 6, one: wrong}, f"when.{one} must be `int` {bound}") for one, wrong, bound in (
        ("face", 0, ">= 1"), ("face", 7, "<= 6"), ("count", 0, ">= 1"), ("count", 6, "<= 5"), ("sum", 1, ">= 2"),
        ("sum", 31, "<= 30"), ("same", 1, ">= 2"), ("same", 6, "<= 5"))),
    *(({"on": on, field: wrong}, f"when.{field} must be {kind}, got {found}") for on, field, kind, values in (
        ("card.played", "matches", "`str`", {"bool": True, "array": ["rank"]}),
        ("trick.taken", "trick", "`int | str`", {"float": 1.5, "bool": True, "array": ["last"], "null": None}),
    ) for found, wrong in ((f"`{name}`", value) for name, value in values.items())),
)  # fmt: skip
def test_a_condition_that_there_is_not_is_refused(when, why):
    assert why_refused(rule("r1", when=when)) == why
    assert why_refused(rule("r1"), amended(when=when)) == why


TRICK, RANK, PLAYED = {"amount": "trick"}, {"amount": "rank"}, {"on": "card.played"}


@cases(
    ("trick", (rule("r1", **TRICK),)),
    *(("trick", (rule("r1", when={"on": on}, **TRICK),))
      for on in ("called", "card.played", "bid.made", "box.scored", "deal.over")),
    *(("trick", (rule("r1", when=when, also=[{"who": "left", **TRICK}]),)) for when in (CALLED, PLAYED)),
    ("trick", (rule("r1", when=TAKEN, **TRICK), amended(when=PLAYED))),
    ("trick", (rule("r1", when=TAKEN, **TRICK), amended(when=CALLED))),
    ("trick", (rule("r1", when=TAKEN, **TRICK), amended(amount=2, when=PLAYED), amended(**TRICK))),
    ("rank", (rule("r1", **RANK),)),
    *(("rank", (rule("r1", when={"on": on}, **RANK),))
      for on in ("called", "trick.taken", "trick.nobody", "dice.rolled")),
    ("rank", (rule("r1", when=TAKEN, also=[{"who": "left", **RANK}]),)),
    ("rank", (rule("r1", when=TAKEN, title="T", also=[{"who": "left", **RANK}]),)),
    ("rank", (rule("r1", when=TAKEN), amended(**RANK))),
    ("rank", (rule("r1", when=TAKEN), amended(also=[{"who": "left", **RANK}]))),
    ("rank", (rule("r1", when=PLAYED, also=[{"who": "left", **RANK}]), amended(when=TAKEN))),
)  # fmt: skip
def test_an_amount_that_the_trigger_does_not_have_is_refused_where_it_comes_in(amount, events):
    about = {"trick": "trick", "rank": "card that is played"}[amount]
    assert why_refused(*events) == f"an amount of “{amount}” is for a rule about a {about}"


def test_a_trigger_and_an_amount_that_fit_are_taken_together():
    assert holder(rule("r1", when=PLAYED, **RANK), amended(when={"on": "trick.nobody"}, **TRICK)) == ""
    assert holder(rule("r1", when=TAKEN, **TRICK), amended(when=PLAYED, amount=1)) == ""


def test_a_correction_that_leaves_an_amount_without_its_trigger_is_in_the_way():
    made, then = rule("r1", when=TAKEN), amended(**TRICK)
    changing, undoing = (
        refused(made, then, changed(7, rule("r1", when=PLAYED))),
        refused(rule("r1"), amended(when=TAKEN), then, undone(8)),
    )

    assert changing.startswith("event 8: ")
    assert changing.endswith("(after the change in event 9)")
    assert undoing.startswith("event 9: ")
    assert undoing.endswith("(after the undo in event 10)")
