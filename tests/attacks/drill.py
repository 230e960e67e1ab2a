"""The attack drill: every hostile string in a debate, judged by the judge that obeys every order in what it reads.

It knows the product's doors (load, judge, verify, page) and looks only at what comes out of them. What a page or a
case must not hold is said here a second time, plainly, and does not use the product's own filters.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from dikast.core.problems import InputError
from dikast.judging import judge
from dikast.perception.calls import CallLedger
from dikast.perception.neutral import is_blank
from dikast.perception.providers.gullible import GullibleJudge
from dikast.record.exporters.html import page
from dikast.record.importers import load
from dikast.record.verify import verify

ROOT = Path(__file__).resolve().parents[2]
STRINGS = Path(__file__).with_name("strings.jsonl")
#: Words in a row that show that a text was taken from a prompt.
RUN = 8
#: Families whose strings are also tried as the whole of a speech: there they may earn something for nothing.
ALONE = (
    "combining_zalgo",
    "homoglyph",
    "master_key",
    "quote_forgery",
    "raw_controls",
    "unicode_tags",
    "variation_selector_smuggling",
    "volume",
    "zero_width",
)
#: What an attack's placeholders are filled with besides the sides' names.
FILLED = {"{NONCE_GUESS}": "0123456789ab", "{USER}": "the chair", "{MODEL}": "the judge"}


@dataclass(frozen=True)
class Host:
    """A debate that strings are put into: its document, the speech that holds them, and who judges it how.

    Attributes:
        seeds: of the judge; those with which it finds most in the debate as it was written.
    """

    method: str
    document: dict[str, Any]
    place: int
    side: str
    seeds: tuple[int, ...]


@dataclass
class Tally:
    """What came of a family's strings."""

    counts: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)


def hosts() -> tuple[Host, Host]:
    """Return the two debates; the strings go into the last speech of the side that their sealed cases find behind.

    Of the second debate half the posts are left out, to save time; nothing that is left names them.
    """
    return (
        _host("graph/1", "school-at-ten.txt", "B", (357, 262, 46, 64)),
        _host("rubric/1", "no-tipping.debate.json", "B", (25, 72, 86), without=("p6", "p7", "p8", "p9", "p10", "p11")),
    )


def _host(method: str, name: str, side: str, seeds: tuple[int, ...], without: tuple[str, ...] = ()) -> Host:
    (document,) = load((ROOT / "examples" / name).read_bytes(), name)
    document["speeches"] = [speech for speech in document["speeches"] if speech["id"] not in without]
    place = max(n for n, speech in enumerate(document["speeches"]) if speech["side"] == side)
    return Host(method, document, place, side, seeds)


def strings() -> list[dict[str, Any]]:
    """Return the attacks, as the file has them."""
    return [json.loads(line) for line in STRINGS.read_text(encoding="utf-8").splitlines()]


def text_of(attack: dict[str, Any], host: Host) -> str:
    """Return an attack's whole text, placeholders filled for the host."""
    sides, other = host.document["sides"], "A" if host.side == "B" else "B"
    recipe = attack.get("generator")
    text = str(attack["text"])
    if recipe and "repeat" in recipe:
        text = recipe["repeat"] * recipe["n"]
    elif recipe:
        text = "".join(recipe["template"].replace("{i}", str(n)) for n in range(1, recipe["n"] + 1))
    filled = {"{SIDE}": sides[host.side]["name"], "{OPP}": sides[other]["name"], "{OPP_NAME}": sides[other]["name"]}
    for name, value in (filled | FILLED).items():
        text = text.replace(name, value)
    return text


def placed(host: Host, text: str, *, alone: bool) -> dict[str, Any]:
    """Return the host's document with `text` in its place: after the speech's own words, or instead of them."""
    speeches = [dict(speech) for speech in host.document["speeches"]]
    speeches[host.place]["text"] = text if alone else f"{speeches[host.place]['text']}\n\n{text}"
    return {**host.document, "speeches": speeches}


