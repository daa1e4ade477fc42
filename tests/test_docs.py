"""What code and documents cite is there: every file, and every heading in it."""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
CITED = re.compile(r"(?<![\w/.])docs/[\w/.-]+\.md(?:#[\w-]+)?")
LINK = re.compile(r"\]\((?!\w+:)([^)\s]*)\)")
SOURCES = ("companion", "templates", "static", "tests", "bench", "docs", "deploy")


@cache
def anchors(page: Path) -> set[str]:
    """The headings of a page, as GitHub makes addresses of them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def is_there(place: Path, anchor: str) -> bool:
    return place.exists() and (not anchor or anchor in anchors(place))


def texts(*kinds):
    """Every file of these kinds with what it says."""
    found = [path for folder in SOURCES for path in (ROOT / folder).rglob("*") if path.suffix in kinds]
    return {
        path: path.read_text(encoding="utf-8")
        for path in [*found, *(path for path in ROOT.iterdir() if path.suffix in kinds)]
        if "node_modules" not in path.parts
    }


def test_every_document_that_is_cited_is_there():
    missing = [
        (path.relative_to(ROOT), cited)
        for path, text in texts(".py", ".html", ".js", ".css", ".toml", ".md").items()
        for cited in CITED.findall(text)
        if not is_there(ROOT / cited.partition("#")[0], cited.partition("#")[2])
    ]

    assert missing == []


def test_every_link_from_one_document_to_another_leads_somewhere():
    missing = [
        (path.relative_to(ROOT), link)
        for path, text in texts(".md").items()
        for link in LINK.findall(re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.S))
        if not is_there(
            (path.parent / link.partition("#")[0]).resolve() if link[0] != "#" else path, link.partition("#")[2]
        )
    ]

    assert missing == []


def test_every_test_that_the_page_on_reliability_names_is_there():
    text = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    short = {"b": "tests/browser", "w": "tests/web", "tests": "tests"}
    named = re.findall(r"`(b|w|tests)/([\w/]+\.py)", text)

    assert [name for folder, name in named if not (ROOT / short[folder] / name).exists()] == []


def test_every_file_that_the_architecture_names_is_there():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    folder, missing = ROOT, []
    for name in re.findall(r"`([\w/]+\.(?:py|js|html)|[\w/]+/)`", text):  # a bare name is in the folder named before it
        place = ROOT / name if "/" in name else folder / name
        folder = place.parent if "/" in name else folder
        missing += [] if place.exists() else [name]

    assert missing == []
