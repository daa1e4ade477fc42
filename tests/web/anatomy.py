"""What a page is made of: its elements with their attributes, where it leads, and the words on it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

VALUES = ("href", "src", "action", "formaction", "srcdoc", "data", "xlink:href", "poster", "content", "style")
LEADS = re.compile(  # within this companion, and where somebody may tap their play into their own collection
    r"(?:/|#|\?|\Z)(?!/)|https?://localhost(?:[/?#]|\Z)|data:image/"
    r"|https://app\.bgstatsapp\.com/createPlay\.html\?data=[\w%.~-]*\Z"
)


class Anatomy(HTMLParser):
    """`parts` are elements with one attribute each, `leads` where they point, `inline` scripts and styles
    that stand in the page itself, `words` what a player reads."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: set[tuple[str, str]] = set()
        self.leads: set[str] = set()
        self.inline: list[str] = []
        self.words: list[str] = []
        self.values: list[str] = []
        self.remarks: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts |= {(tag, ""), *((tag, name) for name, _ in attrs)}
        self.values += [value for _, value in attrs if value]
        self.leads |= {value or "" for name, value in attrs if name in VALUES and tag not in ("meta", "svg")}
        if tag == "style" or (tag == "script" and "src" not in dict(attrs)):
            self.inline.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def handle_comment(self, data: str) -> None:
        self.remarks.append(data)

    def handle_decl(self, decl: str) -> None:
        if decl.lower() != "doctype html":
            self.remarks.append(decl)

    def unknown_decl(self, data: str) -> None:
        self.remarks.append(data)

    def handle_pi(self, data: str) -> None:
        self.remarks.append(data)

    @property
    def elsewhere(self) -> list[str]:
        """Where it leads outside this companion, or to a script."""
        return sorted(lead for lead in self.leads if not LEADS.match(lead))

    def says(self, word: str) -> bool:
        """Whether a player reads this word, or it stands whole in a value."""
        plain = " ".join(word.split())
        return any(plain in " ".join(text.split()) for text in ("".join(self.words), *self.values))
