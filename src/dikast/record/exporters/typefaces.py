"""The typefaces of `fonts/` for programs that draw text themselves and know no WOFF2. Must not know what is written.

Needs fontTools and Brotli, which come with the platform's extra.
"""

from __future__ import annotations

import atexit
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Final

_FOLDER: Final = files("dikast.record.exporters").joinpath("fonts")


@cache
def names() -> tuple[str, ...]:
    """Return the files of our typefaces, in the order of their names."""
    return tuple(sorted(one.name for one in _FOLDER.iterdir() if one.name.endswith(".woff2")))


def faces() -> str:
    """Return the style sheet that names each file with its family, weight and letters."""
    return _FOLDER.joinpath("fonts.css").read_text(encoding="utf-8")


@cache
def opened(name: str) -> bytes:
    """Return the typeface file `name`, one of `names`, as TrueType; kept once made."""
    from fontTools.ttLib import woff2

    out = BytesIO()
    woff2.decompress(BytesIO(_FOLDER.joinpath(name).read_bytes()), out)
    return out.getvalue()


@cache
def folder() -> Path:
    """Return an empty folder for typeface files that lasts as long as this process."""
    made = Path(mkdtemp(prefix="dikast-typefaces-"))
    atexit.register(rmtree, made, ignore_errors=True)
    return made
