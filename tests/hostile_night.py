"""A night in which all names and texts are hostile, and which contains every kind of event.

`hostile(words)` makes the events of a night file; the words take turns as ids, names, sentences and reasons. With tame
words it is the same night, so that what pages are made of can be compared.
"""

from collections.abc import Iterable, Iterator
from itertools import cycle
from typing import Any

import msgspec

from companion.domain.events import Id, Name, Text
from companion.domain.games import GAMES
from tests.domain.entries import Event
from tests.domain.nights import written
from tests.sample_games import sample, starting

SEATS = 6
CARDS = ("QH", "2H", "3H", "4H", "5H", "6H")
OWN_STAGES = ("closed", *GAMES)


def fits(kind: Any, word: str) -> bool:
    """Whether the night format takes this as a text of that kind."""
    try:
        msgspec.convert(word, kind)
    except msgspec.ValidationError:
        return False
    return True


def fitted(kind: Any, word: str) -> str:
    """The word shortened and changed to fit that kind of text: ids and names are short, and an id has no colon."""
    short = word if fits(kind, word) else word.replace(":", ".")[:40].strip()
    assert fits(kind, short), short
    return short


class Words:
    """Words used in turn; each id and name is used once."""

    def __init__(self, words: Iterable[str]) -> None:
        chosen = tuple(words)
        self.ids = self._distinct([fitted(Id, word) for word in chosen])
        self.names = self._distinct([fitted(Name, word) for word in chosen])
        self.texts = cycle(chosen)
        self._names = cycle(self.names)

    def _distinct(self, words: list[str]) -> list[str]:
        return [*words, *(f"{word[:36]}<{number}>" for number in range(1, 9) for word in words)][: 2 * SEATS]

    def text(self) -> str:
        return fitted(Text, next(self.texts))

    def name(self) -> str:
        return next(self._names)


def tame(count: int = 6) -> list[str]:
    return [f"word {number}" for number in range(1, count + 1)]


def night_file(words: Iterable[str], stage: str = "closed") -> bytes:
    """The night as a file: until it is closed, or until the game `stage` has been played a little."""
    events = hostile(Words(words))
    if stage != "closed":
        begun = next(at for at, one in enumerate(events) if one.get("game") == stage)
        events = events[: next(at for at, one in enumerate(events) if at > begun and one["type"] == "game.ended")]
    return written(*events)


def hostile(words: Words) -> list[Event]:
    """The whole night."""
    who = words.ids[:SEATS]
    night = [*_opened(words, who), *_rules(words, who, words.ids[SEATS:])]
    night += _called(who, words.ids[SEATS:], caught=len(night) + 1)
    night += _fined(words, who, first=len(night) + 1)
    for game in GAMES:
        night += [*(PLAYED[game](who) if game in PLAYED else _sampled(game, who)), {"type": "game.ended"}]
    return [*night, {"type": "night.closed"}]


def crowded(words: Iterable[str]) -> bytes:
    """One night file with all of these words at once: as sixty players, sixty rules and sixty reasons."""
    chosen = list(words)
    who, names = [fitted(Id, word) for word in chosen], [fitted(Name, word) for word in chosen]
    night: list[Event] = [{"type": "night.opened", "name": names[0], "unit": names[1]}]
    night += [{"type": "player.joined", "player": one, "name": name} for one, name in zip(who, names, strict=True)]
    night += [{"type": "rule.made", "rule": one, "text": text} for one, text in zip(who, chosen, strict=True)]
    night += [{"type": "rule.called", "rule": one, "player": one} for one in who[::6]]
    night += [{"type": "fine.given", "player": one, "amount": 1, "reason": chosen[at]} for at, one in enumerate(who)]
    night += _five_card_yak(who[:SEATS])
    return written(*night)


