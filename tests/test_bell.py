"""The bell: who listens hears that there is something new, and not what."""

from threading import Thread

from flask import Flask

from companion.bell import Bell, bell_of


def test_a_ring_is_heard_and_many_are_one() -> None:
    bell = Bell()
    with bell.listen("yak") as ear:
        bell.ring("yak")
        bell.ring("yak")

        assert ear.wait(0)
        assert not ear.wait(0)


def test_every_ear_of_the_night_hears_it() -> None:
    bell = Bell()
    with bell.listen("yak") as ann, bell.listen("yak") as bob:
        bell.ring("yak")

        assert ann.wait(0)
        assert bob.wait(0)


def test_another_night_is_not_woken() -> None:
    bell = Bell()
    with bell.listen("yak") as ear:
        bell.ring("yacht")

        assert not ear.wait(0)


def test_who_sleeps_is_woken() -> None:
    bell, heard = Bell(), []
    with bell.listen("yak") as ear:
        sleeper = Thread(target=lambda: heard.append(ear.wait(60)))
        sleeper.start()
        bell.ring("yak")
        sleeper.join(60)

    assert heard == [True]


def test_silence_ends_after_the_timeout() -> None:
    with Bell().listen("yak") as ear:
        assert not ear.wait(0.05)


def test_a_closed_ear_hears_nothing_and_is_forgotten() -> None:
    bell = Bell()
    with bell.listen("yak") as ear:
        assert bell.listening("yak") == 1
    bell.ring("yak")
    ear.close()

    assert not ear.wait(0)
    assert bell.listening("yak") == 0


def test_when_the_house_closes_every_night_is_woken() -> None:
    bell = Bell()
    with bell.listen("yak") as ann, bell.listen("yacht") as bob:
        bell.ring_all()

        assert ann.wait(0)
        assert bob.wait(0)


def test_an_app_has_one_bell_of_its_own() -> None:
    app = Flask("tiny")

    assert bell_of(app) is bell_of(app)
    assert bell_of(app) is not bell_of(Flask("other"))
