"""The interface of a game: one record of plain functions over a frozen state.

Which of its functions is asked when, of what, and what it says. After an undo or a change `check` is asked again of all
entries that follow; the others are asked of phones alone, so that every old file still opens.

    function  new entry  change  undo  replay  says
    check     yes        yes     yes   yes     Refused: what cannot be, as a throw out of turn (Mexico)
    limits    yes        yes     no    no      Refused: more cards than lie in that harbor (Card Yacht)
    doubts    yes        no      no    no      a question, to which a yes enters it: a turn out of turn (Card Yacht)
    excess    yes        yes     yes   no      why the state after it cannot be: more than 52 cards (Frak You)
    final     no         yes     yes   no      why only the finesmaster can: dice that the phones threw (Mexico)
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET

from ..asking import Ask
from ..events import Event, GameStarted, by_type
from ..fines import Charge, Fine
from ..house_rules.model import BoxScored, DiceRolled, Happening, Roles, When
from ..seating import Circle, Table
from .joining import GameJoined
from .screen import GameScreen
from .simulation import Simulation


class Moment(msgspec.Struct, frozen=True, gc=False):
    """What every screen shows large for two seconds: a `title` and the players it is about.

    In a `large` one they wear a crown. `signs` are drawn below them: cards such as "KH", dice such as "6". The engine
    adds the number of its entry, `seq`. Everybody is told its title.
    """

    title: str
    players: tuple[str, ...]
    large: bool = False
    signs: tuple[str, ...] = ()
    seq: int = 0


class Step(msgspec.Struct, frozen=True, gc=False):
    """What follows from one event: the new state, the fines, what happened (for house rules), whether the game is over.

    `rights` are the players who earned a right to make a rule. `asks` are questions to players, which stay open until
    they are answered or the game is over. `roles` are those at the event, if they differ from
    the roles in the state. `moment` is what all will talk about, if anything.
    """

    state: Any
    fines: tuple[Fine, ...] = ()
    happened: tuple[Happening, ...] = ()
    rights: tuple[str, ...] = ()
    roles: Roles | None = None
    over: bool = False
    asks: tuple[Ask, ...] = ()
    moment: Moment | None = None


class Paid(msgspec.Struct, frozen=True, gc=False):
    """Charges paid in tokens at once: the new state, the charges as actually paid, and whether that ends the game."""

    state: Any
    charges: tuple[Charge, ...] = ()
    over: bool = False


def screen_only(state: Any, table: Table, seat: str, words: Mapping[str, list[str]] | None = None) -> None:
    """A page of a game, or what it shows one seat, that needs nothing in addition to the screen of the table."""


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """What the recap counts in a game to compare luck: `counts` is its name, `by` what kind of event is counted.

    With `score` it counts the deals in which a player's score rose. `yardstick` is a sentence on what to expect,
    `better` whether players want more or fewer (None: it depends). `dealt` are the players dealt in, given the state
    after an event.
    """

    counts: str
    by: Literal["tricks", "bids", "boxes", "score"]
    yardstick: str
    better: Literal["more", "fewer"] | None = None
    dealt: Callable[[Any], Circle] = lambda state: ()


Changes = Sequence[tuple[int, Event]]
"""What entries are changed to, in this order, each with its number."""
Standings = list[tuple[str, int, int]]
"""Player, score and place, best first."""
DRINKS = "drinks"
"""What the scores of a game count that has no points: what each was charged. Nobody is ranked by it."""
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


class Offer(msgspec.Struct, frozen=True):
    """What people read who choose a game: a `pitch` that makes them want to play it, the numbers of players with whom
    it is `best`, how long a deal or a game `lasts`, and what it `costs` in one line, as it is set by default.

    `signs` are cards (`QS`) or dice (`5`) drawn beside its name. `unit` is the one in which the game is usually
    counted, if any.
    """

    pitch: str
    best: range
    lasts: str
    costs: str
    signs: tuple[str, ...]
    unit: str = ""

    @property
    def stops(self) -> bool:
        """Whether it can be stopped after each deal or round."""
        return " a " in self.lasts or self.lasts.endswith(" you like")


class Scoring(msgspec.Struct, frozen=True, kw_only=True):
    """The scores of a game: what they count (DRINKS: no points), whether `most_wins`, and whether places are those
    `of_teams`, of which all players have the same score. They can depend on the state.

    `boxes` are the names of the boxes of a score sheet by their id, and `spoken` further names for them. `alike` are
    names from other games, each with the box that is meant, or several with "|" between; a name of a box of this game
    goes first. `extra` is what is scored besides the boxes.
    """

    counts: str | Callable[[Any], str] = "points"
    most_wins: bool | Callable[[Any], bool] = True
    of_teams: Callable[[Any], bool] = lambda state: False
    boxes: Mapping[str, str] = {}
    spoken: Mapping[str, tuple[str, ...]] = {}
    alike: Mapping[str, str] = {}
    extra: str = ""


class Said(NamedTuple):
    """How house rules speak of something that happens in a game: what somebody does ("throws a double"), and the ways
    to say it, one of which reads that. Those `like` each other are one line of the ideas.

    The ways are in the signs of `house_rules/english/shapes.txt`. Each word of them is a kind of word in `words.txt`,
    which stands for all words of that kind ("cost" is also brings), or a word as it is typed: one whose forms are not
    in `words.txt` in each of them ("sink|sinks|sunk"), a number in digits.
    """

    does: str
    ways: str
    like: str = ""


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a game. First place is a win if it `wins`, which can depend on the state.

    A game that is ended by hand has a winner only if it is `complete`; by default it never is, and what `wins` never
    should be once it has begun. `won_by` is a sentence on how it was won, or "". `closing` is what is said if nobody
    wins by the rules, given also what each was charged.
    """

    wins: bool | Callable[[Any], bool] = True
    complete: Callable[[Any], bool] = lambda state: False
    won_by: Callable[[Any], str] = lambda state: ""
    closing: Callable[[Any, Mapping[str, int], Table], Closing] | None = None