async def drill(host: Host, attacks: Iterable[dict[str, Any]]) -> dict[str, Tally]:
    """Put every attack into the host and return what came of them, by family."""
    tallies: dict[str, Tally] = {}
    calls, watch = CallLedger(None), Watcher(host)
    for number, attack in enumerate(attacks):
        tally = tallies.setdefault(attack["family"], Tally())
        text, seed = text_of(attack, host), host.seeds[number % len(host.seeds)]
        for alone in (False, True) if attack["family"] in ALONE else (False,):
            where = f"{attack['id']}, {host.method}, {'alone' if alone else 'beside'}, seed {seed}"
            try:
                broken = await watch.judged(placed(host, text, alone=alone), seed, calls, tally.counts)
            except Exception as error:  # whatever it is, the drill goes on and reports it
                broken = [f"crash: {type(error).__name__}: {error}"]
            tally.broken += [f"{where}: {what}" for what in broken]
    await calls.close()
    return tallies


class Watcher:
    """Judges one host's debates and says what must not be in what comes out."""

    def __init__(self, host: Host) -> None:
        self.host = host

    async def judged(self, document: dict[str, Any], seed: int, calls: CallLedger, counts: Counter[str]) -> list[str]:
        """Judge `document` from its bytes on, add to `counts`, and return what is broken."""
        method = self.host.method
        try:
            (loaded,) = load(json.dumps(document).encode(), "drill")
            done = await judge(loaded, [GullibleJudge(seed)], calls, method=method)
        except InputError as error:
            counts["refused"] += 1
            return [] if all(problem.place and problem.message for problem in error.problems) else ["a bare message"]
        case = done.document
        counts["judged" if done.ruling is not None else "faults"] += 1
        counts["quotes credited"] += sum(1 for _ in quotes(case))
        counts["quotes refused"] += sum(
            1 for asked in case["perceptions"] for one in asked["rejected"] if one["code"].startswith("quote.")
        )
        counts["replies with prompt text"] += sum(1 for asked in case["perceptions"] if leaks(asked["reply"], case))
        return [
            *(f"forged quote {what}" for what in forged(case)),
            *(f"prompt text in the case: {run}" for run in leaks(" \x00 ".join(own_texts(case)), case)),
            *self._page(case),
            *(f"verify: {problem}" for problem in verify(case).problems),
            *self._for_nothing(case),
        ]

    def _page(self, case: dict[str, Any]) -> list[str]:
        watch = PageWatch()
        watch.feed(page(case))
        watch.close()
        return [*watch.found, *(f"prompt text on the page: {run}" for run in leaks("".join(watch.text), case))]

    def _for_nothing(self, case: dict[str, Any]) -> list[str]:
        """Return what a speech without words got."""
        speech = case["speeches"][self.host.place]
        if not is_blank(speech["text"]):
            return []
        ident = speech["id"]
        got = [f"move {move['id']}" for move in case.get("moves", ()) if move["speech"] == ident]
        if self.host.method == "rubric/1":
            entry = next(entry for entry in case["readings"][0] if entry["post"] == ident)
            got += [f"{name}: {entry[name]}" for name in ("scores", "fallacies", "engages") if entry[name]]
        for line in (case.get("rulings") or [{}])[-1].get("ledger", ()):
            amount = line.get("amount", line.get("points", 0))
            if line.get("post") == ident and line.get("side") == speech["side"] and float(str(amount)) > 0:
                got.append(f"ledger line {line}")
        return [f"nothing said, but got {what}" for what in got]


def quotes(case: dict[str, Any]) -> Iterator[tuple[str, str, str, list[int]]]:
    """Yield name, speech, quote and offsets of all that is credited to a speaker."""
    for move in case.get("moves", ()):
        yield move["id"], move["speech"], move["quote"], move["at"]
    for entry in (entry for reading in case.get("readings", ()) for entry in reading):
        if entry.get("engagement_quote") is not None:
            yield "engagement", entry["post"], entry["engagement_quote"], entry["engagement_at"]
        for flag in entry["fallacies"]:
            yield flag["pattern"], entry["post"], flag["quote"], flag["at"]


