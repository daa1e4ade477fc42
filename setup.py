"""In the checkout templates/, static/ and docs/games/ stand beside the package; in the wheel they stand inside it."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOMS = ("templates", "static", "docs/games")


class BuildWithRooms(build_py):
    """The wheel carries every template, static file and page of help under companion/."""

    def run(self) -> None:
        if self.editable_mode:
            super().run()
            return
        # What an earlier build left behind must not travel: a file deleted since would come back to life.
        shutil.rmtree(Path(self.build_lib) / "companion", ignore_errors=True)
        super().run()
        for room in ROOMS:
            shutil.copytree(room, Path(self.build_lib) / "companion" / room, dirs_exist_ok=True)

    def get_source_files(self) -> list[str]:
        files = [str(path) for room in ROOMS for path in Path(room).rglob("*") if path.is_file()]
        return [*super().get_source_files(), *files]


setup(cmdclass={"build_py": BuildWithRooms})
