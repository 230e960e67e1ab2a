"""The file that a backup is: a tar with a few members of fixed names, last a manifest with the digest of each.

The file is read as strictly as it is written: every byte belongs to a member with a digest, or can be one thing only,
so that no change goes unseen. Members are looked up by name in a table; a name is never a path. A digest shows
change, not authorship: who can write the file can make its digests too. Must not know databases or Django.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import tarfile
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from dikast.core.problems import InputError, Problem

#: Version of the file's form.
FORM: Final = 1
DATABASES: Final = {"sqlite": "database.sqlite3.gz", "postgresql": "database.pgdump"}
CALLS, SECRET, MAIL = "calls.sqlite3.gz", "secret-key", "mail.log.gz"
_MANIFEST, _DIGEST = "manifest.json", "manifest.json.sha256"
_NAMES: Final = frozenset({*DATABASES.values(), CALLS, SECRET, MAIL, _MANIFEST, _DIGEST})
_BLOCK: Final = tarfile.BLOCKSIZE
_NOTHING: Final = bytes(_BLOCK)
_CHUNK: Final = 1 << 20
#: A manifest is some kB; more is none of ours, and is not read into memory.
_LARGEST_MANIFEST: Final = 1 << 22

Manifest: TypeAlias = dict[str, Any]


class _Member:
    """Takes what is written into a member, and its digest."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self.size, self.digest = file, 0, hashlib.sha256()

    def write(self, data: bytes) -> int:
        self._file.write(data)
        self.size += len(data)
        self.digest.update(data)
        return len(data)

    def flush(self) -> None:
        """Do nothing: the file is flushed once, at its end."""


class Writer:
    """Writes a backup into a file that can be sought in."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._members: dict[str, dict[str, Any]] = {}

    @contextmanager
    def member(self, name: str) -> Iterator[_Member]:
        """Give what the content of the next member can be written to, while the block lasts."""
        start = self._file.tell()
        self._file.write(_NOTHING)  # its size is known at its end
        made = _Member(self._file)
        yield made
        self._file.write(bytes(-made.size % _BLOCK))
        end = self._file.tell()
        self._file.seek(start)
        self._file.write(_head(name, made.size, int(time.time())))
        self._file.seek(end)
        self._members[name] = {"bytes": made.size, "sha256": made.digest.hexdigest()}

    def add(self, name: str, content: bytes) -> None:
        """Write a small member."""
        with self.member(name) as member:
            member.write(content)

    @contextmanager
    def packed(self, name: str) -> Iterator[gzip.GzipFile]:
        """Like `member`, for content that is to be compressed: cases become a tenth with the least effort."""
        with self.member(name) as member, gzip.GzipFile("", "wb", 1, member, 0) as inside:
            yield inside

    def finish(self, told: Manifest) -> Manifest:
        """Write the manifest, which is `told` and what the members are, and the end; return the manifest."""
        manifest = {"backup": FORM, **told, "members": dict(self._members)}
        text = json.dumps(manifest, indent=1, ensure_ascii=False).encode() + b"\n"
        self.add(_MANIFEST, text)
        self.add(_DIGEST, _digest_line(text))
        self._file.write(2 * _NOTHING)
        return manifest


def _head(name: str, size: int, at: float) -> bytes:
    info = tarfile.TarInfo(name)
    info.size, info.mtime, info.mode = size, at, 0o600
    return info.tobuf(tarfile.GNU_FORMAT)


def _digest_line(manifest: bytes) -> bytes:
    """Return what `sha256sum --check` reads."""
    return f"{hashlib.sha256(manifest).hexdigest()}  {_MANIFEST}\n".encode()


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was read to its end and holds.

    Attributes:
        path: the file.
        manifest: what it says of itself.
        places: where the content of each member lies in the file, and its size.
    """

    path: Path
    manifest: Manifest
    places: dict[str, tuple[int, int]]

    def unpack(self, name: str, target: Path) -> None:
        """Write the content of a member, unpacked, to the new file `target`, readable by its owner alone."""
        start, size = self.places[name]
        with self.path.open("rb") as file, new_file(target) as out:
            file.seek(start)
            part = _Part(file, size)
            if name.endswith(".gz"):
                try:
                    with gzip.GzipFile(fileobj=part, mode="rb") as inside:
                        shutil.copyfileobj(inside, out, _CHUNK)
                except (gzip.BadGzipFile, EOFError, zlib.error) as error:  # with its digest right, it is no accident
                    message, hint = f"is not packed as Dikast packs: {error}", "Use a backup that nobody has edited."
                    raise _refused("backup.foreign", f"{self.path}: {name}", message, hint) from error
            else:
                shutil.copyfileobj(part, out, _CHUNK)
            out.flush()
            os.fsync(out.fileno())


class _Part:
    """Reads a file as if it ended with the member that it stands in."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file, self._left = file, size

    def read(self, most: int = -1) -> bytes:
        data = self._file.read(self._left if most < 0 else min(most, self._left))
        self._left -= len(data)
        return data

    def seek(self, place: int, whence: int = 0) -> int:
        """Refuse: the compressed is read once, forward."""
        raise NotImplementedError


def new_file(path: Path) -> IO[bytes]:
    """Open a new file that its owner alone may read."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb")


def check(path: Path) -> Backup:
    """Read a backup to its end and return it.

    Raises:
        InputError: it cannot be read (``backup.unreadable``), is none (``backup.foreign``), of a later form
            (``backup.form``), cut off (``backup.truncated``), or not what it was (``backup.changed``).
    """
    try:
        with path.open("rb") as file:
            return _Reading(path, file).backup()
    except OSError as error:
        hint = "Check the path and its permissions."
        raise _refused("backup.unreadable", str(path), f"cannot be read: {error.strerror or error}", hint) from error


