"""What cannot be done is refused with what to do, and then nothing was touched."""

from __future__ import annotations

import io
import os
import resource
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from apart import Platform

from dikast.core.problems import InputError
from dikast.web import hold
from dikast.web.backup import archive, checking, postgres, sqlite_files

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "no-tipping.rubric.case.json"


@pytest.fixture
def backup(platform: Platform, tmp_path: Path) -> Path:
    """A backup of a platform with debates."""
    made = platform.dikast("backup", tmp_path / "one.tar")
    assert made.returncode == 0, made.stderr
    return tmp_path / "one.tar"


def files(folder: Path) -> dict[str, bytes]:
    """Return what is in a data folder, without what says that somebody had it."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and path.name != hold.NAME}


def rewritten(backup: Path, target: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """Write a backup anew with another manifest, every digest of it right."""
    found, file = archive.check(backup), io.BytesIO()
    manifest = {name: value for name, value in found.manifest.items() if name not in ("members", "backup")}
    change(manifest)
    writer = archive.Writer(file)
    for name, (start, size) in found.places.items():
        if name in found.manifest["members"]:
            writer.add(name, backup.read_bytes()[start : start + size])
    writer.finish(manifest)
    target.write_bytes(file.getvalue())
    return target


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda manifest: manifest.update(dikast="99.0.0"), "restore.newer"),
        (lambda manifest: manifest["migrations"].append("debates.9999_later"), "restore.newer"),
        (lambda manifest: manifest["rows"]["database"].update(debates_post=99), "restore."),
    ],
)
def test_a_backup_that_does_not_fit_changes_nothing(
    backup: Path, platform: Platform, tmp_path: Path, change: Callable[[dict[str, Any]], object], code: str
) -> None:
    before, there = files(platform.data), platform.inside("look")
    done = platform.dikast("restore", rewritten(backup, tmp_path / "other.tar", change), "--replace")
    assert done.returncode == 1 and f"({code}" in done.stderr and "Hint: " in done.stderr
    assert files(platform.data) == before and platform.inside("look") == there
    assert not list(platform.data.glob(".restore-*"))


def test_a_damaged_backup_changes_nothing(backup: Path, new: Callable[[str], Platform]) -> None:
    data = bytearray(backup.read_bytes())
    data[len(data) // 2] ^= 8
    backup.write_bytes(data)
    other = new("new")
    done = other.dikast("restore", backup)
    assert done.returncode == 1 and "(backup.changed)" in done.stderr and not other.data.exists()


def test_a_backup_is_of_one_kind_of_database(backup: Path, tmp_path: Path) -> None:
    other = Platform(tmp_path / "new", "postgresql://nobody@127.0.0.1:9/none")
    if "pgdump" in str(archive.check(backup).places):
        other = Platform(tmp_path / "new", "")
    done = other.dikast("restore", backup)
    assert done.returncode == 1 and "(restore.kind)" in done.stderr


def test_a_platform_that_runs_is_not_restored_and_one_that_is_restored_does_not_start(
    backup: Path, platform: Platform
) -> None:
    with hold.take(platform.data):
        done = platform.dikast("restore", backup, "--replace")
        served = platform.dikast("serve", "--port", 1)
        saved = platform.dikast("backup", backup.with_name("two.tar"))
    for refused in (done, served):
        assert refused.returncode == 1 and f"process {os.getpid()} (platform.running)" in refused.stderr
    assert saved.returncode == 0, saved.stderr


def test_a_ledger_that_somebody_has_open_is_not_taken_from_him(backup: Path, platform: Platform) -> None:
    with closing(sqlite3.connect(platform.data / "calls.sqlite3", isolation_level=None)) as ledger:
        ledger.execute("PRAGMA journal_mode=WAL")
        ledger.execute("CREATE TABLE replies (key)")
        done = platform.dikast("restore", backup, "--replace")
        assert done.returncode == 1 and "calls.sqlite3: another process has this database open" in done.stderr
        ledger.execute("INSERT INTO replies VALUES ('paid for')")
    assert platform.dikast("restore", backup, "--replace").returncode == 0


def test_a_database_that_is_broken_can_be_replaced(backup: Path, new: Callable[[str], Platform]) -> None:
    other = new("new")
    other.data.mkdir()
    (other.data / "calls.sqlite3").write_bytes(b"no database" * 1000)
    (other.data / "dikast.sqlite3").write_bytes(b"no database" * 1000)
    if not other.database:
        refused = other.dikast("restore", backup)
        assert refused.returncode == 1 and "holds what cannot be read" in refused.stderr
    done = other.dikast("restore", backup, "--replace")
    assert done.returncode == 0, done.stderr
    assert len(other.inside("look")["marks"]) == 3


def limited() -> None:
    """Let this process write no file beyond a size that no backup has: a full disk, as a program meets it."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))


