"""What operators copy: it sets what there is to set, and one file takes one worker."""

import fcntl
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.config import SETTINGS

ROOT = Path(__file__).parents[1]
PAPERS = [ROOT / "docs" / "operating.md", *sorted((ROOT / "deploy").iterdir())]
OF_THE_PAPERS = {"HOST", "BIND", "WORKERS"}  # read by the compose file and by gunicorn's own settings


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_every_setting_that_is_named_is_one(paper):
    named = set(re.findall(r"COMPANION_([A-Z_]+)", paper.read_text(encoding="utf-8")))

    assert named <= {setting.name for setting in SETTINGS} | OF_THE_PAPERS


def test_every_file_that_operators_copy_is_named_where_they_read():
    said = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    compose = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    alone = {"Dockerfile.dockerignore"}

    assert {path.name for path in PAPERS[1:] if path.name not in said + compose} == alone


@pytest.mark.thorough
def test_a_second_worker_over_one_file_is_refused_in_a_sentence(tmp_path):
    with (tmp_path / "serving").open("w") as mark:
        fcntl.flock(mark, fcntl.LOCK_EX)
        environ = {**os.environ, "COMPANION_DATA": str(tmp_path)}
        command = [sys.executable, "-c", "import companion.wsgi"]
        done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=60)

    assert done.returncode != 0
    assert "One worker serves a file of SQLite." in done.stderr
