"""The games of a night: how they start and end, and what an entry of a game charges."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from . import events as of
from .asking import without_answered
from .fines import Charge, Fine, total
from .games import GAMES
from .games.game import DRINKS, Game, Paid, Standings, Step, placed
from .games.joining import GameJoined, seated
from .house_rules.firing import fired
from .house_rules.model import Happening, Roles
from .night import Night, Outcome, Played, Right, Transitions
from .refused import Filled, Refused, in_words


def check_started(night: Night, event: of.GameStarted, entry: of.Entry) -> None:
    if night.game is not None:
        why = f"{name_of(night.game)} is still on. End it first"
        raise Filled(why) if event.game in GAMES else Refused(why)
    if event.game not in GAMES:
        raise Refused(f"there is no game called {event.game}")
    for player in event.players:
        if player in night.away:
            raise Refused(f"{night.names[player]} is away and cannot play")
    game = GAMES[event.game]
    if len(event.players) not in game.seats:
        raise Refused(f"{game.name} is for {game.seats[0]} to {game.seats[-1]} players, not {len(event.players)}")
    if event.first_dealer not in event.players:
        raise Refused("the dealer has to play")
    game.start(event, _options(game, event), night.table())


def _options(game: Game, event: of.GameStarted) -> msgspec.Struct:
    try:
        return msgspec.convert(event.options, game.options)
    except msgspec.ValidationError as wrong:
        raise Refused(f"options of {game.name}: {in_words(str(wrong))}") from None


def same_start(one: of.GameStarted, other: of.GameStarted) -> bool:
    """Whether both start the same game with the same players and options, whoever is to deal first."""
    if (one.game, one.players) != (other.game, other.players):
        return False
    return _options(GAMES[one.game], one) == _options(GAMES[one.game], other)


def started(night: Night, event: of.GameStarted, entry: of.Entry) -> Outcome:
    game = GAMES[event.game]
    state = game.start(event, _options(game, event), night.table())
    before = {player.id: player.charged for player in night.players.values()}
    return replace(night, game=Played(game, entry.seq, state, before, missing=night.away)), ()


def check_ended(night: Night, event: of.GameEnded, entry: of.Entry) -> None:
    if night.game is None:
        raise Refused("no game is on")


def ended(night: Night, event: of.GameEnded, entry: of.Entry) -> Outcome:
    """The game is over, which house rules can charge for. It was stopped if it was not complete."""
    assert night.game is not None
    stopped = not night.game.game.ending.complete(night.game.state)
    return charge(replace(night, game=replace(night.game, stopped=stopped)), entry.seq, (), is_over=True)


def _over(night: Night, seq: int, places: Standings, roles: Roles | None) -> Outcome:
    """The night after the end of its game, and what house rules charge for that, which counts in no score of the game.

    Titles won in the game end with it; those won by its end last for the night.
    """
    assert night.game is not None
    done = replace(night.game, since=since(night, night.game), ended=seq)
    titles = {rule.id: rule.held() for rule in night.rules.values() if rule.won_in == done.started}
    night = replace(night, asking=(), rules={**night.rules, **titles})
    night, rows = fired(night, seq, tuple(_finished(places)), roles)
    charges = _paid(night, rows).charges
    done = replace(done, parting=total((row.player, row.amount) for row in charges))
    rights = tuple(right for right in night.rights if right.game != done.started)
    insiders, secrets = night.insiders, done.game.secrets
    if secrets is not None and secrets.insiders is not None:
        insiders = secrets.insiders(done.state, night.initiated).union(insiders or ())
    after = night.charged(charges)
    return replace(after, game=None, games=(*night.games, done), insiders=insiders, rights=rights), charges


def _finished(places: Standings) -> Iterator[Happening]:
    """The end of a game: once about nobody, and about all in first place and all in the worst place there is."""
    yield Happening("game.over", "", roles=Roles())
    worst = max((place for _, _, place in places), default=1)
    for player, _, place in places:
        if place == 1:
            yield Happening("game.over", player, among="first")
        elif place == worst:
            yield Happening("game.over", player, among="last")


def closed(night: Night, event: of.NightClosed, entry: of.Entry) -> Outcome:
    """The night is over, and nobody holds a title any more."""
    return replace(night, closed=True, rules={name: rule.held() for name, rule in night.rules.items()}), ()


def since(night: Night, played: Played) -> dict[str, int]:
    """What everybody was charged during that game, for any reason but house rules about its end."""
    if played.since is not None:
        return played.since
    return {player.id: player.charged - played.before.get(player.id, 0) for player in night.players.values()}


def standings(night: Night, played: Played) -> Standings:
    """Player, score and place in that game, best first."""
    scores = played.game.scores(played.state, since(night, played))
    return placed(scores, most_wins(played), played.game.scoring.of_teams(played.state))


def most_wins(played: Played) -> bool:
    """Whether most points win that game."""
    most = played.game.scoring.most_wins
    return most(played.state) if callable(most) else most


def name_of(played: Played) -> str:
    """What that game is called."""
    game = played.game
    return game.called(played.state) if game.called else game.name


def counts_in(played: Played) -> str:
    """What the scores of that game count."""
    counts = played.game.scoring.counts
    return counts(played.state) if callable(counts) else counts


def ranking(night: Night, played: Played) -> Standings:
    """The standings of a game that counts anything but drinks: nobody is ranked by what they drank."""
    return [] if counts_in(played) == DRINKS else standings(night, played)


def points_changed(before: Night, after: Night) -> dict[str, int]:
    """How the scores differ in the games that both nights have."""
    found: dict[str, int] = {}
    now = {played.started: played for played in after.played}
    for played in before.played:
        if (then := now.get(played.started)) is None or then.game is not played.game:
            continue
        old = {player: score for player, score, _ in standings(before, played)}
        for player, score, _ in standings(after, then):
            if score != old.get(player, 0):
                found[player] = found.get(player, 0) + score - old.get(player, 0)
    return found


def stopped_early(night: Night, played: Played) -> bool:
    """Whether that game was ended before it was complete, or the night was closed while it was on."""
    return played.stopped or (night.closed and played.since is None)


def winners(night: Night, played: Played) -> tuple[str, ...]:
    """Who won that game. Nobody wins a game that is on or was stopped early, or whose rules name no winner."""
    wins = played.game.ending.wins
    if played.since is None or played.stopped or not (wins(played.state) if callable(wins) else wins):
        return ()
    return tuple(player for player, _, place in standings(night, played) if place == 1)


def own_events(night: Night) -> dict[str, type[of.Event]]:
    """The events that are entered only in the game that is on; none between games."""
    return night.game.game.entered if night.game else {}


def owner(night: Night, event: of.Event) -> Played | None:
    """The game that is on, if the event is its own. No game is asked about an event of the engine."""
    return night.game if night.game and night.game.game.owns(event) else None


def check_event(night: Night, entry: of.Entry) -> None:
    """Refuses an event of a game that is not on, and any event that the game itself refuses."""
    if night.game is None:
        raise Refused("no game is on")
    game, event = night.game.game, entry.event
    if not game.owns(event):
        event = of.read(of.written(event), game.events)
    game.check(night.game.state, event, night.table())


def check_sat_in(night: Night, event: GameJoined, entry: of.Entry) -> None:
    """Refuses somebody who plays already, who is away, or who would be one too many."""
    if night.game is None:
        raise Refused("no game is on")
    of.read(of.written(event), own_events(night))
    game, newcomer = night.game.game, event.player
    players = game.players(night.game.state)
    if newcomer in players:
        raise Filled(f"{night.names[newcomer]} plays already")
    if newcomer in night.away:
        raise Refused(f"{night.names[newcomer]} is away: they have to come back first")
    if len(players) + 1 not in game.seats:
        raise Refused(f"this game is for {game.seats[-1]} players at most")


def sat_in(night: Night, event: GameJoined, entry: of.Entry) -> Outcome:
    """Somebody takes part from now on."""
    assert night.game is not None
    state = night.game.state
    players = seated(state.players, event.player, night.table())
    state = night.game.game.sat_in(replace(state, players=players), event.player)
    return replace(night, game=replace(night.game, state=state)), ()


def event(night: Night, entry: of.Entry) -> Outcome:
    """What follows from an event of the game that is on."""
    assert night.game is not None
    step = night.game.game.evolve(night.game.state, entry.event, night.table())
    if night.asking:
        night = replace(night, asking=without_answered(night.asking, entry.event))
    return settle(night, entry.seq, step)


def after_leaving(night: Night, seq: int) -> Outcome:
    """What follows in the game that is on when somebody left or returned."""
    if night.game is None:
        return night, ()
    game = night.game.game
    return settle(night, seq, game.left(night.game.state, night.table())) if game.left else (night, ())


def settle(night: Night, seq: int, step: Step) -> Outcome:
    """The night after a step of its game: fines and house rules are charged, rights are given, questions are asked."""
    assert night.game is not None
    playing = night.game
    rights = tuple(Right(player, playing.started) for player in step.rights)
    asking = (*night.asking, *(replace(asked, seq=seq) for asked in step.asks))
    if step.moment:
        night = replace(night, moment=replace(step.moment, seq=seq))
    night = replace(night, game=replace(playing, state=step.state), rights=night.rights + rights, asking=asking)
    fines = [Charge(seq, fine.player, fine.amount, fine.reason, because=fine.because) for fine in _fines(night, step)]
    night, by_rules = fired(night, seq, step.happened, step.roles)
    return charge(night, seq, (*(fine for fine in fines if fine.amount), *by_rules), step.over, step.roles)


def _fines(night: Night, step: Step) -> list[Fine]:
    """The fines of a step, then what follows from them, by the seats of those from whose fines it follows."""
    assert night.game is not None
    table, follows = night.table(), night.game.game.follows
    first = sorted(step.fines, key=lambda fine: night.order.index(fine.player))
    return [*step.fines, *(more for fine in first for more in follows(step.state, fine, table))]


def charge(
    night: Night, seq: int, rows: Iterable[Charge], is_over: bool = False, roles: Roles | None = None
) -> Outcome:
    """The night after the charges of entry `seq`, which are owed, or paid at once in a game for tokens.

    If the game `is_over`, or its tokens are gone, house rules about the end of a game charge too.
    """
    playing, rows = night.game, tuple(rows)
    paid = _paid(night, rows)
    after = night.charged(paid.charges)
    if playing is None:
        return after, paid.charges
    if paid.state is not playing.state:
        after = replace(after, game=replace(playing, state=paid.state))
    if not (is_over or paid.over):
        return after, paid.charges
    own = _paid(night, (row for row in rows if row.rule is None))
    places = standings(night.charged(own.charges), replace(playing, state=own.state))
    after, further = _over(after, seq, places, roles)
    return after, _in_order(night, (*paid.charges, *further))


def _paid(night: Night, rows: Iterable[Charge]) -> Paid:
    """These charges in their order, and what paying them changes in a game for tokens."""
    charges, playing = _in_order(night, rows), night.game
    tokens = playing.game.tokens if playing else None
    paid = tokens.pays(playing.state, charges, night.table()) if playing and tokens else None
    if paid is None:
        return Paid(playing.state if playing else None, charges)
    return replace(paid, charges=tuple(replace(row, paid=True) for row in paid.charges))


def _in_order(night: Night, rows: Iterable[Charge]) -> tuple[Charge, ...]:
    """The charges of one entry by seat in the night's order, for each the game's own before house rules as made."""
    rows = tuple(rows)
    if len(rows) < 2:
        return rows
    seat = {player: place for place, player in enumerate(night.order)}
    made = {rule: place for place, rule in enumerate(night.rules)}
    return tuple(sorted(rows, key=lambda row: (seat[row.player], made.get(row.rule or "", -1))))


def uncharge(night: Night, seq: int, charges: tuple[Charge, ...]) -> Night:
    """The night after the call of entry `seq` fell: its charges count as forgiven, and its rule has not fired.

    If the game that they were paid in is still on, its tokens are given back.
    """
    for row in charges:
        night = night.with_player(night.players[row.player].uncharge(row))
    cost = total((row.rule, row.amount) for row in charges if row.rule)
    fallen = {rule: night.rules[rule].fires(-amount, times=-1) for rule, amount in cost.items()}
    night = replace(night, rules={**night.rules, **fallen})
    playing, paid = night.game, tuple(row for row in charges if row.paid)
    tokens = playing.game.tokens if playing else None
    if playing is None or tokens is None or not paid or seq < playing.started:
        return night
    return replace(night, game=replace(playing, state=tokens.repays(playing.state, paid)))


TRANSITIONS: Transitions = {
    of.GameStarted: (check_started, started),
    GameJoined: (check_sat_in, sat_in),
    of.GameEnded: (check_ended, ended),
    of.NightClosed: (None, closed),
}
