"""Where a setting comes from, and the key that is made once."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion import config
from companion.config import Unusable
from tests.table import row


def read(tmp_path, environ=None, **overrides):
    return config.read({"DATA": tmp_path, **overrides}, environ or {})


def test_the_environment_comes_before_the_default_and_the_caller_before_both(tmp_path):
    environ = {"COMPANION_PROXY_HOPS": "2"}

    assert read(tmp_path)["PROXY_HOPS"] == 0
    assert read(tmp_path, environ)["PROXY_HOPS"] == 2
    assert read(tmp_path, environ, PROXY_HOPS=1)["PROXY_HOPS"] == 1
    assert read(tmp_path, {"COMPANION_PROXY_HOPS": " "})["PROXY_HOPS"] == 0  # an empty one counts as not set


def test_every_setting_says_why_it_is_so():
    assert [setting.name for setting in config.SETTINGS if len(setting.why) < 20] == []


def test_the_public_address_has_no_slash_at_its_end(tmp_path):
    for url in ("https://Party.Example", "https://party.example/"):
        settings = read(tmp_path, PUBLIC_URL=url)

        assert settings["PUBLIC_URL"] == "https://party.example"
        assert "party.example" in settings["TRUSTED_HOSTS"]


def test_a_public_address_that_no_phone_could_open_is_refused(tmp_path):
    half = ("party.example", "//party.example", "https://", "ftp://party.example", "https://party.example:port")
    for url in (*half, "https://party.example/games", "https://party.example?x", "http://a:b@party.example"):
        with row(url), pytest.raises(Unusable, match="must look like"):
            read(tmp_path, PUBLIC_URL=url)


def test_the_key_is_made_once_also_by_starts_at_the_same_time_and_only_this_user_reads_it(tmp_path):
    data = tmp_path / "new" / "instance"
    with ThreadPoolExecutor(8) as starters:
        keys = set(starters.map(lambda _: config.secret_key(data), range(32)))

    assert [len(key) for key in keys] == [32]
    assert stat.S_IMODE((data / "secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700


def test_a_key_from_outside_leaves_no_file(tmp_path):
    assert read(tmp_path, {"COMPANION_SECRET_KEY": "of the operator"})["SECRET_KEY"] == "of the operator"
    assert not (tmp_path / "secret_key").exists()


def test_a_folder_that_cannot_be_used_or_half_a_key_is_refused_instead_of_a_passing_key(tmp_path, monkeypatch):
    def read_only(*_):
        raise PermissionError(13, "Permission denied")

    (tmp_path / "secret_key").write_bytes(b"half")
    with pytest.raises(Unusable, match="broken"):
        config.secret_key(tmp_path)
    with pytest.raises(Unusable, match="cannot be used"):
        config.secret_key(tmp_path / "secret_key" / "instance")
    monkeypatch.setattr("companion.config.os.open", read_only)
    with pytest.raises(Unusable, match=r"cannot be used \(Permission denied\)"):
        config.secret_key(tmp_path / "new")


def test_nights_and_resources_are_in_a_checkout_or_for_a_wheel_in_the_users_folder_and_the_package(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    checkout, home = Path(__file__).resolve().parent.parent, tmp_path / "companion"

    assert config.resource_folders() == (checkout / "templates", checkout / "static", checkout / "docs" / "games")
    assert config.read(environ={})["DATA"] == checkout / "instance"
    assert read(tmp_path)["DATABASE_URL"] == f"sqlite:///{tmp_path}/companion.db"

    (home / "templates").mkdir(parents=True)
    monkeypatch.setattr("companion.config.__file__", str(home / "config.py"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))

    assert config.resource_folders() == (home / "templates", home / "static", home / "docs" / "games")
    assert config.read(environ={})["DATA"] == tmp_path / "share" / "party-companion"
    assert config.read(environ={"COMPANION_DATA": str(tmp_path)})["DATA"] == tmp_path
