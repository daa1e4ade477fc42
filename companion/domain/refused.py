"""Refusals: what the rules say when an event cannot stand."""

import re


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


def in_words(complaint: str) -> str:
    """A decoder's complaint as a sentence that names the field."""
    said, _, path = complaint.partition(" - at `$")
    field = path.rstrip("`").strip(".")
    if "matching regex" in said or "of length" in said:
        said = "is too long, empty, or holds signs that cannot be written here"
        if "[AKQJT" in complaint:
            said = "is not a card"
    said = re.sub(r"^Object (missing required|contains unknown) field `(.*)`.*", _field_in_words, said)
    said = said.replace("Expected `", "must be `").replace("Invalid enum value", "is not one of the choices:")
    return f"{field or 'the event'} {said}"


def _field_in_words(found: re.Match[str]) -> str:
    return f"{'needs' if found[1].startswith('missing') else 'has no'} field {found[2]}"