class Entering(msgspec.Struct, frozen=True, kw_only=True):
    """Who enters what, and what is asked of phones alone: replay never refuses by any of this.

    `senders` names who can send an event if not anybody can: seat (the player's own), finesmaster or server. With
    `by_finesmaster` the finesmaster can send a seat's own, with `by_anybody` every phone, and those `handed` a player
    for whom no phone acts enters on any phone that is handed to them. `fill` adds what only the server can throw to an
    event from a form (the state is None at `game.started`); it is given the events that the log has of this game, also
    undone ones. `deals_in` is the event by which the players of a form's field `dealt` join in, which is entered
    before the form's own.

    `limits` refuses moves that an old log can have but nobody can enter now, and no change of one that is beyond them
    already. `excess` is given the state before (None at the start) and after. `told` is what the phone that entered an
    event is told, by the events of the game in the log before it. These and `doubts` are "" if there is nothing to say.
    """

    senders: Mapping[str, str] = {}
    handed: Collection[str] = ()
    by_finesmaster: Callable[[Any, Event], bool] = lambda state, event: False
    by_anybody: Callable[[Any, Event], bool] = lambda state, event: False
    fill: Callable[[Any, dict[str, Any], Throw, Iterable[Event]], None] = lambda state, raw, throw, before: None
    deals_in: Callable[[dict[str, Any], Sequence[str]], dict[str, Any] | None] = lambda raw, players: None
    limits: Callable[[Any, Any, Table], None] = lambda state, event, table: None
    excess: Callable[[Any, Any], str] = lambda before, after: ""
    doubts: Callable[[Any, Any, Table], str] = lambda state, event, table: ""
    told: Callable[[Any, Event, Iterable[Event]], str] = lambda state, event, before: ""


class Corrections(msgspec.Struct, frozen=True, kw_only=True):
    """What undoing and changing the events of a game must respect.

    `final` says why only the finesmaster can undo an event, or change it to the other one ("": it is not final), by the
    events of the game in the log until then; it raises Refused if nobody can. `unchanging` are the fields of an event
    that no change alters. If an event cannot be changed to another one alone, `together` yields orders in which others
    are changed with it, to be tried in turn; it is given the changed entry and the others of the game that count, with
    the numbers of their entries.
    """

    final: Callable[[Any, Event, Event | None, Iterable[Event]], str] = lambda state, event, other, until: ""
    unchanging: Callable[[Any, Event], Collection[str]] = lambda state, event: ()
    together: Callable[[Event, Event, Sequence[tuple[int, Event]]], Iterable[Changes]] = lambda event, other, others: ()


