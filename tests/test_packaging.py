"""The wheel contains every template and static file, and the README's commands are the ones we use."""

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
FOLDERS = ("companion", "templates", "static", "docs", "tests", "bench", "deploy")
FILES = (
    "pyproject.toml",
    "setup.py",
    "MANIFEST.in",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
)
TRAVELS = (*FOLDERS, *FILES, ".ci")
TEST = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[dev]' && .venv/bin/pytest -n 3 --dist worksteal"
START = "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/companion"


def run(*words, cwd) -> str:
    done = subprocess.run([sys.executable, *map(str, words)], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def files_of(*folders: str) -> set[str]:
    found = (path for folder in folders for path in (CHECKOUT / folder).rglob("*"))
    return {
        path.relative_to(CHECKOUT).as_posix() for path in found if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """The sdist, and the wheel that was made of it alone."""
    source = tmp_path_factory.mktemp("source")
    for name in TRAVELS:
        copy = shutil.copytree if (CHECKOUT / name).is_dir() else shutil.copy
        copy(CHECKOUT / name, source / name)
    stale = source / "build" / "lib" / "companion" / "templates" / "stale.html"
    stale.parent.mkdir(parents=True)
    stale.touch()
    run("-m", "build", "--no-isolation", cwd=source)
    return source / "dist"


@pytest.fixture(scope="module")
def wheel(built) -> Path:
    return next(built.glob("*.whl"))


@pytest.fixture(scope="module")
def names(wheel) -> set[str]:
    with zipfile.ZipFile(wheel) as opened:
        return set(opened.namelist())


@pytest.mark.thorough
def test_the_wheel_carries_the_whole_package_with_its_resources_and_nothing_else(names):
    resources = {f"companion/{name}" for name in files_of("templates", "static", "docs/games")}

    strange = {name for name in names if not name.startswith(("companion/", "party_companion-"))}

    assert (resources | files_of("companion")) - names == strange == set()
    assert "companion/templates/stale.html" not in names


@pytest.mark.thorough
def test_the_sdist_is_the_repository_with_its_tests_and_documents(built):
    with tarfile.open(next(built.glob("*.tar.gz"))) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}

    assert {name for name in files_of(*FOLDERS, ".ci") | {*FILES} if not name.endswith(".pyc")} - names == set()


@pytest.mark.thorough
def test_the_links_and_pictures_of_the_readme_hold_on_a_package_index(wheel):
    with zipfile.ZipFile(wheel) as opened:
        name = next(name for name in opened.namelist() if name.endswith("METADATA"))
        text = opened.read(name).decode()
    led = re.findall(r"(!?)\[[^]]*\]\(([^)]*)\)", text)

    assert "Description-Content-Type: text/markdown" in text
    assert len(led) > 10
    place = "https://github.com/party-companion/party-companion"
    begins = {"!": f"{place}/raw/main/", "": f"{place}/blob/main/"}
    assert [link for mark, link in led if not link.startswith(begins[mark])] == []


@pytest.mark.thorough
def test_an_installed_wheel_shows_its_first_page(wheel, tmp_path):
    run("-m", "pip", "install", "-q", "--no-deps", "--target", tmp_path / "site", wheel, cwd=tmp_path)
    script = """
        import sys; sys.path.insert(0, "site")
        from companion import config, create_app
        print(config.resource_folders().templates, config.default_data().name)
        phone = create_app({"DATA": "nights"}).test_client()
        page = phone.get("/")
        print(page.status_code)
        style = page.text.partition('rel="stylesheet" href="')[2].partition('"')[0]
        print(style, phone.get(style).status_code)
    """
    said = run("-I", "-c", "\n".join(line.strip() for line in script.splitlines()), cwd=tmp_path).split()

    assert said[:3] == [str(tmp_path / "site" / "companion" / "templates"), "party-companion", "200"]
    assert re.fullmatch(r"/static/app\.[0-9a-f]{8}\.css", said[3])
    assert said[4] == "200"


def test_uvx_and_pipx_find_a_command_of_the_packages_name():
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert {"companion", project["name"]} == {*project["scripts"]}
    assert len({*project["scripts"].values()}) == 1


def test_the_readme_gives_the_very_commands():
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    for name, command in (("test", TEST), ("start", START)):
        marked = re.search(rf"<!-- {name} -->\n+```\w*\n(.*)\n```\n+<!-- /{name} -->", readme)

        assert marked, f"README.md needs <!-- {name} --> and <!-- /{name} --> around one fenced line."
        assert marked[1] == command
