"""The page's colours: one table for the light and one for the dark scheme. Must not know what is coloured.

Every colour of the page comes from here (a test measures the contrast of each), as CSS custom properties.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LIGHT: Mapping[str, str] = MappingProxyType(
    {
        "paper": "#FCFBF8",
        "panel": "#F3F0E8",
        "ink": "#1A1916",
        "ink-2": "#55514A",
        "control": "#7A756B",
        "hairline": "#D9D4C7",
        "a": "#1D4E9A",
        "b": "#A3470A",
        "held": "#0A6458",
        "dented": "#735A00",
        "broke": "#9A1750",
        "mark": "#FFF1B8",
        "b-tint": "#FBEBDD",
        "focus": "#FFDD00",
    }
)

DARK: Mapping[str, str] = MappingProxyType(
    {
        "paper": "#14161A",
        "panel": "#1E2126",
        "ink": "#ECE8E0",
        "ink-2": "#B0ABA1",
        "control": "#8F8B82",
        "hairline": "#383B41",
        "a": "#8DB2F5",
        "b": "#F2A15F",
        "held": "#5FCBB6",
        "dented": "#DDBE52",
        "broke": "#F48CB4",
        "mark": "#4A3F12",
        "b-tint": "#37240F",
        "focus": "#FFDD00",
    }
)


def _block(selector: str, scheme: str, tokens: Mapping[str, str]) -> str:
    values = "".join(f"--{name}:{value};" for name, value in tokens.items())
    return f"{selector}{{color-scheme:{scheme};{values}}}\n"


def css() -> str:
    """Return the token rules: the reader's system decides, the page's own choice wins, paper is always light.

    The choice is a radio button of the page, so that it works without a script; a page that stores the choice
    can set ``data-scheme`` on the root instead.
    """
    dark = "{}:root:has(#scheme-dark:checked),:root[data-scheme=dark]"
    return (
        _block(":root", "light", LIGHT)
        + "@media screen and (prefers-color-scheme:dark){"
        + _block(":root:not(:has(#scheme-light:checked)):not([data-scheme=light])", "dark", DARK)
        + "}\n@media screen{"
        + _block(dark.format(""), "dark", DARK)
        + "}\n"
    )
