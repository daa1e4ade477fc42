"""What a decoder complains of, as a sentence that names the field."""

import re


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
