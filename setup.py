"""In a checkout templates/, static/ and docs/games/ are beside the package; in a wheel they are inside it."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

FOLDERS = ("templates", "static", "docs/games")


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


setup(cmdclass={"build_py": BuildWithFolders})
