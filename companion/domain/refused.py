"""Refusals: the sentences for a player whose entry is not valid."""

import re
from collections.abc import Collection
from hashlib import sha256
from typing import NamedTuple


class Refused(Exception):
    """A sentence for the player whose entry is refused; `public` is the sentence that others can read."""

    def __init__(self, why: str, public: str | None = None) -> None:
        super().__init__(why)
        self.public = why if public is None else public

    @property
    def is_secret(self) -> bool:
        """Whether only some players can read the sentence."""
        return self.public != str(self)


class Filled(Refused):
    """The slot of the event (a trick, a box, a call) is already filled by an earlier entry."""


class BoxFilled(Refused):
    """Another entry fills the box that a change names: `entry` is to be corrected first, or if `full`, to be undone.

    A card is `full` if it has no free box by which two of its boxes could swap.
    """

    def __init__(self, why: str, public: str, entry: int, full: bool) -> None:
        super().__init__(why, public)
        self.entry, self.full = entry, full


class Confirmation(NamedTuple):
    """A question to whoever sent a tap. `yes` is the text of the button that sends the same again, which enters it.

    `no` is the text of a second button, which changes nothing. The form's field `field` then has the `answer`: in the
    field `again` a hash of the question and of what it is `about`, since another question is asked again.
    """

    text: str
    yes: str
    no: str = "Leave it"
    about: object = None
    field: str = "again"

    @property
    def answer(self) -> str:
        """What the form's field then has."""
        if self.field != "again":
            return "yes"
        return sha256(repr((self.text, self.about)).encode()).hexdigest()[:12]

    def is_answered(self, answers: Collection[str]) -> bool:
        """Whether one of these answers is to this question."""
        return self.answer in answers


class CardsDisagree(Refused):
    """The entry does not name whom its cards name; the confirmation is the question whether to forget the cards."""

    def __init__(self, why: str, confirmation: Confirmation) -> None:
        super().__init__(why)
        self.confirmation = confirmation


class Unconfirmed(Exception):
    """The sender is asked this before the events of a form are known."""

    def __init__(self, confirmation: Confirmation) -> None:
        super().__init__(confirmation.text)
        self.confirmation = confirmation


class Unreadable(Refused):
    """The entry is not written as the night format requires."""


def in_words(complaint: str) -> str:
    """The decoder's error message as a sentence that names the field."""
    text, _, path = complaint.partition(" - at `$")
    field = path.rstrip("`").strip(".")
    if "matching regex" in text or "of length" in text:
        text = "is too long, empty, or has signs that can’t be shown here"
        if "[AKQJT" in complaint:
            text = "is not a card"
    text = re.sub(r"^Object missing required field `(.*)`.*", r"needs field \1", text)
    text = re.sub(r"^Object contains unknown field `(.*)`.*", r"has no field \1", text)
    text = text.replace("Expected `", "must be `").replace("Invalid enum value", "is not one of the choices:")
    return f"{field or 'the event'} {text}"
