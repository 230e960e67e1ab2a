"""Settings of the platform are checked at start-up, all at once, and nothing secret has a default in production."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from dikast.settings import Settings
from dikast.web import configuration

GOOD = {
    "DIKAST_MODE": "production",
    "DIKAST_ADDRESS": "https://debates.example",
    "DIKAST_SECRET_KEY": "k" * 50,
    "DIKAST_DATABASE": "postgresql://dikast:pw@db.example:5433/dikast%20x",
    "DIKAST_MAIL": "smtps://me:pw@mail.example:465",
}


def wrong(**changed: str) -> set[str]:
    found = configuration.problems(Settings(GOOD | changed))
    assert all(
        problem.code in ("settings.platform", "settings.limits") and problem.message and problem.hint
        for problem in found
    )
    return {problem.place for problem in found}


def test_good_settings_are_taken() -> None:
    assert wrong() == set() and configuration.problems(Settings({})) == []


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"DIKAST_MODE": "prod"}, {"DIKAST_MODE"}),
        ({"DIKAST_LIMITS": "anthropic:*: at_once=none", "DIKAST_MODE": "prod"}, {"DIKAST_LIMITS", "DIKAST_MODE"}),
        ({"DIKAST_SECRET_KEY": ""}, {"DIKAST_SECRET_KEY"}),
        ({"DIKAST_SECRET_KEY": "short"}, {"DIKAST_SECRET_KEY"}),
        ({"DIKAST_ADDRESS": ""}, {"DIKAST_ADDRESS"}),
        ({"DIKAST_ADDRESS": "debates.example"}, {"DIKAST_ADDRESS"}),
        ({"DIKAST_ADDRESS": "https://debates.example/path"}, {"DIKAST_ADDRESS"}),
        ({"DIKAST_DATABASE": "mysql://db.example/x"}, {"DIKAST_DATABASE"}),
        ({"DIKAST_DATABASE": "postgresql://db.example"}, {"DIKAST_DATABASE"}),
        ({"DIKAST_MAIL": "http://mail.example"}, {"DIKAST_MAIL"}),
        ({"DIKAST_SECRET_KEY": "", "DIKAST_ADDRESS": ""}, {"DIKAST_SECRET_KEY", "DIKAST_ADDRESS"}),
        ({"DIKAST_ADDRESS": "https://[::1"}, {"DIKAST_ADDRESS"}),
        ({"DIKAST_ADDRESS": "https://debates.example:99999"}, {"DIKAST_ADDRESS"}),
        ({"DIKAST_DATABASE": "postgresql://db.example:x/y"}, {"DIKAST_DATABASE"}),
        ({"DIKAST_DATABASE": "postgresql://db.example/"}, {"DIKAST_DATABASE"}),
        ({"DIKAST_MAIL": "smtp://mail.example:x"}, {"DIKAST_MAIL"}),
    ],
)
def test_each_wrong_setting_is_named(changed: dict[str, str], named: set[str]) -> None:
    assert wrong(**changed) == named


def test_addresses_of_servers_become_settings_of_django(tmp_path: Path) -> None:
    database = configuration._database(GOOD["DIKAST_DATABASE"], tmp_path)
    assert (database["NAME"], database["HOST"], database["PORT"]) == ("dikast x", "db.example", "5433")
    assert configuration._database("", tmp_path)["NAME"] == tmp_path / "dikast.sqlite3"
    mail = configuration._mail(GOOD["DIKAST_MAIL"], tmp_path)
    assert (mail["EMAIL_HOST"], mail["EMAIL_PORT"], mail["EMAIL_USE_SSL"]) == ("mail.example", 465, True)
    assert configuration._mail("", tmp_path)["EMAIL_FILE_PATH"] == tmp_path / "mail"


def test_the_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    key = configuration._secret("", folder, production=False)
    file = folder / "secret-key"
    assert len(key) >= 50 and stat.S_IMODE(file.stat().st_mode) == 0o600
    assert configuration._secret("", folder, production=False) == key
    assert configuration._secret("given", tmp_path / "other", production=False) == "given"
    assert configuration._secret("", tmp_path / "other", production=True) == "" and not (tmp_path / "other").exists()


def test_serve_says_everything_that_is_wrong_and_starts_nothing(tmp_path: Path) -> None:
    environment = os.environ | {"DIKAST_MODE": "production", "DIKAST_MAIL": "nonsense"}
    command = [sys.executable, "-m", "dikast", "serve", "--data", str(tmp_path / "data"), "--port", "1"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    for name in ("DIKAST_SECRET_KEY", "DIKAST_ADDRESS", "DIKAST_MAIL"):
        assert name in done.stderr
    assert not (tmp_path / "data").exists()
