"""Refusals: what the rules say when an event cannot stand."""


class Refused(Exception):
    """A sentence for the player who proposed something that cannot stand; others may read its `public`."""

    def __init__(self, why: str, public: str | None = None) -> None:
        super().__init__(why)
        self.public = why if public is None else public

    @property
    def is_secret(self) -> bool:
        """Whether the sentence tells what not everybody may know."""
        return self.public != str(self)


class Filled(Refused):
    """The slot of the event (a trick, a box, a call) is already filled by an earlier entry."""


class Unreadable(Refused):
    """The entry is not written as the night format says."""