def _opened(words: Words, who: list[str]) -> Iterator[Event]:
    """Everybody sits down, and offices go round."""
    first, second, third = who[:3]
    kept = [{"game": game, "name": words.name(), "options": {words.name(): words.name()}} for game in PLAYED]
    laws = [{"text": words.text(), "title": words.name()}]
    yield {"type": "night.opened", "name": words.name(), "unit": words.name(), "kept": kept, "laws": laws}
    for player, name in zip(who, words.names, strict=False):
        yield {"type": "player.joined", "player": player, "name": name, "forfeit": words.name(), "by": first}
    yield {"type": "unit.changed", "unit": words.name(), "by": first}
    yield {"type": "seats.moved", "order": who[::-1]}
    yield {"type": "player.left", "player": second}
    yield {"type": "player.returned", "player": second}
    yield {"type": "sneak.named", "player": third}
    yield {"type": "office.claimed", "player": second}
    yield {"type": "office.voted", "player": second, "votes": who}
    yield {"type": "finesmaster.named", "player": first}


def _rules(words: Words, who: list[str], rules: list[str]) -> Iterator[Event]:
    """Rules that were made, amended, objected to, struck and repealed."""
    for rule in rules:
        yield {"type": "rule.made", "rule": rule, "text": words.text(), "amount": 1, "title": words.name()}
    yield {"type": "rule.amended", "rule": rules[0], "text": words.text(), "who": "chosen", "title": words.name()}
    yield {"type": "rule.objected", "rule": rules[2], "player": who[2]}
    yield {"type": "rule.struck", "rule": rules[2], "votes": who}
    yield {"type": "rule.repealed", "rule": rules[3]}


def _called(who: list[str], rules: list[str], caught: int) -> Iterator[Event]:
    """Three calls, from entry `caught` on; two are contested, one of them with success."""
    yield {"type": "rule.called", "rule": rules[0], "player": who[0], "chosen": [who[1]], "by": who[2]}
    yield {"type": "rule.called", "rule": rules[1], "player": who[1], "by": who[2]}
    yield {"type": "call.contested", "entry": caught + 1, "player": who[1]}
    yield {"type": "rule.called", "rule": rules[4], "player": who[3], "by": who[1]}
    yield {"type": "call.contested", "entry": caught + 3, "player": who[3]}
    yield {"type": "call.settled", "entry": caught + 3, "stands": False}


def _fined(words: Words, who: list[str], first: int) -> Iterator[Event]:
    """Fines from entry `first` on, for many reasons, which are changed, undone, forgiven, settled and passed on."""
    for player in who:
        yield {"type": "fine.given", "player": player, "amount": 9, "reason": words.text(), "by": player}
    for entry, player in enumerate(who, start=first):
        fine = {"type": "fine.given", "player": player, "amount": 8, "reason": words.text()}
        yield {"type": "entry.changed", "entry": entry, "event": fine, "by": player}
    yield {"type": "entry.undone", "entry": first + 1}
    yield {"type": "fine.forgiven", "player": who[0], "amount": 1}
    yield {"type": "drink.taken", "player": who[2], "amount": 1}
    yield {"type": "drink.moved", "player": who[2], "to": who[3], "amount": 1}
    yield {"type": "water.called", "player": who[0]}


def _sampled(game: str, who: list[str]) -> Iterator[Event]:
    """The beginning of a game for which nobody wrote a better one here; it stays on."""
    players = who[: GAMES[game].seats[-1]]
    yield starting(game, players)
    yield from sample(game, players)


def _five_card_yak(who: list[str]) -> Iterator[Event]:
    yield {"type": "game.started", "game": "five-card-yak", "players": who, "dealer": who[0]}
    yield {"type": "deal.started", "deal": 1, "players": who, "dealer": who[1]}
    yield {"type": "trick.taken", "deal": 1, "trick": 1, "winner": who[2]}
    plays = [[player, card] for player, card in zip([*who[2:], *who[:2]], CARDS, strict=True)]
    yield {"type": "trick.taken", "deal": 1, "trick": 2, "plays": plays}


