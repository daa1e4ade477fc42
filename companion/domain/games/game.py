"""The interface of a game: one record of plain functions over a frozen state."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from ..asking import Ask
from ..events import Event, GameStarted
from ..fines import Charge, Fine
from ..house_rules.model import Happening, Roles
from ..seating import Circle, Table
from .screen import GameScreen
from .simulation import Simulation


class Step(msgspec.Struct, frozen=True, gc=False):
    """What follows from one event: the new state, the fines, what happened (for house rules), whether the game is over.

    `rights` are the players who earned a right to make a rule. `asks` are questions to players, which stay open until
    they are answered or the game is over. `roles` are those at the event, if they differ from
    the roles in the state.
    """

    state: Any
    fines: tuple[Fine, ...] = ()
    happened: tuple[Happening, ...] = ()
    rights: tuple[str, ...] = ()
    roles: Roles | None = None
    over: bool = False
    asks: tuple[Ask, ...] = ()


class Paid(msgspec.Struct, frozen=True, gc=False):
    """Charges paid in tokens at once: the new state, the charges with the amounts actually paid, and whether that
    ends the game.
    """

    state: Any
    charges: tuple[Charge, ...] = ()
    over: bool = False


def screen_only(state: Any, table: Table, seat: str, words: Mapping[str, list[str]]) -> None:
    """A page of a game that needs nothing in addition to the screen of the table."""


class FineTable(NamedTuple):
    """A game's page about its fines: the `chart` for a number of players, and the deal just fined, if any."""

    chart: Callable[[int], Any]
    fined: Callable[[Any], Any]


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """What the recap counts in a game to compare luck: `counts` is its name, `by` what kind of event is counted.

    With `score` it counts the deals in which a player's score rose. `yardstick` is a sentence on what to expect,
    `better` whether players want more or fewer (None: it depends). `dealt` are the players dealt in, given the state
    after an event, `most` the highest score of each box.
    """

    counts: str
    by: Literal["tricks", "bids", "boxes", "score"]
    yardstick: str
    better: Literal["more", "fewer"] | None = None
    dealt: Callable[[Any], Circle] = lambda state: ()
    most: Mapping[str, int] = {}


Changes = Sequence[tuple[int, Event]]
"""What entries are changed to, in this order, each with its number."""
Standings = list[tuple[str, int, int]]
"""Player, score and place, best first."""
NOBODY = ""
"""As the player who can see a hidden event: it stays hidden from everybody until the game is over."""
Throw = Callable[[int], tuple[int, ...]]
Plays = tuple[tuple[str, str], ...]


class Closing(NamedTuple):
    """What is said at the end of a game that nobody wins: a headline, a sentence, and who is on the podium.

    The podium has those in first place, in second, and so on. `cards` are those that ended the game.
    """

    headline: str
    says: str
    podium: tuple[Circle, ...] = ()
    cards: tuple[str, ...] = ()


