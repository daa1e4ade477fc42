"""Publish and subscribe: a subscriber learns that there is something new, and not what."""

from threading import Thread

from companion.realtime.pubsub import PubSub
from tests.conftest import subscribed


def test_every_subscriber_of_the_night_is_woken_once_for_many_changes_and_nobody_elsewhere() -> None:
    pubsub = PubSub()
    with subscribed(pubsub, "yak") as ann, subscribed(pubsub, "yak") as bob, subscribed(pubsub, "yacht") as cal:
        pubsub.publish("yak")
        pubsub.publish("yak")

        assert [ann.wait(0), bob.wait(0), cal.wait(0)] == [True, True, False]
        assert not ann.wait(0)


def test_a_subscriber_that_waits_is_woken_or_waits_for_its_timeout() -> None:
    pubsub, woken = PubSub(), []
    with subscribed(pubsub, "yak") as ann:
        waiting = Thread(target=lambda: woken.append(ann.wait(60)))
        waiting.start()
        pubsub.publish("yak")
        waiting.join(60)
        assert not ann.wait(0.05)

    assert woken == [True]


def test_a_closed_subscription_is_woken_no_more_and_forgotten() -> None:
    pubsub = PubSub()
    with subscribed(pubsub, "yak") as ann:
        assert pubsub.count("yak") == 1
    pubsub.publish("yak")
    pubsub.unsubscribe("yak", ann)

    assert not ann.wait(0)
    assert pubsub.count("yak") == 0


def test_when_the_server_stops_the_subscribers_of_every_night_are_woken() -> None:
    pubsub = PubSub()
    with subscribed(pubsub, "yak") as ann, subscribed(pubsub, "yacht") as bob:
        pubsub.publish_everywhere()

        assert ann.wait(0)
        assert bob.wait(0)


def test_what_another_process_published_is_not_forwarded_to_it() -> None:
    pubsub, forwarded = PubSub(), []
    pubsub.forward = forwarded.append
    pubsub.publish_here("yak")
    pubsub.publish("yacht")

    assert forwarded == ["yacht"]
