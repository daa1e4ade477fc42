"""Where a setting comes from, and the key that is made once."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion import config
from companion.config import Unusable
from companion.storage.database import database_of
from tests.conftest import make_app
from tests.table import row


def read(tmp_path, environ=None, **overrides):
    return config.read({"DATA": tmp_path, **overrides}, environ or {})


def test_the_environment_comes_before_the_default_and_the_caller_before_both(tmp_path):
    environ = {"COMPANION_PROXY_HOPS": "2"}

    assert read(tmp_path)["PROXY_HOPS"] == 0
    assert read(tmp_path, environ)["PROXY_HOPS"] == 2
    assert read(tmp_path, environ, PROXY_HOPS=1)["PROXY_HOPS"] == 1


def test_an_empty_variable_counts_as_not_set(tmp_path):
    assert read(tmp_path, {"COMPANION_PROXY_HOPS": " "})["PROXY_HOPS"] == 0


def test_every_setting_says_why_it_is_so():
    assert [setting.name for setting in config.SETTINGS if len(setting.why) < 20] == []


def test_the_nights_are_kept_in_the_data_folder(tmp_path):
    assert read(tmp_path)["DATABASE_URL"] == f"sqlite:///{tmp_path}/companion.db"


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


def test_the_key_is_made_once_and_only_this_user_reads_it(tmp_path):
    data = tmp_path / "new" / "instance"
    key = config.secret_key(data)

    assert len(key) == 32
    assert config.secret_key(data) == key
    assert stat.S_IMODE((data / "secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700


def test_first_starts_at_the_same_time_end_up_with_one_key(tmp_path):
    with ThreadPoolExecutor(8) as starters:
        keys = set(starters.map(lambda _: config.secret_key(tmp_path / "instance"), range(32)))

    assert len(keys) == 1


def test_a_key_from_outside_leaves_no_file(tmp_path):
    assert read(tmp_path, {"COMPANION_SECRET_KEY": "of the operator"})["SECRET_KEY"] == "of the operator"
    assert not (tmp_path / "secret_key").exists()


def test_a_folder_that_cannot_be_written_is_refused_instead_of_a_passing_key(tmp_path, monkeypatch):
    def read_only(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("companion.config.os.open", read_only)

    with pytest.raises(Unusable, match=r"cannot be used \(Permission denied\)"):
        config.secret_key(tmp_path)


def test_a_data_folder_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "file").touch()

    with pytest.raises(Unusable, match="cannot be used"):
        config.secret_key(tmp_path / "file" / "instance")


def test_half_a_key_is_refused(tmp_path):
    (tmp_path / "secret_key").write_bytes(b"half")

    with pytest.raises(Unusable, match="broken"):
        config.secret_key(tmp_path)


def test_in_a_checkout_the_resource_folders_are_beside_the_package():
    checkout = Path(__file__).resolve().parent.parent

    assert config.resource_folders() == (checkout / "templates", checkout / "static", checkout / "docs" / "games")


def test_in_a_wheel_the_resource_folders_are_inside_the_package(tmp_path, monkeypatch):
    (tmp_path / "companion" / "templates").mkdir(parents=True)
    monkeypatch.setattr("companion.config.__file__", str(tmp_path / "companion" / "config.py"))

    home = tmp_path / "companion"
    assert config.resource_folders() == (home / "templates", home / "static", home / "docs" / "games")


def test_a_checkout_keeps_its_nights_in_its_own_folder_wherever_it_is_started(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert config.read(environ={})["DATA"] == Path(__file__).resolve().parent.parent / "instance"


def test_an_installed_package_keeps_its_nights_in_the_users_folder_for_data(tmp_path, monkeypatch):
    (tmp_path / "companion" / "templates").mkdir(parents=True)
    monkeypatch.setattr("companion.config.__file__", str(tmp_path / "companion" / "config.py"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))

    assert config.read(environ={})["DATA"] == tmp_path / "share" / "party-companion"
    assert config.read(environ={"COMPANION_DATA": str(tmp_path)})["DATA"] == tmp_path


@pytest.mark.skipif(os.name != "posix", reason="only there folders have such rights")
@pytest.mark.parametrize("key", ["", "k" * 32])
@pytest.mark.parametrize(
    ("mode", "names", "becomes_private"),
    [
        pytest.param(0o755, (), True, id="empty"),
        pytest.param(0o775, ("companion.db", "backups", "https", "README.md"), True, id="of earlier evenings"),
        pytest.param(0o755, ("companion.db", "holiday.jpg"), False, id="with other things in it"),
        pytest.param(0o2770, ("companion.db",), False, id="given to a group"),
        pytest.param(0o1777, (), False, id="everybody’s"),
        pytest.param(0o700, ("holiday.jpg",), True, id="private"),
    ],
)
def test_a_data_folder_becomes_private_or_is_named(tmp_path, capsys, monkeypatch, mode, names, becomes_private, key):
    monkeypatch.setenv("COMPANION_SECRET_KEY", key)
    data = tmp_path / "data"
    data.mkdir()
    for name in names:
        (data / name).touch()
    data.chmod(mode)
    for _ in range(2):
        database_of(make_app(data)).close()
        assert stat.S_IMODE(data.stat().st_mode) == (0o700 if becomes_private else mode)
        assert ("Others on this computer can look into" in capsys.readouterr().err) is not becomes_private


@pytest.mark.skipif(os.name != "posix", reason="only there folders have such rights")
def test_a_data_folder_of_another_user_is_named(tmp_path, capsys, monkeypatch):
    def refused(*_):
        raise PermissionError(1, "Operation not permitted")

    tmp_path.chmod(0o755)
    monkeypatch.setattr(type(tmp_path), "chmod", refused)
    database_of(make_app(tmp_path)).close()
    assert f"Others on this computer can look into {tmp_path}" in capsys.readouterr().err
