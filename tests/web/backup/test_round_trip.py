"""What was on the record when a backup began is there after the restore, and goes on as if nothing had been."""

from __future__ import annotations

import json
import sqlite3
import tarfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from apart import Platform

from dikast.web import hold


def manifest(backup: Path) -> dict[str, object]:
    with tarfile.open(backup) as tar:
        inside = tar.extractfile("manifest.json")
        assert inside is not None
        return dict(json.load(inside))


def replies(platform: Platform) -> int:
    if platform.database:
        return int(platform.sql("SELECT count(*) FROM dikast_calls.replies")[0][0])
    with closing(sqlite3.connect(platform.data / "calls.sqlite3")) as ledger:
        return int(ledger.execute("SELECT count(*) FROM replies").fetchone()[0])


def test_a_platform_comes_back_row_for_row(platform: Platform, new: Callable[[str], Platform], tmp_path: Path) -> None:
    (platform.data / "mail").mkdir()
    for n in range(2):
        (platform.data / "mail" / f"2026010{n}-120000-7.log").write_text(f"Mail {n}\n")
    for name in ("papers", "static", "models"):
        (platform.data / name).mkdir(exist_ok=True)
        (platform.data / name / "made").write_bytes(b"anew")
    (platform.data / "jobs.sqlite3").write_bytes(b"of the job engine")
    made = platform.dikast("backup", tmp_path / "one.tar")
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith(f"{tmp_path / 'one.tar'}: 4 debates, 3 posts, 5 judgings, 0 answers of models; ")
    assert (tmp_path / "one.tar").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.is_file() or path.name.startswith(".")] == ["one.tar"]
    other = new("new")
    done = other.dikast("restore", tmp_path / "one.tar")
    assert done.returncode == 0, done.stderr
    assert "database debates_post: 3\n" in done.stdout
    assert "4 cases verified, 0 do not hold; 0 judgings go on at once.\n" in done.stdout
    assert other.inside("look") == platform.inside("look")
    assert (other.data / "secret-key").read_bytes() == (platform.data / "secret-key").read_bytes()
    assert (other.data / "secret-key").stat().st_mode & 0o777 == 0o600
    (mail,) = (other.data / "mail").iterdir()
    assert mail.read_text() == "Mail 0\nMail 1\n"
    assert {path.name for path in other.data.iterdir()} <= {
        "dikast.sqlite3", "dikast.sqlite3-line", "secret-key", "mail", hold.NAME,
    }  # fmt: skip


def test_every_post_that_was_acknowledged_before_a_backup_is_in_it(
    platform: Platform, new: Callable[[str], Platform], tmp_path: Path
) -> None:
    writers = [platform.start("write", name) for name in ("left", "right")]
    try:
        before = set()
        for writer in writers:
            assert writer.stdout is not None
            before |= {writer.stdout.readline().strip() for _ in range(30)}
        made = platform.dikast("backup", tmp_path / "one.tar")
    finally:
        for writer in writers:
            writer.kill()
    after = before | {line.strip() for writer in writers for line in writer.communicate()[0].splitlines()}
    assert made.returncode == 0, made.stderr
    other = new("new")
    done = other.dikast("restore", tmp_path / "one.tar")
    assert done.returncode == 0 and ", 0 do not hold" in done.stdout, done.stderr
    there = other.inside("look")
    assert len(before) == 60 and before <= set(there["marks"]) and there["gaps"] == []
    # Writers went on: the backup is of one instant in between, of everything at once.
    assert len(after) > len(set(there["marks"]) & after)
    counted = manifest(tmp_path / "one.tar")["rows"]
    assert isinstance(counted, dict) and counted["database"]["debates_post"] == len(there["marks"])
    assert {table: len(rows) for table, rows in there["tables"].items()} == counted["database"]


def test_an_unfinished_judging_goes_on_and_asks_nothing_that_the_ledger_held(
    platform: Platform, new: Callable[[str], Platform], tmp_path: Path
) -> None:
    platform.start("judge", 4).communicate()
    known = replies(platform)
    assert known > 0 and platform.inside("look")["held"] == 1
    assert platform.dikast("backup", tmp_path / "one.tar").returncode == 0
    other = new("new")
    done = other.dikast("restore", tmp_path / "one.tar")
    assert "calls replies: 4\n" in done.stdout and "; 1 judgings go on at once." in done.stdout, done.stderr
    assert other.inside("look")["held"] == 0 and replies(other) == known
    went_on = other.inside("judge", 1000)
    assert went_on["ruled"] and went_on["asked"] > 0
    assert went_on["asked"] + known == replies(other)


def test_an_older_backup_is_brought_to_todays_tables(new: Callable[[str], Platform], tmp_path: Path) -> None:
    old, other = new("old"), new("new")
    old.inside("fill")
    old.inside("migrate", "debates", "0003")
    assert old.dikast("backup", tmp_path / "one.tar").returncode == 0
    counted = manifest(tmp_path / "one.tar")["rows"]
    assert isinstance(counted, dict) and "debates_words" not in counted["database"]
    done = other.dikast("restore", tmp_path / "one.tar")
    assert done.returncode == 0, done.stderr
    assert "debates_words" in other.inside("look")["tables"]


@pytest.mark.parametrize("later", ["", "CREATE TABLE debates_later (debate bigint REFERENCES debates_debate)"])
def test_what_was_there_is_kept_aside_or_goes_in_one_step(platform: Platform, tmp_path: Path, later: str) -> None:
    """On PostgreSQL tables of a later version and the job engine's go too; SQLite's file is kept whole."""
    assert platform.dikast("backup", tmp_path / "one.tar").returncode == 0
    writer = platform.start("write", "lost")
    assert writer.stdout is not None
    lost = {writer.stdout.readline().strip() for _ in range(5)}
    writer.kill()
    writer.communicate()
    if platform.database and later:
        platform.sql(later)
        platform.sql("CREATE SCHEMA dbos; CREATE TABLE dbos.jobs (id int)")
    (platform.data / "jobs.sqlite3").write_bytes(b"about rows that go")
    refused = platform.dikast("restore", tmp_path / "one.tar")
    assert refused.returncode == 1 and "(restore.not-empty)" in refused.stderr and "--replace" in refused.stderr
    assert lost <= set(platform.inside("look")["marks"])
    done = platform.dikast("restore", tmp_path / "one.tar", "--replace")
    assert done.returncode == 0, done.stderr
    assert not lost & set(platform.inside("look")["marks"]) and not (platform.data / "jobs.sqlite3").exists()
    if platform.database:
        assert platform.sql("SELECT 1 FROM pg_namespace WHERE nspname = 'dbos'") == []
        assert "debates_later" not in platform.inside("look")["tables"]
    else:
        (kept,) = platform.data.glob("dikast.sqlite3.before-*")
        kept.rename(platform.data / "dikast.sqlite3")
        assert lost <= set(platform.inside("look")["marks"]) and f"Kept from before: {kept}" in done.stdout