class _Reading:
    """One reading of a file."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self.path, self.file = path, file
        self.places: dict[str, tuple[int, int]] = {}
        self.digests: dict[str, str] = {}
        self.kept: dict[str, bytes] = {}

    def backup(self) -> Backup:
        while (block := self._block()) != _NOTHING:
            name, size = self._head(block)
            self.places[name] = (self.file.tell(), size)
            self._content(name, size)
        if self._block() != _NOTHING or self.file.read(1):
            raise self._changed("after the last member", "something stands there that is no part of a backup")
        return Backup(self.path, self._manifest(), self.places)

    def _block(self) -> bytes:
        block = self.file.read(_BLOCK)
        if len(block) < _BLOCK:
            if not self.places:
                raise self._foreign("is too short")
            raise self._truncated(f"after {list(self.places)[-1]}", f"the file ends at byte {self.file.tell()}")
        return block

    def _head(self, block: bytes) -> tuple[str, int]:
        at = self.file.tell() - _BLOCK
        try:
            info = tarfile.TarInfo.frombuf(block, "utf-8", "strict")
            ours = info.size >= 0 and _head(info.name, info.size, info.mtime) == block
        except (tarfile.HeaderError, ValueError):
            info, ours = None, False
        if info is None or not ours or info.name not in _NAMES:
            if not self.places:
                raise self._foreign("does not begin as one")
            what = (
                f"names a member {info.name!r}, which no backup holds" if ours and info else "is not what was written"
            )
            raise self._changed(f"byte {at}", f"the head after {list(self.places)[-1]} {what}")
        if info.name in self.places:
            raise self._changed(f"byte {at}", f"the member {info.name} stands there a second time")
        return info.name, info.size

    def _content(self, name: str, size: int) -> None:
        digest, left, kept = hashlib.sha256(), size, b""
        while left:
            chunk = self.file.read(min(left, _CHUNK))
            if not chunk:
                raise self._truncated(name, f"the file ends after {size - left} of its {size} bytes")
            digest.update(chunk)
            if name in (_MANIFEST, _DIGEST) and size <= _LARGEST_MANIFEST:
                kept += chunk
            left -= len(chunk)
        filling = self.file.read(-size % _BLOCK)
        if len(filling) < -size % _BLOCK:
            raise self._truncated(name, "the file ends right after it")
        if any(filling):
            raise self._changed(name, "what fills its last block is not empty")
        self.digests[name], self.kept[name] = digest.hexdigest(), kept

    def _manifest(self) -> Manifest:
        for name in (_MANIFEST, _DIGEST):
            if name not in self.places:
                raise self._truncated(name, "the file does not hold it")
        text = self.kept[_MANIFEST]
        if self.kept[_DIGEST] != _digest_line(text):
            raise self._changed(_MANIFEST, f"its SHA-256 is not the one in {_DIGEST}")
        try:
            manifest = json.loads(text)
            form = manifest["backup"]
            if form == FORM:
                _read(manifest)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise self._foreign("has a manifest that is not one of Dikast's") from error
        if form != FORM:
            message = f"has the form {form!r}, and this Dikast reads form {FORM}"
            raise _refused(
                "backup.form", str(self.path), message, "Restore it with the Dikast that made it, or a later one."
            )
        members = manifest["members"]
        if members.keys() != self.places.keys() - {_MANIFEST, _DIGEST}:
            odd = ", ".join(sorted(members.keys() ^ (self.places.keys() - {_MANIFEST, _DIGEST})))
            raise self._changed(odd, "file and manifest do not hold the same members")
        for name, told in members.items():
            if told["sha256"] != self.digests[name]:
                raise self._changed(
                    name, f"its SHA-256 is {self.digests[name]}, but the manifest says {told['sha256']}"
                )
        return dict(manifest)

    def _foreign(self, why: str) -> InputError:
        hint = "Name a file that `dikast backup` made."
        return _refused("backup.foreign", str(self.path), f"is no backup of Dikast: it {why}", hint)

    def _changed(self, where: str, what: str) -> InputError:
        place = f"{self.path}: {where}"
        return _refused("backup.changed", place, f"{what}: the file was changed or damaged", "Use another copy of it.")

    def _truncated(self, where: str, what: str) -> InputError:
        place = f"{self.path}: {where}"
        return _refused(
            "backup.truncated", place, f"{what}: the file is cut off", "Copy it again, or use another copy."
        )


def _read(manifest: Manifest) -> None:
    """Raise one of Python's errors where a manifest lacks what a restore goes by, or has a name that is none."""
    database, members = manifest["database"], manifest["members"]
    if DATABASES[database] not in members:
        raise ValueError(database)
    if not all(isinstance(text, str) for text in (manifest["dikast"], manifest["made_at"], *manifest["migrations"])):
        raise TypeError
    for table, number in (*manifest["rows"]["database"].items(), *manifest["rows"].get("calls", {}).items()):
        # The names go into statements.
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,62}", table) or type(number) is not int:
            raise ValueError(table)
    for told in members.values():
        if not isinstance(told["sha256"], str):
            raise TypeError


def _refused(code: str, place: str, message: str, hint: str) -> InputError:
    return InputError(Problem(code, place, message, hint))


def pack(source: Path, into: IO[bytes] | gzip.GzipFile) -> None:
    """Copy a file."""
    with source.open("rb") as file:
        shutil.copyfileobj(file, into, _CHUNK)
