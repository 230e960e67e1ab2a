"""A seeded third of the attack drill, and that the drill would notice what it looks for."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from dikast.perception.questions.wording import prompt

sys.path.insert(0, str(Path(__file__).parent))
import drill

HOSTS = drill.hosts()
PROMPT = prompt("moves/1")


@pytest.mark.parametrize("number", range(len(HOSTS)), ids=[host.method for host in HOSTS])
def test_a_third_of_the_strings_gains_nothing(number: int) -> None:
    attacks = drill.strings()
    third = random.Random(number).sample(attacks, len(attacks) // 3)
    tallies = asyncio.run(drill.drill(HOSTS[number], third))
    assert [line for tally in tallies.values() for line in tally.broken] == []
    assert sum(tally.counts["quotes credited"] for tally in tallies.values()) > 100


def test_the_report_is_of_these_strings() -> None:
    report = json.loads((drill.ROOT / "docs" / "reports" / "attack_drill.json").read_bytes())
    attacks = drill.strings()
    assert report["held"] and report["strings"] == len(attacks) == len({attack["id"] for attack in attacks})
    assert set(report["families"]) == {attack["family"] for attack in attacks}
    assert report["total"]["replies with prompt text"] > 0 and report["total"]["quotes refused"] > 0


def test_every_licence_is_one_that_lets_us_ship_the_string() -> None:
    assert {attack["licence"] for attack in drill.strings()} == {"CC0-1.0", "CC0-1.0 (facts)", "MIT", "Apache-2.0"}


def test_a_forged_or_moved_quote_is_noticed() -> None:
    case: dict[str, Any] = {
        "speeches": [{"id": "s1", "text": "one two three"}, {"id": "s2", "text": "four five six"}],
        "moves": [{"id": "c1", "speech": "s1", "quote": "two three", "at": [4, 13]}],
    }
    assert drill.forged(case) == []
    for change in ({"speech": "s2"}, {"quote": "two tree"}, {"at": [3, 12]}, {"quote": "", "at": [4, 4]}):
        assert drill.forged({**case, "moves": [{**case["moves"][0], **change}]}), change


def test_prompt_text_is_noticed_unless_a_debater_said_it() -> None:
    eight = " ".join(PROMPT.split()[20:34])
    case = {"prompts": {"sha256:x": PROMPT}, "speeches": [{"text": "Nothing of the kind."}]}
    assert drill.leaks(f"He says: {eight.upper()}", case) and drill.leaks("END 0123456789ab", case)
    assert drill.leaks(f"He says: {eight}", {**case, "speeches": [{"text": eight}]}) == []
    assert drill.leaks(" ".join(PROMPT.split()[20:26]), case) == []


@pytest.mark.parametrize(
    "markup",
    [
        "<script>1</script>",
        "<p onclick=x>",
        '<a href="javascript:x">',
        '<a href="//evil.example">',
        "<iframe>",
        '<meta http-equiv="Refresh" content="0">',
        "<form>",
        "<base href=x>",
        "<svg><style>x</style></svg>",
        "<style>@import 'x'</style>",
        "<p style=x>",
        "<!-- x -->",
        "<object>",
        "<embed>",
        "<img src=x>",
    ],
)
def test_active_markup_is_noticed(markup: str) -> None:
    watch = drill.PageWatch()
    watch.feed(f"<main>{markup}</main>")
    watch.close()
    assert watch.found


def test_only_what_was_asked_and_replied_is_passed_over() -> None:
    watch = drill.PageWatch()
    watch.feed('<p>a</p><pre class="raw">b<span>c</span></pre><ul class="rejected"><li>d</li></ul><pre>e</pre><p>f</p>')
    watch.close()
    assert [text for text in watch.text if text.strip(" \x00")] == ["a", "e", "f"]
