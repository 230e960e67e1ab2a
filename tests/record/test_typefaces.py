"""The typefaces are there, licensed, small, and each named by the style sheet that pages load."""

from __future__ import annotations

import re
from importlib.resources import files

from dikast.record.exporters import typefaces

FOLDER = files("dikast.record.exporters").joinpath("fonts")
FAMILIES = {"charis-sil", "inter", "noto-naskh-arabic", "noto-sans-arabic"}


def test_the_style_sheet_names_every_file_and_no_other() -> None:
    named = re.findall(r"url\(([^)]+)\)", typefaces.faces())
    assert sorted(named) == list(typefaces.names())
    assert {re.sub(r"(-latin(-ext)?)?-[47]00\.woff2", "", name) for name in named} == FAMILIES


def test_an_arabic_file_loads_for_arabic_alone() -> None:
    blocks = re.findall(r"@font-face\{(.*?)\}", typefaces.faces(), re.DOTALL)
    for block in blocks:
        ranges = block.partition("unicode-range:")[2]
        assert ("U+0600-06FF" in ranges) == ("Arabic" in block)
        assert ("Arabic" in block) != ("U+0000-00FF" in ranges or "U+0100" in ranges)


def test_each_family_has_its_licence_and_version_beside_it() -> None:
    versions = FOLDER.joinpath("versions.txt").read_text("utf-8")
    for family in FAMILIES:
        assert "SIL OPEN FONT LICENSE Version 1.1" in FOLDER.joinpath(f"{family}.license.txt").read_text("utf-8")
        assert re.search(rf"\d\.\d+ +@fontsource/{family} \d+\.\d+\.\d+ +{family}\.license\.txt", versions)


def test_all_together_they_are_small() -> None:
    assert sum(len(FOLDER.joinpath(name).read_bytes()) for name in typefaces.names()) < 700_000
