"""Why a rule is not understood that is about what a game declares in its `things`, for whoever adds the game."""

from companion.domain.games.game import Said
from companion.domain.house_rules.english.sentences import prepared
from companion.domain.house_rules.english.shapes import Node, Sentence


def unread(said: Said, game: str) -> str:
    """The first word of `does` that no way has there, and what to write; "" if a way has them all."""
    sentence, ways = prepared(f"Whoever {said.does} drinks", game), Node()
    for way in said.ways.split(" ; "):
        ways.add(way, ())
    reached, whole = furthest(sentence, ways, 0), sentence.size - 1
    if reached >= whole:
        found: list = []
        sentence.walk(ways, 0, (), found)
        return "" if any(end == whole for end, _ in found) else f"“{said.does}” stops where each of its ways goes on."
    word, fits = sentence.words[reached], [f"“{kind}”" for kind in sentence.kinds[reached] if kind != "num"]
    return (
        f"“{said.does}” is none of its ways. Where it has “{word.typed}”, write {' or '.join(fits)}: "
        "a kind of word of words.txt stands for all its words, a verb that is not in it is written in each of its "
        "forms (sink|sinks|sunk), and “a” and “the” count unless a way has [a|the]."
    )


def furthest(sentence: Sentence, place: Node, at: int) -> int:
    """How many words of the sentence some way has."""
    kinds = sentence.kinds[at] if at < sentence.size else ()
    behind = [(at + 1, after) for kind in kinds for after in place.words.get(kind, ())]
    behind += [(end, after) for name, _, after in place.lists for end, _ in sentence.ways(name, at)]
    return max([at, *(furthest(sentence, after, end) for end, after in behind)])
