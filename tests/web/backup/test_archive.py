"""A backup's file is what was written, or is refused with what is wrong with it."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dikast.core.problems import InputError
from dikast.web.backup import archive
from dikast.web.backup.archive import CALLS, DATABASES, SECRET, Writer, check

DATABASE = b"a database " * 90
TOLD: dict[str, Any] = {
    "dikast": "0.1.0",
    "made_at": "2026-01-01T00:00:00+00:00",
    "database": "sqlite",
    "migrations": ["debates.0001_initial"],
    "rows": {"database": {"debates_debate": 3}, "calls": {"replies": 1}},
}


def written(told: dict[str, Any] = TOLD) -> bytes:
    file = io.BytesIO()
    writer = Writer(file)
    with writer.packed(DATABASES["sqlite"]) as member:
        member.write(DATABASE)
    with writer.packed(CALLS) as member:
        member.write(b"answers")
    writer.add(SECRET, b"s" * 67)
    writer.finish(told)
    return file.getvalue()


WHOLE = written()


def refusal(path: Path, data: bytes) -> str:
    """Return the code that `data` is refused with; the message names the file."""
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        check(path)
    (problem,) = caught.value.problems
    assert str(path) in problem.place and problem.hint
    return problem.code


def test_what_was_written_is_read(tmp_path: Path) -> None:
    (tmp_path / "b.tar").write_bytes(WHOLE)
    found = check(tmp_path / "b.tar")
    assert found.manifest | TOLD == found.manifest
    for name, content in ((DATABASES["sqlite"], DATABASE), (CALLS, b"answers"), (SECRET, b"s" * 67)):
        found.unpack(name, tmp_path / name)
        assert (tmp_path / name).read_bytes() == content and (tmp_path / name).stat().st_mode & 0o777 == 0o600


def test_any_program_that_reads_tar_reads_it() -> None:
    with tarfile.open(fileobj=io.BytesIO(WHOLE)) as tar:
        assert tar.getnames() == [DATABASES["sqlite"], CALLS, SECRET, "manifest.json", "manifest.json.sha256"]


def test_every_byte_counts(tmp_path: Path) -> None:
    """Some bit of each byte is turned, in heads, contents, fillings and the end."""
    codes = set()
    for place in range(len(WHOLE)):
        data = bytearray(WHOLE)
        data[place] ^= 1 << place % 8
        codes.add(refusal(tmp_path / "b.tar", bytes(data)))
    assert codes == {"backup.changed", "backup.foreign"}


@pytest.mark.parametrize(
    "size", [0, 1, 511, 512, 513, 1024, 1500, *(len(WHOLE) - left for left in (1, 512, 1024, 1600))]
)
def test_a_file_that_is_cut_off_is_told_so(tmp_path: Path, size: int) -> None:
    assert refusal(tmp_path / "b.tar", WHOLE[:size]) == ("backup.truncated" if size >= 512 else "backup.foreign")


def test_damage_is_told_with_its_member(tmp_path: Path) -> None:
    place = WHOLE.index(b"s" * 67)
    (tmp_path / "b.tar").write_bytes(WHOLE[:place] + b"t" + WHOLE[place + 1 :])
    with pytest.raises(InputError, match=r"b\.tar: secret-key: its SHA-256 is \w+, but the manifest says"):
        check(tmp_path / "b.tar")


@given(st.binary(max_size=3000))
def test_anything_else_is_no_backup(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    assert refusal(tmp_path_factory.getbasetemp() / "b.tar", data) == "backup.foreign"


@pytest.mark.parametrize("name", ["../../evil", "/etc/evil", "evil", "./secret-key"])
def test_a_member_that_no_backup_holds_is_refused(tmp_path: Path, name: str) -> None:
    for data in (WHOLE[: WHOLE.index(b"manifest.json")], b""):
        file = io.BytesIO()
        with tarfile.open(fileobj=file, mode="w", format=tarfile.GNU_FORMAT) as tar:
            tar.addfile(tarfile.TarInfo(name), io.BytesIO())
        code = refusal(tmp_path / "b.tar", data + file.getvalue())
        assert code == ("backup.changed" if data else "backup.foreign")


def broken(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    told: dict[str, Any] = {**TOLD, "rows": {"database": dict(TOLD["rows"]["database"])}}
    change(told)
    return told


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told.pop("rows"),
        lambda told: told.pop("dikast"),
        lambda told: told.update(database="postgresql"),
        lambda told: told.update(database="mysql"),
        lambda told: told.update(migrations=[1]),
        lambda told: told["rows"]["database"].update({'x"; DROP TABLE debates_debate; --': 1}),
        lambda told: told["rows"]["database"].update(debates_debate="1"),
        lambda told: told["rows"]["database"].update(debates_debate=True),
    ],
)
def test_a_manifest_that_is_none_of_ours_is_refused(tmp_path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    assert refusal(tmp_path / "b.tar", written(broken(change))) == "backup.foreign"


def test_a_member_that_is_not_packed_is_refused(tmp_path: Path) -> None:
    for content in (b"a database", b"\x1f\x8b\x08" + bytes(20)):
        file = io.BytesIO()
        writer = Writer(file)
        writer.add(DATABASES["sqlite"], content)
        writer.finish(TOLD)
        (tmp_path / "b.tar").write_bytes(file.getvalue())
        with pytest.raises(InputError, match=r"is not packed .*backup\.foreign"):
            check(tmp_path / "b.tar").unpack(DATABASES["sqlite"], tmp_path / f"out{len(content)}")


def test_a_later_form_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "FORM", 2)
    later = written()
    monkeypatch.undo()
    assert refusal(tmp_path / "b.tar", later) == "backup.form"


def test_a_file_that_cannot_be_read_is_told_so(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(InputError, match=r"cannot be read: .*backup\.unreadable"):
            check(path)
