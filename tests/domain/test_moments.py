"""What all talk about the next day: which entry has a moment, and that no other entry has one and no secret is told."""

import pytest

from companion.domain import replay
from companion.domain.games import GAMES
from tests.table import cases

from .entries import event, fine, undone
from .games.card_yacht_nights import told
from .games.frak_you_table import FrakYou
from .games.kings_nights import draws, kings
from .games.yak_nights import SEQUENCE, scored, thrown
from .games.yogis_whist_nights import bids, rotated
from .games.yogis_whist_nights import scored as deal_scored
from .nights import of_five, table_of
from .people import ANN, BOB, CAL
from .play import game, tricks

THREE, TURNED = game(ANN, BOB, CAL), tricks("cal cal cal cal")
TRIO = "ann bob cal"


def yak(*events, **options):
    return table_of("yak", *events, players="ann bob", **options)


def yacht(*events):
    return table_of("card-yacht", *events, players=TRIO)


def whist(bid, takers, *more, **options):
    return table_of("yogis-whist", *bids(bid), *tricks(takers), *more, players=TRIO, **options)


def mexico(*dice):
    return of_five(game(BOB, ANN, game="mexico"), event("pair.thrown", player=BOB, round=1, throw=1, dice=list(dice)))


@cases(
    ("three tricks turn nothing", of_five(THREE, *TURNED[:3]), ""),
    ("the fourth of one player turns it round", of_five(THREE, *TURNED), "Cal turned it round (cal) large"),
    ("with the fifth they took all", of_five(THREE, *tricks("cal cal cal cal cal")), "Cal took all five (cal) large"),
    ("the fifth of somebody else is a trick like any other", of_five(THREE, *tricks("cal cal cal cal bob")), ""),
    ("a dummy turns it round for its player",
     of_five(game(ANN, BOB, options={"dummies": True}), *tricks(" ".join(["ann:dummy"] * 4))),
     "Ann’s dummy turned it round (ann) large"),
    ("what is undone has none any more", of_five(THREE, *TURNED, undone(11)), ""),
    ("nor has a correction that ends at one", of_five(THREE, *TURNED, fine(BOB, 1), undone(12)), ""),
    ("five real dice alike", yak(scored(ANN, "all", "66666")), "Ann threw a yak (ann) large 6 6 6 6 6"),
    ("or by the phone", yak(thrown(ANN, 1, "66666"), dice="independent"), "Ann threw a yak (ann) large 6 6 6 6 6"),
    ("once", yak(thrown(ANN, 1, "66666"), scored(ANN, "all"), dice="independent"), ""),
    ("four alike are none", yak(scored(ANN, "all", "66665")), ""),
    ("nor five while everybody has the same dice",
     yak(thrown(ANN, 1, "11111"), scored(ANN, "all"), dice="identical", sequence=[1] * len(SEQUENCE)), ""),
    ("a five flush", yacht(told(BOB, "five-flush", 100)), "Bob has a five flush (bob) large"),
    ("a Card Yacht", yacht(told(BOB, "card-yacht", 75)), "Bob has a Card Yacht (bob)"),
    ("a box filled with nothing", yacht(told(BOB, "card-yacht", 0)), ""),
    ("any other box", yacht(told(BOB, "flush", 25)), ""),
    ("the fourth king", of_five(kings(), *draws("K KH KS KD")), "Eve drew the fourth king (eve) KS KH KC KD"),
    ("the third is none", of_five(kings(), *draws("K KH KS")), ""),
    ("nothing was bid and taken", whist("ann 0 bob 3 cal 0", "bob bob bob"),
     "Ann and Cal took nothing, as bid (ann cal)"),
    ("before the deal is over its bids lie face down", whist("ann 0 bob 3 cal 0", "bob bob"), ""),
    ("a bid of tricks was made", whist("ann 3 bob 3 cal 3", "bob bob bob"), ""),
    ("nothing was bid, and a trick taken", whist("ann 3 bob 0 cal 3", "bob bob bob"), ""),
    ("only the result is entered", table_of("yogis-whist", deal_scored("ann bob"), players=TRIO), ""),
    ("bids moved on are told of those before whom they lie",
     whist("ann 0 bob 3 cal 3", "cal cal cal", rotated(ANN, BOB, CAL), septic=True, members=[ANN, BOB, CAL]),
     "Bob took nothing, as Ann had bid (bob)"),
    ("2 and 1 are a Mexico", mexico(1, 2), "Bob threw a Mexico (bob) 2 1"),
    ("a double is none", mexico(6, 6), ""),
)  # fmt: skip
def test_the_newest_entry_has_the_moment(what, file, moment):
    log = replay.replayed(file)
    found = log.night.moment
    if found is None or found.seq != log.seq:
        assert moment == "", what
    else:
        shown = f"{found.title} ({' '.join(found.players)}){' large' * found.large}"
        assert " ".join((shown, *found.signs)) == moment, what


@pytest.mark.each_game
def test_a_game_that_only_some_know_has_no_moment():
    log = FrakYou("ann", "bob", "cal", "ann", options={"initiated": ["ann"]}).log

    assert [game.id for game in GAMES.values() if game.has_insiders] == ["frak-you"]
    assert [log.night_after(seq).moment for seq in range(1, log.seq + 1)] == [None] * log.seq
