"""The contrast of the page's colours, computed from the tokens, is the table that the design promises."""

from __future__ import annotations

import re
from importlib.resources import files
from math import floor

import pytest

from dikast.record.exporters.palette import DARK, LIGHT, css

#: Token, ratio on paper, ratio on panel, in light and dark; cut, not rounded.
TABLE = (
    ("ink", 16.98, 15.43, 14.82, 13.21),
    ("ink-2", 7.62, 6.92, 7.92, 7.06),
    ("control", 4.42, 4.02, 5.33, 4.75),
    ("hairline", 1.42, None, 1.61, None),
    ("a", 7.77, 7.06, 8.46, 7.54),
    ("b", 5.86, 5.32, 8.65, 7.71),
    ("held", 6.81, 6.19, 9.23, 8.22),
    ("dented", 6.35, 5.77, 9.97, 8.88),
    ("broke", 7.76, 7.05, 7.98, 7.11),
)


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _ratio(one: str, other: str) -> float:
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return floor((high + 0.05) / (low + 0.05) * 100) / 100


@pytest.mark.parametrize(("token", "light", "light_panel", "dark", "dark_panel"), TABLE)
def test_contrast_is_as_published(
    token: str, light: float, light_panel: float | None, dark: float, dark_panel: float | None
) -> None:
    assert _ratio(LIGHT[token], LIGHT["paper"]) == light
    assert _ratio(DARK[token], DARK["paper"]) == dark
    assert light_panel is None or _ratio(LIGHT[token], LIGHT["panel"]) == light_panel
    assert dark_panel is None or _ratio(DARK[token], DARK["panel"]) == dark_panel


def test_contrast_of_grounds_is_as_published() -> None:
    assert _ratio(LIGHT["ink"], LIGHT["mark"]) == 15.50 and _ratio(DARK["ink"], DARK["mark"]) == 8.54
    assert _ratio(LIGHT["b"], LIGHT["b-tint"]) == 5.20 and _ratio(DARK["b"], DARK["b-tint"]) == 7.06
    assert _ratio(LIGHT["focus"], LIGHT["ink"]) == 13.05 and _ratio(DARK["focus"], DARK["paper"]) == 13.45


def test_text_tokens_reach_the_ratio_of_ordinary_text_everywhere() -> None:
    for tokens in (LIGHT, DARK):
        for token in ("ink", "ink-2", "a", "b", "held", "dented", "broke"):
            assert _ratio(tokens[token], tokens["paper"]) >= 4.5 and _ratio(tokens[token], tokens["panel"]) >= 4.5


def test_the_style_sheet_uses_the_tokens_and_no_colour_of_its_own() -> None:
    sheet = files("dikast.record.exporters").joinpath("styles.css").read_text(encoding="utf-8")
    assert set(re.findall(r"#[0-9A-Fa-f]{3,8}\b", sheet)) <= {"#fff"}, "only the print ground is named"
    used = {name for name in re.findall(r"var\(--([a-z0-9-]+)", sheet)}
    defined = set(LIGHT) | set(re.findall(r"--([a-z0-9-]+):", sheet))
    assert used <= defined | {"columns", "at", "span", "row", "depth"}
    assert set(LIGHT) == set(DARK)
    assert css().count("#FFDD00") == 3


def test_only_logical_properties_are_used() -> None:
    sheet = files("dikast.record.exporters").joinpath("styles.css").read_text(encoding="utf-8")
    physical = re.findall(
        r"(?:margin|padding|border|inset)-(?:left|right|top|bottom)|[;{](?:left|right|top|bottom|float)\s*:", sheet
    )
    assert physical == []