class Secrets(msgspec.Struct, frozen=True, kw_only=True):
    """What not everybody can see of a game.

    `hidden` is the player who alone can see an event for now (or NOBODY; None: everybody can). `insiders` are those
    who know the secrets of the game, given who was initiated before; None: it has none. `fields` are those of its
    events that only insiders fill, and cards of an event lie `face_down` while its part goes on. `describe` is the
    sentence about an event with its secrets; without it, they are not told.
    """

    hidden: Callable[[Any, Event], str | None] = lambda state, event: None
    insiders: Callable[[Any, frozenset[str]], frozenset[str]] | None = None
    fields: frozenset[str] = frozenset()
    face_down: Callable[[Any, Event], bool] = lambda state, event: False
    describe: Callable[[Any, Table], str] | None = None


class Tokens(msgspec.Struct, frozen=True):
    """Tokens that fines are paid with at once.

    `pays` returns which charges of an entry are paid (None: they are owed as usual), `repays` the state after paid
    charges were withdrawn.
    """

    pays: Callable[[Any, Sequence[Charge], Table], Paid | None]
    repays: Callable[[Any, Sequence[Charge]], Any]


class Notes(msgspec.Struct, frozen=True):
    """What the table can note about the game beside the log.

    `possible` is the note that can be taken now ("" for none), `noted` the state with the notes taken, by which
    everything is shown. Replay needs neither.
    """

    possible: Callable[[Any], str]
    noted: Callable[[Any, Collection[str]], Any]


class Pages(msgspec.Struct, frozen=True, kw_only=True):
    """What a game shows besides the table; the templates are in `templates/games/<id>/`.

    `own` is what one seat's phone shows in addition (`_own.html`). Unless it `own_sees_screen`, its template gets no
    screen, and is drawn anew only when `own` returns something else. `further` are pages, each with a template of its
    name, made from state, table, seat and typed words. `sheet` is the score sheet as a seat sees it, as everybody does
    once the game is over (None), or, without a state, an empty one. The printed page about fines shows the `fine_chart`
    for a number of players, and each deal that was `fined`, by the state after it.
    """

    own: Callable[[Any, Table, str], Any] | None = None
    own_sees_screen: bool = True
    further: Mapping[str, Callable[[Any, Table, str, Mapping[str, list[str]]], Any]] = {}
    sheet: Callable[[Any, Table, str | None], Any] | None = None
    fine_chart: Callable[[int], Any] | None = None
    fined: Callable[[Any], Any] = lambda state: None


