"""Threads share the automaton of the patterns while it grows and forgets: each of them reads what one alone reads."""

from concurrent.futures import ThreadPoolExecutor

from companion.domain.house_rules.english import patterns

SEVERAL = {"any": [f"w{number}" for number in range(4)]}
LINES = [f"any* w{one} (w{other}|any w{one})* any?" for one in range(4) for other in range(4)]
ROWS = [[f"w{(row * step) % 4}" for step in range(8)] for row in range(10)]


class Forgotten(dict):
    """What is kept, while another thread forgets it between any two steps of this one."""

    def __contains__(self, at):
        return super().__contains__(at) and self.clear() is None

    def __setitem__(self, at, state):
        self.clear()

    def setdefault(self, at, state):
        self.clear()
        return state


def found(table):
    return [list(table.matches(row, 0)) for row in ROWS]


def test_what_another_thread_forgets_meanwhile_is_worked_out_again():
    table = patterns.Patterns(LINES, {}, SEVERAL)
    expected = found(table)
    again = patterns.Patterns(LINES, {}, SEVERAL)
    again.known = Forgotten()

    assert found(again) == expected
    assert found(again) == expected


def test_threads_that_read_at_once_find_what_one_alone_finds(monkeypatch):
    expected = found(patterns.Patterns(LINES, {}, SEVERAL))
    monkeypatch.setattr(patterns, "MOST_STATES", 3)  # so that states are forgotten all the time
    table = patterns.Patterns(LINES, {}, SEVERAL)
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda _: found(table), range(32))) == [expected] * 32