def _yogis_whist(who: list[str]) -> Iterator[Event]:
    options = {"septic": True, "members": who[:2]}
    yield {"type": "game.started", "game": "yogis-whist", "players": who[:5], "options": options}
    yield {"type": "deal.started", "deal": 1, "players": who[:5], "dealer": who[4]}
    yield {"type": "deal.scored", "deal": 1, "made": who[1:3], "declared": who[1]}
    yield {"type": "deal.scored", "deal": 2, "made": [], "revealed": who[1]}
    for player, bid in zip(who, (0, 1, 2, 3, 0), strict=False):
        yield {"type": "bid.placed", "deal": 3, "player": player, "tricks": bid}
    yield {"type": "call.made", "deal": 3, "player": who[0], "call": "reveal"}
    yield {"type": "leader.chosen", "deal": 3, "player": who[1]}
    yield {"type": "bids.rotated", "deal": 3, "votes": who[:2]}
    yield {"type": "trick.taken", "deal": 3, "trick": 1, "winner": who[1]}


def _frak_you(who: list[str]) -> Iterator[Event]:
    options = {"initiated": who[:2]}
    yield {"type": "game.started", "game": "frak-you", "players": who[:4], "dealer": who[0], "options": options}
    yield {"type": "deal.started", "deal": 1, "players": who[:4], "dealer": who[0]}
    yield {"type": "trick.taken", "deal": 1, "trick": 1, "winner": who[1], "paired": who[2]}
    yield {"type": "cards.counted", "deal": 1, "player": who[3], "hand": 4, "table": 2}
    yield {"type": "player.initiated", "player": who[2]}


def _card_yacht(who: list[str]) -> Iterator[Event]:
    yield {"type": "game.started", "game": "card-yacht", "players": who[:4], "dealer": who[0]}
    yield {"type": "turn.taken", "round": 1, "player": who[1], "turn": "exchange", "from": who[2], "count": 2}
    yield {"type": "knock.made", "round": 1, "player": who[0]}
    yield {"type": "hand.scored", "round": 1, "player": who[1], "box": "low", "points": 0}


def _yak(who: list[str]) -> Iterator[Event]:
    yield {"type": "game.started", "game": "yak", "players": who[:4]}
    for player in who[:3]:
        yield {"type": "dice.thrown", "player": player, "round": 1, "throw": 1, "dice": [1, 1, 1, 2, 3]}
        yield {"type": "throw.scored", "player": player, "round": 1, "box": "1s", "dice": [1, 1, 1, 2, 3]}


def _kings(who: list[str]) -> Iterator[Event]:
    """A mate, a question master who is answered, a question that stays open, and somebody who sits in."""
    yield {"type": "game.started", "game": "kings", "players": who[:4], "dealer": who[0]}
    yield {"type": "card.drawn", "draw": 1, "player": who[1], "card": "8"}
    yield {"type": "draw.answered", "draw": 1, "player": who[0]}
    yield {"type": "card.drawn", "draw": 2, "player": who[2], "card": "QH"}
    yield {"type": "master.answered", "player": who[1]}
    yield {"type": "card.drawn", "draw": 3, "player": who[3], "card": "7"}
    yield {"type": "game.joined", "player": who[4]}


def _score_sheet(who: list[str]) -> Iterator[Event]:
    """Two teams; the one that did worst picks who drinks."""
    options = {"title": who[0], "fine": 1, "teams": [who[:2], who[2:4]], "pays": "one"}
    yield {"type": "game.started", "game": "score-sheet", "players": who[:4], "options": options}
    for number in (1, 2):
        yield {"type": "round.scored", "round": number, "points": [[who[0], -number], [who[2], number]]}
        yield {"type": "drinker.picked", "round": number, "team": 1, "player": who[1]}


def _mexico(who: list[str]) -> Iterator[Event]:
    """A throw of the phones that is kept, and one that is thrown again."""
    yield {"type": "game.started", "game": "mexico", "players": who[:4], "dealer": who[0], "options": {"dice": "phone"}}
    yield {"type": "pair.thrown", "round": 1, "player": who[0], "throw": 1, "dice": [6, 4]}
    yield {"type": "pair.thrown", "round": 1, "player": who[0], "throw": 2, "dice": [5, 5]}
    yield {"type": "pair.kept", "round": 1, "player": who[0]}


PLAYED = {
    "five-card-yak": _five_card_yak, "yogis-whist": _yogis_whist, "frak-you": _frak_you, "card-yacht": _card_yacht,
    "yak": _yak, "kings": _kings, "mexico": _mexico, "score-sheet": _score_sheet,
}  # fmt: skip
