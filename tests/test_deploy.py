"""What operators copy: it sets what there is to set."""

import re
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

from companion.config import SETTINGS
from tests.table import row

ROOT = Path(__file__).parents[1]
DEPLOY = sorted((ROOT / "deploy").iterdir())
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")), *DEPLOY]
OTHERS = {"HOST", "BIND", "WORKERS", "EXAMPLES", ""}  # COMPANION_<NAME> of the compose file, gunicorn and the tests
GONE = {"METRICS_TOKEN", "WEBHOOKS"}  # only the changelog still names them


def test_every_setting_that_is_named_is_one():
    known = {setting.name for setting in SETTINGS} | OTHERS
    for page in PAGES:
        with row(page.name):
            named = set(re.findall(r"COMPANION_([A-Z_]+)", page.read_text(encoding="utf-8")))
            assert named <= (known | GONE if page.name == "CHANGELOG.md" else known)


def test_every_file_that_operators_copy_is_named_where_they_read():
    said = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    compose = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    alone = {"Dockerfile.dockerignore"}

    assert {path.name for path in DEPLOY if path.name not in said + compose} == alone


def test_the_image_has_a_locked_version_of_all_that_the_companion_needs():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["postgres"]]
    locked = (ROOT / "deploy" / "requirements.lock").read_text(encoding="utf-8").lower()

    names = {re.match(r"[\w-]+", requirement)[0] for requirement in needed}
    asked, todo = set(), list(names)
    while todo:  # and all that those need here, without extras
        name = todo.pop()
        if name not in asked:
            asked.add(name)
            further = map(Requirement, metadata.requires(name) or [])
            todo += [one.name.lower() for one in further if not one.marker or one.marker.evaluate({"extra": ""})]
    assert names < asked
    assert {name for name in asked if not re.search(rf"^{re.sub('[-_.]', '[-_.]', name)}==", locked, re.M)} == set()
