"""Scripts and styles without what only readers of their source need, which would weigh a kilobyte of the first load."""

from __future__ import annotations

import re

# Strings, and patterns between slashes, stay as they are. A slash begins a pattern only after one of these signs, so
# our own scripts write none after a word.
QUOTED = rb"""'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`"""
PATTERN = rb"(?:(?<=[(,=:&|?])|(?<=[(,=:&|?] ))/(?![/*])(?:\\.|\[(?:\\.|[^]\\\n])*\]|[^/\\\n[])+/"
STRING = rb"(" + QUOTED + rb"|" + PATTERN + rb")"
SIGNS = rb" ?(=>|[=!]==|\+?=|&&|\|\||\?\??=?|[:<>+]|[<>]=) "
# Where a statement ends in a brace without a semicolon it is a block, so the line break after it may go.
UNSENT = {
    ".js": (
        re.compile(STRING + rb"|/\*.*?\*/|(?:^[ \t]*|[ \t]+)//[^\n]*", re.M | re.S),
        re.compile(STRING + rb"|^\s+|(?<=[;{,()])\s+|\s+(?=[})\n])| +(?=[({[])|(?<=})\n\s*(?=[a-z])|" + SIGNS, re.M),
    ),
    ".css": (re.compile(STRING + rb"|/\*.*?\*/|\s+(?=[{}>])|(?<=[{};,>])\s+|(?<=:) |;(?=\s*})", re.S),),
}


def lean(body: bytes, suffix: str) -> bytes:
    """The file without its comments, indents and most other spaces; one that is neither script nor style as it is."""
    for unsent in UNSENT.get(suffix, ()):
        body = unsent.sub(lambda found: b"".join(filter(None, found.groups())), body)
    return body
