"""The words on screen are spoken English: some that were read twice by guests do not come back."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
MARKUP = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}|<[^>]*>", re.DOTALL)
READ_TWICE = re.compile(
    r"\b(amend\w*|repeal\w*|struck|besides|of theirs|(is|are) to be|cannot be told|carry over|no longer in force)\b",
    re.IGNORECASE,
)
STRAIGHT = re.compile(r"\w'\w|^'s\b|says '")  # on screen apostrophes are curly
SAID = ("views", "web", "commands", "domain/games")  # the packages whose texts reach a screen


def texts(*packages):
    """Every piece of text in the templates, and every string with several words in the code, with its file."""
    for path in (ROOT / "templates").rglob("*.html"):
        yield path, MARKUP.sub(" ", path.read_text())
    for path in (path for package in packages for path in (ROOT / "companion" / package).rglob("*.py")):
        yield from ((path, text) for text in strings(path))


@cache
def strings(path):
    """The strings with several words in a file, but for its docstrings."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    found = [node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in docs]
    return [text for text in found if isinstance(text, str) and " " in text]


def quoted(path):
    """The texts in expressions of a template, such as {{ "’s dummy" }}."""
    return re.findall(r'"([^"\n]*)"', " ".join(re.findall(r"{[{%].*?[%}]}", path.read_text(), re.DOTALL)))


def test_nobody_has_to_read_a_word_twice():
    found = [(path.relative_to(ROOT), word[0]) for path, text in texts(*SAID) for word in READ_TWICE.finditer(text)]

    assert found == []


def test_apostrophes_and_quotes_on_screen_are_curly():
    more = ((path, text) for path in (ROOT / "templates").rglob("*.html") for text in quoted(path))
    found = [
        (path.relative_to(ROOT), text)
        for path, text in (*texts(*SAID, "reports", "domain"), *more)
        if STRAIGHT.search(text)
    ]

    assert found == []
