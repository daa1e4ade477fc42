"""In a checkout templates/, static/ and docs/games/ are beside the package; in a wheel they are inside it.

The links and pictures of the README are relative, so that they lead to the version that one reads. A package index has
no such files: there they lead to the repository.
"""

import re
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

FOLDERS = ("templates", "static", "docs/games")
REPOSITORY = "https://github.com/party-companion/party-companion"


def for_an_index(readme: str) -> str:
    """The text with absolute addresses."""
    pictures = re.sub(r"(!\[[^]]*\]\()(?!\w+:)", rf"\1{REPOSITORY}/raw/main/", readme)
    return re.sub(r"(?<!!)(\[[^][]*\]\()(?![\w]+:|#)", rf"\1{REPOSITORY}/blob/main/", pictures)


class BuildWithFolders(build_py):
    """Builds the package with every template, static file and help page under companion/."""

    def run(self) -> None:
        if self.editable_mode:
            super().run()
            return
        # Without this, a file that was deleted since an earlier build would still be in the wheel.
        shutil.rmtree(Path(self.build_lib) / "companion", ignore_errors=True)
        super().run()
        for folder in FOLDERS:
            shutil.copytree(folder, Path(self.build_lib) / "companion" / folder, dirs_exist_ok=True)

    def get_source_files(self) -> list[str]:
        files = [str(path) for folder in FOLDERS for path in Path(folder).rglob("*") if path.is_file()]
        return [*super().get_source_files(), *files]


setup(
    cmdclass={"build_py": BuildWithFolders},
    long_description=for_an_index(Path("README.md").read_text(encoding="utf-8")),
    long_description_content_type="text/markdown",
)