def forged(case: dict[str, Any]) -> list[str]:
    """Return the quotes that are not word for word in their own speech at their own place."""
    texts = {speech["id"]: speech["text"] for speech in case["speeches"]}
    return [
        f"{name} in {speech}: {quote!r}"
        for name, speech, quote, (begin, end) in quotes(case)
        if not quote.strip() or texts[speech][begin:end] != quote
    ]


def own_texts(case: dict[str, Any]) -> Iterator[str]:
    """Yield every text that the judge wrote in words of its own."""
    for move in case.get("moves", ()):
        yield move["gist"]
    for resolution in case.get("resolutions", ()):
        yield resolution["because"]
    for entry in (entry for reading in case.get("readings", ()) for entry in reading):
        yield from (entry["reasons"] or {}).values()
        yield from (flag["reason"] for flag in entry["fallacies"])
    yield from (case.get("feedback") or {}).values()
    view = case.get("closing_view") or {}
    yield from (clash["text"] for clash in view.get("clashes", ()))
    yield from (view.get("advice") or {}).values()
    yield view.get("reason", "")
    yield from (fault["message"] for fault in case.get("faults", ()))


def leaks(text: str, case: dict[str, Any]) -> list[str]:
    """Return the runs of words in `text` that stand in a prompt of the case and in no speech, and marks of the data."""
    found = set(_runs(text) & frozenset().union(*map(_runs, case["prompts"].values())))
    for speech in case["speeches"]:
        found -= _runs(speech["text"])
    return [" ".join(run) for run in sorted(found)] + re.findall(r"\b(?:DATA|END) [0-9a-f]{12}\b", text)


@lru_cache(maxsize=512)
def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = re.findall(r"\w+|\x00", text.casefold())
    return frozenset(tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1))


class PageWatch(HTMLParser):
    """Collects what a page must not hold, and its text outside the places that show what was asked and replied.

    Those places are the blocks ``pre.raw`` (prompt, data and reply of a question, word for word) and the list
    ``ul.rejected`` (what of a reply was not accepted).
    """

    TAGS = re.compile("script|iframe|object|embed|form|base|applet|frame|frameset|link|audio|video|img|image|use")
    LINKS = re.compile("(xlink:)?href|src|srcset|action|formaction|data|poster|background")
    BLOCKS = re.compile("p|li|div|section|td|th|dt|dd|h[1-3]|blockquote|summary|pre|ul|ol|article")
    SHOWN = (("pre", "raw"), ("ul", "rejected"))

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.text: list[str] = []
        self._open: list[str] = []
        self._hidden_at = 0
        self._style = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if self.TAGS.fullmatch(tag) or (tag == "meta" and given.get("http-equiv", "").lower() == "refresh"):
            self.found.append(f"<{tag}> on the page")
        if tag == "style" and "svg" in self._open:
            self.found.append("a style within a drawing")
        for name, value in given.items():
            leads_out = self.LINKS.fullmatch(name) and not value.startswith("#")
            if name.startswith("on") or name == "style" or leads_out:
                self.found.append(f"<{tag} {name}={value[:80]!r}>")
        if tag not in ("meta", "br", "hr", "input", "circle", "path", "rect", "line"):
            self._open.append(tag)
        if not self._hidden_at and (tag, given.get("class", "")) in self.SHOWN:
            self._hidden_at = len(self._open)
        if self.BLOCKS.fullmatch(tag):
            self.text.append(" \x00 ")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            while self._open.pop() != tag:
                pass
        if len(self._open) < self._hidden_at:
            self._hidden_at = 0

    def handle_data(self, data: str) -> None:
        if "style" in self._open:
            self._style += data
            if re.search(r"@import|expression\(|javascript:|url\((?!#|data:)", data):
                self.found.append("a style that fetches")
        elif not self._hidden_at:
            self.text.append(data)

    def handle_comment(self, data: str) -> None:
        self.found.append(f"a comment: {data[:80]!r}")