class Judged(NamedTuple):
    """Who takes a trick by its cards (None: nobody), and which cards cancel out."""

    taker: str | None
    cancelled: frozenset[str] = frozenset()


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game that has none."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """One game. It knows nothing of what players owe already, of phones, or of other games.

    Choosing it. `pitch` is a line that makes people want to play it, `best` the numbers of players with whom it is most
    fun, `lasts` how long a deal or a game takes, and `costs` what it costs in one line, as it is set by default.

    Rules. `start` makes the first state, `check` raises Refused, `evolve` never does for a checked event, and `limits`
    refuses moves that an old log can have but nobody can enter now. `excess` says why the state after a new entry, or
    an undo or change, has more than there can be, given also the state before ("": it has not). `doubts` is a question
    about an unusual event, and a yes enters it ("" for a usual one). `left` is the step after somebody left or
    returned. `circle` are the players among whom house rules count, None until a first deal. `scores` is given what
    each player was charged since the game began; `most_wins` and `wins` (whether first place is a win) can depend on
    the state. A game that is ended by hand has a winner only if it is `complete`; by default it never is.
    `judged` works out who takes a trick from its cards (None: they do not decide).

    Who enters what. `senders` names who can send an event if not anybody can: seat (the player's own), finesmaster or
    server. With `by_finesmaster` the finesmaster can send a seat's own, and those `handed` a player for whom no phone
    acts enters on any phone that is handed to them. `secret` are fields that only insiders fill.
    `fill` adds what only the server can throw to an event from a form (the state is None at `game.started`); it is
    given the events that the log has of this game, also undone ones. `final` says why an event cannot be undone, or
    changed to the other one, by one player alone ("": it can), by the events of the game in the log until then; it
    raises Refused if nobody can. `unchanging` are the fields of an event that no change alters. If an event cannot be
    changed to another one alone, `together` yields orders in which others are changed with it, to be tried in turn; it
    is given the changed entry and the others of the game that count, with the numbers of their entries. `told` is what
    the phone that entered an event is told, by the events of the game in the log before it ("" for most).

    Secrets. `hidden` is the player who alone can see an event for now (or NOBODY), `insiders` are those who know the
    secrets of the game. `describe` is a sentence about an event without its secrets, `describe_open` with them.
    `remark` is a further sentence about an event that anybody can see, by what the state knows of it ("" for most).

    Notes beside the log. `note` is what the table can note now about the game ("" for nothing), `noted` the state with
    the notes taken, by which everything is shown; replay needs neither.

    Its options. `example` are those without a default, with a value as an example.

    Its name. `called` is what this table plays, if the game is a frame for others; without it, `name`.

    Parts. A game goes on in parts, each of which is called a `part` (deal, round, card); `number` is that of the one in
    progress, 0 between two. Its events say what part they are about (`Event.part`).

    Screens. `screen` is given the newcomers, who joined the night since the game began. `own` is what one seat's phone
    shows in addition, or instead (`own_alone`). `pages` are further screens, made from state, table, seat and typed
    words. `sheet` is the score sheet as a seat sees it, as everybody does once the game is over (None), or, without a
    state, an empty one. With `by_turns` the phone of a player whom the table waits for says *Your turn*
    (`templates/games/<id>/_your_turn.html`). `ending` says how it was won, or ""; `closing` is what is said if
    nobody wins by the rules, given also what each was charged. `counts` names what the scores count, `extra` what is
    scored besides the boxes; `boxes` are the names of the boxes by their id, `spoken` further names for them.

    House rules. With `grants_rights` players earn the right to make, amend or repeal a rule, and nobody else makes any
    while the game is on, unless the table chose so at its start.

    Tokens. `pays` returns which charges of an entry are paid at once (None: they are owed as usual), `repays` the
    state after paid charges were withdrawn.

    Other uses. `simulation` plays the game without people, `counter` is for the recap, `fine_table` for the page
    about fines, and `starters` are house rules that suit the game, each a sentence under its title. `unit` is the one
    in which it is usually counted, if any.
    """

    id: str
    name: str
    pitch: str
    seats: range
    best: range
    lasts: str
    costs: str
    events: dict[str, type[Event]]
    senders: dict[str, str] = {}
    start: Callable[[GameStarted, Any, Table], Any]
    check: Callable[[Any, Any, Table], None]
    evolve: Callable[[Any, Any, Table], Step]
    limits: Callable[[Any, Any, Table], None] | None = None
    excess: Callable[[Any, Any], str] | None = None
    roles: Callable[[Any, Table], Roles]
    scores: Callable[[Any, Mapping[str, int]], dict[str, int]]
    describe: Callable[[Any, Table], str]
    remark: Callable[[Any, Any, Table], str] | None = None
    players: Callable[[Any], Circle] = lambda state: state.players
    circle: Callable[[Any, Table], Circle | None] = lambda state, table: state.players
    options: type[msgspec.Struct] = NoOptions
    example: Mapping[str, Any] = {}
    most_wins: bool | Callable[[Any], bool] = True
    counts: str | Callable[[Any], str] = "points"
    called: Callable[[Any], str] | None = None
    part: str = "deal"
    number: Callable[[Any], int] = lambda state: 0
    wins: bool | Callable[[Any], bool] = True
    complete: Callable[[Any], bool] = lambda state: False
    extra: str = ""
    fine_table: FineTable | None = None
    left: Callable[[Any, Table], Step] | None = None
    doubts: Callable[[Any, Any, Table], str] | None = None
    boxes: dict[str, str] = {}
    spoken: dict[str, tuple[str, ...]] = {}
    screen: Callable[[Any, Table, Circle], GameScreen]
    own: Callable[[Any, Table, str], Any] | None = None
    own_alone: bool = False
    pages: dict[str, Callable[[Any, Table, str, Mapping[str, list[str]]], Any]] = {}
    sheet: Callable[[Any, Table, str | None], Any] | None = None
    has_dealer: bool = True
    by_turns: bool = False
    grants_rights: bool = False
    hidden: Callable[[Any, Event], str | None] | None = None
    insiders: Callable[[Any, frozenset[str]], frozenset[str]] | None = None
    describe_open: Callable[[Any, Table], str] | None = None
    secret: frozenset[str] = frozenset()
    note: Callable[[Any], str] = lambda state: ""
    noted: Callable[[Any, Collection[str]], Any] | None = None
    handed: Collection[str] = ()
    by_finesmaster: Callable[[Any, Event], bool] | None = None
    fill: Callable[[Any, dict[str, Any], Throw, Iterable[Event]], None] | None = None
    final: Callable[[Any, Event, Event | None, Iterable[Event]], str] | None = None
    told: Callable[[Any, Event, Iterable[Event]], str] | None = None
    unchanging: Callable[[Any, Event], Collection[str]] | None = None
    together: Callable[[Event, Event, Sequence[tuple[int, Event]]], Iterable[Changes]] | None = None
    judged: Callable[[Any, Plays], Judged | None] | None = None
    pays: Callable[[Any, Sequence[Charge], Table], Paid | None] | None = None
    repays: Callable[[Any, Sequence[Charge]], Any] | None = None
    ending: Callable[[Any], str] | None = None
    closing: Callable[[Any, Mapping[str, int], Table], Closing] | None = None
    simulation: Simulation | None = None
    counter: Counter | None = None
    starters: Mapping[str, str] = {}
    unit: str = ""

    @property
    def hears(self) -> frozenset[str]:
        """What can set off a house rule in this game."""
        heard = {trigger for event in self.events for trigger in HEARD.get(event, ())}
        return frozenset({"called", "game.over", *heard, *(["box.scored"] if self.boxes else [])})


HEARD = {
    "trick.taken": ("card.played", "trick.taken", "trick.nobody", "deal.started", "deal.voided", "deal.over"),
    "bid.placed": ("bid.made", "bid.missed", "declared", "revealed"),
    "card.drawn": ("card.played",),
    "cards.counted": ("dropped.out",),
    "dice.thrown": ("dice.rolled",),
}
"""The triggers of house rules that happen in a game with such an event."""


def placed(scores: Mapping[str, int], most_wins: bool) -> Standings:
    """Player, score and place, best first; ties share a place and keep the order given, and places go 1, 1, 3."""
    best_first = sorted(scores.items(), key=lambda item: -item[1] if most_wins else item[1])
    first_at: dict[int, int] = {}
    for place, (_, score) in enumerate(best_first, start=1):
        first_at.setdefault(score, place)
    return [(player, score, first_at[score]) for player, score in best_first]
