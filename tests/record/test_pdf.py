"""The PDF: tagged, with its language, readable as text, set in our own typefaces, and the same every time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any

import pytest
import sealed_cases
from pypdf import PdfReader

from dikast.core.problems import InputError
from dikast.record.exporters.pdf import pdf


@cache
def made() -> bytes:
    return pdf(sealed_cases.graph_case(), address="https://dikast.example/d/buses")


def text(reader: PdfReader) -> str:
    return " ".join(" ".join(page.extract_text().split()) for page in reader.pages)


def faces(reader: PdfReader) -> set[str]:
    """Return the names of the typefaces, all of which must be inside."""
    names = set()
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            assert "/FontFile2" in inner["/FontDescriptor"].get_object()
            names.add(inner["/BaseFont"].partition("+")[2])
    return names


def tags(node: Any) -> Iterator[str]:
    """Yield the kinds of a document's parts, in reading order."""
    if "/S" in node:
        yield node["/S"]
    below = node.get("/K", [])
    for child in below if isinstance(below, list) else [below]:
        inner = child.get_object() if hasattr(child, "get_object") else child
        if isinstance(inner, dict):
            yield from tags(inner)


def test_it_is_tagged_with_its_language_and_title() -> None:
    reader = PdfReader(BytesIO(made()))
    root = reader.root_object
    assert root["/MarkInfo"]["/Marked"] and root["/Lang"] == "en"  # type: ignore[index]
    assert reader.metadata is not None and reader.metadata.title == "Buses should be free: ruling"
    kinds = list(tags(root["/StructTreeRoot"]))
    assert kinds.index("/H1") < kinds.index("/H2") < kinds.index("/Table")
    assert {"/TH", "/TD", "/BlockQuote", "/Figure"} <= set(kinds)


def test_its_words_can_be_taken_out_in_the_order_of_reading() -> None:
    reader = PdfReader(BytesIO(made()))
    said = text(reader)
    order = (
        "Buses should be free",
        "is ahead",
        "The flow",
        "Momentum",
        "The ledger",
        "The speeches",
        "Method and record",
    )
    assert [said.index(words) for words in order] == sorted(said.index(words) for words in order)
    seal = sealed_cases.graph_case()["seal"]
    for page in reader.pages:
        foot = page.extract_text()
        assert "https://dikast.example/d/buses" in foot and seal in foot
    assert reader.pages[0].mediabox.width == pytest.approx(595.28, abs=0.1)


def test_it_holds_its_typefaces_and_they_are_ours() -> None:
    assert faces(PdfReader(BytesIO(made()))) == {"Charis-SIL", "Charis-SIL-Bold", "Inter", "Inter-Bold"}


def test_the_same_case_gives_the_same_bytes() -> None:
    assert pdf(sealed_cases.graph_case(), address="https://dikast.example/d/buses") == made()


def test_an_arabic_case_names_its_language_and_is_set_in_arabic_type() -> None:
    case = sealed_cases.rubric_case() | {"lang": "ar", "motion": "ينبغي أن تكون الحافلات مجانية"}
    reader = PdfReader(BytesIO(pdf(case)))
    assert reader.root_object["/Lang"] == "ar"
    assert "Noto-Naskh-Arabic-Bold" in faces(reader)


def test_a_missing_package_is_said_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(InputError, match=r"dikast\[web\]"):
        pdf(sealed_cases.graph_case())
