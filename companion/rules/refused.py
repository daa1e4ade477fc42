"""Refusals: what the rules say when an event cannot stand."""


class Refused(Exception):
    """A sentence for the player who proposed something that cannot stand."""


class Filled(Refused):
    """The slot of the event (a trick, a box, a call) is already filled by an earlier entry."""


class Unreadable(Refused):
    """The entry is not written as the night format says."""
