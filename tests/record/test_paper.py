"""The paper: every line of the ledger open, rows of the flow whole, and strangers' words never markup or style."""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from dikast.record.exporters import paper as papers
from dikast.record.exporters.flow import flow
from dikast.record.exporters.paper import cells, paper
from dikast.record.exporters.paper_words import WORDS
from dikast.record.exporters.source import Source

sys.path.insert(0, str(Path(__file__).parents[1] / "plain"))
import html_cases

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.case.json"))
NAUGHTY = (
    "<script>alert(1)</script>",
    "</style><img src=https://evil.example/x onerror=alert(1)>",
    'x" style="position:fixed" class="',
    "}@page{content:url(https://evil.example)}",
    "\u202eevil\u2066\u200b\x00\x1b[31m\ud800",
    "{{7*7}}{% raw %}{0.__class__}",
    "<!-- ]]> &lt;b&gt;",
)


class Watch(HTMLParser):
    """Collects tags, attributes and links of a paper."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_comment(self, data: str) -> None:
        self.tags.add("!--")


def watched(text: str) -> Watch:
    watch = Watch()
    watch.feed(text)
    watch.close()
    return watch


FREE = {"motion", "name", "speaker", "role", "text", "gist", "quote", "because", "reason", "reply", "model", "judge"}
FREE |= {"format", "seal", "fingerprint", "A", "B", "logic"}


def filled(value: Any, words: str) -> Any:
    """Return `value` with `words` after every string that people or models write freely."""
    if isinstance(value, dict):
        return {
            key: inner + words if key in FREE and isinstance(inner, str) else filled(inner, words)
            for key, inner in value.items()
        }
    return [filled(one, words) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name.removesuffix(".case.json"))
def test_every_line_of_the_ledger_stands_open_with_its_points(path: Path) -> None:
    document = json.loads(path.read_bytes())
    text = paper(document, "en")
    ledger = document["rulings"][-1]["ledger"]
    assert text.count('<tr class="line">') == text.count('<tr class="opened">') == len(ledger)
    assert "<details" not in text and "href=" not in text
    assert all(text.count(f">answer {number}<") for number in range(1, len(document["perceptions"])))


def test_quotes_name_the_numbered_lines_that_they_stand_in() -> None:
    text = paper(json.loads((EXAMPLES[-2]).read_bytes()))
    assert re.search(r"speech 1(<[^>]*>)*, lines \d+ to \d+ · A1", text)


def test_a_row_of_the_flow_fills_its_columns() -> None:
    for document in (html_cases.graph_case(), json.loads(EXAMPLES[0].read_bytes())):
        laid = flow(Source(document))
        for group in laid.groups:
            for row in group.rows:
                cut = cells(row, laid.columns)
                assert sum(cell.span for cell in cut) == laid.columns
                assert sum(len(cell.stops) for cell in cut) == len(row.stops)


def test_the_flow_lies_across_with_many_speeches_and_is_a_list_with_very_many() -> None:
    document = html_cases.graph_case()
    assert 'class="section flow across"' in paper(document)
    few = paper(document | {"speeches": document["speeches"][:4]})
    assert 'class="section flow"' in few and "<col><col><col><col><col class" in few
    more = [{"id": f"x{number}", "side": "A", "text": "No move."} for number in range(8)]
    many = paper(document | {"speeches": [*document["speeches"], *more]})
    assert 'class="section flow"' in many and "<colgroup><col><col class" in many and '<p class="move">' in many


@pytest.mark.parametrize("words", NAUGHTY, ids=range(len(NAUGHTY)))
def test_strangers_words_bring_no_tag_no_attribute_and_no_address(words: str) -> None:
    for document in (html_cases.graph_case(), html_cases.floor_case()):
        sound, given = watched(paper(document)), paper(filled(document, words), address=words)
        watch = watched(given)
        assert watch.tags <= sound.tags | {"s"}
        assert watch.attributes <= sound.attributes
        assert not re.search(
            r"url\((?!\"data:image/svg\+xml;base64,)", given.partition("<style>")[2].partition("</style>")[0]
        )
        assert "\u202e" not in given and "\x00" not in given


def test_the_foot_names_address_and_record() -> None:
    document = html_cases.graph_case() | {"seal": "sha256:" + "ab" * 32}
    foot = re.search(r'@bottom-left\{content:"([^"]*)"\}', paper(document, address="https://dikast.example/d/x"))
    assert foot is not None
    said = re.sub(r"\\([0-9a-f]+) ", lambda found: chr(int(found[1], 16)), foot[1])
    assert said == "https://dikast.example/d/x\nsha256:" + "ab" * 32


def test_what_is_too_long_to_print_is_said_to_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(papers, "MOST_SPOKEN", 3)
    monkeypatch.setattr(papers, "MOST_ROWS", 1)
    text = paper(html_cases.graph_case())
    assert text.count('<p class="line') == 3
    assert text.count("more are left out here") == 3


def test_a_long_name_is_cut_and_many_hidden_characters_stand_in_brackets() -> None:
    document = html_cases.floor_case()
    document["sides"]["A"]["name"] = "W" * 5000
    document["speeches"][0]["text"] = "\u202ea " * 12 + "\n" + "b\u200b"
    text = paper(document)
    assert "W" * 119 + "…" in text and "W" * 120 not in text
    assert "[U+202E]a [U+202E]a" in text and '<span class="hidden-char" dir="ltr">U+200B</span>' in text


def test_every_language_has_the_same_words() -> None:
    marks = {key: sorted(re.findall(r"\{\w+\}", words)) for key, words in WORDS["en"].items()}
    for table in WORDS.values():
        assert {key: sorted(re.findall(r"\{\w+\}", words)) for key, words in table.items()} == marks
