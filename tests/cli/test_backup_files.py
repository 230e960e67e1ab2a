"""`dikast restore` looks at its file before anything else, and both commands tell what they need."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import Run


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read: No such file or directory (backup.unreadable) Hint: Check the path"),
        (b"a debate", "is no backup of Dikast: it is too short (backup.foreign) Hint: Name a file that"),
        (b"\x1f\x8b" * 1000, "is no backup of Dikast: it does not begin as one (backup.foreign)"),
    ],
)
def test_a_file_that_is_no_backup_is_refused_and_nothing_is_made(
    dikast: Run, tmp_path: Path, content: bytes | None, message: str
) -> None:
    if content is not None:
        Path("one.tar").write_bytes(content)
    ran = dikast("restore", "one.tar")
    assert ran.status == 1 and ran.out == "" and ran.err.startswith(f"dikast restore: one.tar: {message}")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_command_without_a_file_is_wrong_usage(dikast: Run, command: str) -> None:
    assert dikast(command).status == 2
