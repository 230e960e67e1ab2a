"""A golden case: a folder with a case, the ruling it must bring, and a note of who fixed the answer and how.

Must not know the rules of a method: the expected answers were worked out by hand.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from dikast.record import case, derive

HERE = Path(__file__).parent
FOLDERS = tuple(sorted(path.parent for path in HERE.glob("*/case.json")))

#: The fields of a ledger line that the case format names; a ruling's line may hold more.
LINE = ("side", "rule", "move", "post", "amount")


def expected(folder: Path) -> dict[str, Any]:
    """Return the ruling that `folder` fixes, in the fields that the case format names."""
    ruling: dict[str, Any] = json.loads((folder / "expected.json").read_bytes())
    return ruling


def derived(folder: Path) -> dict[str, Any]:
    """Return what the code makes of the case in `folder`, cut to the fields that its expected ruling names."""
    source = folder / "case.json"
    ruling = derive.ruling(case.read(source.read_bytes(), str(source.relative_to(HERE))))
    cut = {field: ruling[field] for field in expected(folder) if field in ruling}
    cut["ledger"] = [{field: line[field] for field in LINE if field in line} for line in ruling["ledger"]]
    return cut


def text(ruling: dict[str, Any]) -> str:
    """Return a ruling as it stands in ``expected.json``."""
    return json.dumps(ruling, ensure_ascii=False, indent=1) + "\n"