def test_a_full_disk_leaves_no_half_backup(platform: Platform, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    done = platform.dikast("backup", tmp_path / "out" / "one.tar", preexec_fn=limited)
    assert done.returncode == 1 and "(backup.unwritable) Hint: Free some room" in done.stderr
    assert list((tmp_path / "out").iterdir()) == []


def test_a_full_disk_leaves_no_half_restore(backup: Path, platform: Platform) -> None:
    before, there = files(platform.data), platform.inside("look")
    done = platform.dikast("restore", backup, "--replace", preexec_fn=limited)
    assert done.returncode == 1 and "(restore.unwritable) Hint: Free some room" in done.stderr
    assert files(platform.data) == before and platform.inside("look") == there


def test_nothing_is_overwritten_and_nothing_is_no_platform(platform: Platform, tmp_path: Path) -> None:
    (tmp_path / "one.tar").write_bytes(b"mine")
    for out in (tmp_path / "one.tar", tmp_path):
        done = platform.dikast("backup", out)
        assert done.returncode == 1 and "(backup.exists)" in done.stderr
    assert (tmp_path / "one.tar").read_bytes() == b"mine"
    done = platform.dikast("backup", tmp_path / "nowhere" / "one.tar")
    assert done.returncode == 1 and "(backup.unwritable)" in done.stderr


def test_where_no_platform_is_nothing_is_saved(new: Callable[[str], Platform], tmp_path: Path) -> None:
    done = new("empty").dikast("backup", tmp_path / "one.tar")
    assert done.returncode == 1 and "(backup.nothing)" in done.stderr and not (tmp_path / "one.tar").exists()


@pytest.mark.parametrize(
    ("said", "code"), [("", "backup.no-program"), ("pg_dump (PostgreSQL) 14.9 (Debian 14.9-1)", "backup.old-program")]
)
def test_a_missing_or_old_program_is_told_with_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, code: str
) -> None:
    if said:
        (tmp_path / "pg_dump").write_text(f"#!/bin/sh\necho '{said}'\n")
        (tmp_path / "pg_dump").chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match="apt-get install postgresql-client-15") as caught:
        postgres._program("pg_dump", 15)
    assert caught.value.problems[0].code == code


def test_a_server_that_is_not_there_is_told_at_once(tmp_path: Path) -> None:
    away = Platform(tmp_path / "data", "postgresql://nobody:secret@127.0.0.1:9/none")
    done = away.dikast("backup", tmp_path / "one.tar")
    assert done.returncode == 1 and "(backup.no-database)" in done.stderr and "secret" not in done.stderr


def test_a_case_that_does_not_hold_is_told() -> None:
    case = EXAMPLE.read_text("utf-8")
    assert checking.wrong(case) == ""
    assert "verify." in checking.wrong(case.replace("tip", "top", 1))


def test_a_copy_of_what_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.sqlite3").write_bytes(b"no database" * 1000)
    with pytest.raises(InputError, match=r"backup\.unreadable"):
        sqlite_files.copy(tmp_path / "x.sqlite3", tmp_path / "y.sqlite3")