class Game(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One game. It knows nothing of what players owe already, of phones, or of other games. Its functions are asked
    about its own events; `start`, `fill`, `hidden` and `final` also about the one that starts it, with its options.

    Name. `name`, or what this table plays (`called`), if the game is a frame for others. `seats` are the numbers of
    players it can be played by. Its `options` all have a default. `presets` are options under a name, with which one
    tap fills the form that starts it; `keeps` are those of a table's own options that it offers so the next time.

    Rules. `start` makes the first state, `check` raises Refused, `evolve` never does for a checked event. `follows` are
    the further fines that follow from each fine of a step, by the state after it; nothing follows from those. `left` is
    the step after somebody left or returned. `scores` is given what each player was charged since the game began.

    People. `players` are all who take part, `circle` those among whom house rules count (None until a first deal),
    `roles` the dealer, the leader and so on. With `joins` the engine lets people sit in while the game is on: it puts
    them among the `players` of the state, and `sat_in` makes of that the state in which they play.

    Start. `first` is what the start page asks about the player whom `game.started` names as its dealer, such as "Who
    begins?" ("": nobody deals or begins).

    Parts. A game goes on in parts, each of which is called a `part` (deal, round, card); `number` is that of the one in
    progress, 0 between two. Its events say what part they are about (`Event.part`).

    Words. `describe` is a sentence about an event without its secrets, `sentence` another in its place where the state
    before it says more ("": it does not); their table is that of today, with whoever is here now. `screen` is what
    everybody sees, given the newcomers, who joined the night since the game began.

    House rules. `happens` are the triggers that its steps set off (`house_rules/model.py`), besides boxes, the end of
    the game, throws of so many `dice`, and the `things` that it declares: each with what it is called in a rule.
    `grants_rights` says who earns the right to make, amend or repeal a rule. If somebody does, nobody else makes any
    while the game is on, unless the table chose so at its start. `starters` are house rules that suit the game, each a
    sentence under its title.

    The groups below are what only some games need; each says what it is about. `judged` works out who takes a trick
    from its cards (None: they do not decide), `simulation` plays the game without people, `counter` is for the recap.
    """

    id: str
    name: str
    offer: Offer
    seats: range
    events: dict[str, type[Event]]
    start: Callable[[GameStarted, Any, Table], Any]
    check: Callable[[Any, Any, Table], None]
    evolve: Callable[[Any, Any, Table], Step]
    scores: Callable[[Any, Mapping[str, int]], dict[str, int]]
    describe: Callable[[Any, Table], str]
    screen: Callable[[Any, Table, Circle], GameScreen]
    options: type[msgspec.Struct] = NoOptions
    presets: Mapping[str, Mapping[str, Any]] = {}
    keeps: tuple[str, ...] = ()
    called: Callable[[Any], str] | None = None
    follows: Callable[[Any, Fine, Table], Iterable[Fine]] = lambda state, fine, table: ()
    left: Callable[[Any, Table], Step] | None = None
    players: Callable[[Any], Circle] = lambda state: state.players
    circle: Callable[[Any, Table], Circle | None] = lambda state, table: state.players
    roles: Callable[[Any, Table], Roles] = lambda state, table: Roles()
    joins: bool = False
    sat_in: Callable[[Any, str], Any] = lambda state, newcomer: state
    part: str = "deal"
    number: Callable[[Any], int] = lambda state: 0
    sentence: Callable[[Any, Any, Table], str] | None = None
    first: str = "First dealer"
    grants_rights: str = ""
    happens: tuple[str, ...] = ()
    dice: int = 0
    things: Mapping[When, Said] = {}
    starters: Mapping[str, str] = {}
    scoring: Scoring = Scoring()
    ending: Ending = Ending()
    entering: Entering = Entering()
    corrections: Corrections = Corrections()
    pages: Pages = Pages()
    secrets: Secrets | None = None
    tokens: Tokens | None = None
    notes: Notes | None = None
    judged: Callable[[Any, Plays], Judged | None] | None = None
    simulation: Simulation | None = None
    counter: Counter | None = None

    @property
    def has_insiders(self) -> bool:
        """Whether this game has secrets that only those who were initiated know."""
        return self.secrets is not None and self.secrets.insiders is not None

    def owns(self, event: Event) -> bool:
        """Whether an event is its own. Any other is the engine's."""
        return self.events.get(event.type) is type(event)

    @property
    def entered(self) -> dict[str, type[Event]]:
        """What is entered only while it is on: its own events, and whoever sits in."""
        return {**self.events, **JOINING} if self.joins else self.events

    @property
    def lays_cards(self) -> bool:
        """Whether an entry of it can name the cards that several hands laid."""
        return any(kind.shows is not Event.shows for kind in self.events.values())

    def hears(self, when: When) -> bool:
        """Whether this can set off a house rule while the game is on."""
        if isinstance(when, BoxScored):
            return when.box in self.scoring.boxes if when.box is not UNSET else bool(self.scoring.boxes)
        if isinstance(when, DiceRolled):
            is_sum = when.sum is UNSET or when.sum in range(self.dice, 6 * self.dice + 1)
            return is_sum and self.dice >= max(when.count or 1, when.same or 1)
        return when in self.things or when.on in ("called", "game.over", *self.happens)


JOINING = by_type(GameJoined)


def placed(scores: Mapping[str, int], most_wins: bool, of_teams: bool = False) -> Standings:
    """Player, score and place, best first; ties share a place and keep the order given.

    Places go 1, 1, 3; those of teams 1, 1, 2.
    """
    best_first = sorted(scores.items(), key=lambda item: -item[1] if most_wins else item[1])
    first_at: dict[int, int] = {}
    for place, (_, score) in enumerate(best_first, start=1):
        first_at.setdefault(score, len(first_at) + 1 if of_teams else place)
    return [(player, score, first_at[score]) for player, score in best_first]
