"""The picture of a ruling: its size, what it says, and that nothing leaves its margins whatever a debate is called."""

from __future__ import annotations

import json
import re
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import sealed_cases
from PIL import Image

from dikast.core.problems import InputError
from dikast.record.exporters import lettering, share
from dikast.record.exporters.palette import LIGHT

ARABIC = Path(__file__).parents[2] / "examples" / "medicine-in-arabic-ar.graph.case.json"
HOSTILE = (
    "W" * 900,
    "This house would require every municipal authority to publish its ledger, quarterly, in full, " * 6,
    "Z\u0310\u0311\u0312\u0313\u0314" * 100,
    "\u202eevil\u2066\u200b\x00\x1b[31m \ud800 <b>&amp;</b> ]]> {{7*7}}",
    "\N{GRINNING FACE}" * 80,
    "中" * 200,
    "ينبغي أن يُدرَّس الطب (ABC 12) باللغة العربية " * 12,
    "\ufdfd" * 40,
)


def words(case: dict[str, Any], tongue: str = "en") -> str:
    """Return what the drawing says, its lines parted by bars."""
    lines = re.findall(r"<text[^>]*>(.*?)</text>", share.drawing(case, tongue))
    return "|".join(unescape(re.sub(r"<[^>]*>|[\u202a-\u202c]", "", line)) for line in lines)


def ruled(**ruling: Any) -> dict[str, Any]:
    case = sealed_cases.graph_case()
    case["rulings"][-1] |= ruling
    return case


def test_the_picture_is_a_png_of_the_size_that_is_shared_and_always_the_same() -> None:
    made = share.png(sealed_cases.graph_case())
    assert Image.open(BytesIO(made)).size == (share.WIDTH, share.HEIGHT)
    assert made == share.png(sealed_cases.graph_case())


def test_it_says_motion_sides_shares_finding_and_method() -> None:
    said = words(ruled(totals={"A": 60, "B": 40}, scoreline={"A": 60, "B": 40}, winner="A", call="stable"))
    assert said == (
        "Dikast|Buses should be free|Riders|60|Payers|40|Riders is ahead, 60–40|Checked line by line · graph/1"
    )


def test_close_drawn_empty_and_unjudged_look_unlike_a_result() -> None:
    ahead = share.drawing(ruled(totals={"A": 60, "B": 40}, scoreline={"A": 60, "B": 40}, winner="A", call="stable"))
    close = share.drawing(ruled(totals={"A": 52, "B": 48}, scoreline={"A": 52, "B": 48}, call="too_close"))
    assert "url(#hatch)" in ahead and "url(#hatch)" not in close
    assert f'font-weight="700" fill="{LIGHT["ink"]}" text-anchor="start">\u202a<tspan font-family="charis' in close
    unjudged = sealed_cases.graph_case() | {"rulings": []}
    assert words(unjudged) == ("Dikast|Buses should be free|Riders|Payers|Not judged: needs a person|graph/1")
    assert "No points" not in words(unjudged)


def test_arabic_is_drawn_in_arabic_type_from_the_right() -> None:
    drawing = share.drawing(json.loads(ARABIC.read_bytes()))
    motion = next(line for line in drawing.splitlines() if "noto-naskh-arabic-700" in line)
    assert 'text-anchor="end"' in motion and f'x="{share.WIDTH - 64}"' in motion and "\u202b" in motion
    assert lettering.SYSTEM not in drawing


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_leaves_the_margins(text: str) -> None:
    case = sealed_cases.graph_case()
    case["motion"] = case["sides"]["A"]["name"] = case["sides"]["B"]["name"] = text
    image = Image.open(BytesIO(share.png(case))).convert("RGB")
    paper = Image.new("RGB", (1, 1), LIGHT["paper"]).getpixel((0, 0))
    width, height = image.size
    for box in ((0, 0, 50, height), (width - 50, 0, width, height), (0, height - 30, width, height)):
        assert image.crop(box).getcolors() == [((box[2] - box[0]) * (box[3] - box[1]), paper)]


def test_lines_are_no_wider_than_their_room_and_no_more_than_asked() -> None:
    long = "one " * 100 + "x" * 300
    for most in (1, 2, 3):
        lines = lettering.broken(long, lettering.SERIF, 50, 600, most)
        assert len(lines) == most and lines[-1].endswith("…")
        assert all(lettering.width(line, lettering.SERIF, 50) <= 600 for line in lines)
    assert lettering.broken("one two", lettering.SERIF, 50, 600, 3) == ["one two"]
    assert lettering.broken("", lettering.SERIF, 50, 600, 3) == []


def test_a_missing_package_is_said_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(InputError, match=r"dikast\[web\]"):
        share.png(sealed_cases.graph_case())
