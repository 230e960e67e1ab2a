"""Who spoke, for which side, about what, when and under which id: none of it reaches a blind question."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.judging.debates import debate, example, judged
from tests.judging.plausible import Json, PlausibleJudge, data_of

from dikast.perception.port import Request

BLIND = ("resolution/1", "second-look/1")
NAMES = ("Marta Kessler", "Teo Brandvold")
TEXTS = (
    "Trees keep a street cool. On our square it was nine degrees cooler under the limes last August, and {0} measured "
    "it with the school. They hold back rain as well, because a grown crown keeps a bath of water off the road.",
    "{0} measured one square on one day. A street is no square, and the pipes beneath it break when roots find them. "
    "The town paid for eleven such breaks last year. {0}'s rain argument forgets that leaves block the drains.",
    "{1} counts eleven breaks, and all eleven were under poplars, which nobody wants to plant. Leaves fall in one "
    "month and are swept in that month. The square was measured on thirty days, as {1} could have read.",
    "Poplars or not, roots go where water is. I grant the thirty days. But {0} has not said who waters a thousand "
    "young trees in a dry year, and I asked for that in my first speech.",
)


def held(names: tuple[str, str] = NAMES) -> Json:
    """Return a debate whose speakers are named in it and call each other by name."""
    spoken = [(names[place % 2], text.format(*names)) for place, text in enumerate(TEXTS)]
    return debate(*spoken)


def steady(request: Request, data: Json) -> Json | None:
    """Answer by what is said and never by who is named, so that debates which differ in names alone are read alike."""
    if request.question == "resolution/1":
        return {"because": "It is met.", "outcome": "held", "confidence": "high"}
    if request.question == "second-look/1":
        return {"because": "It stands.", "reach": "part", "answer": None, "confidence": "low"}
    if request.question == "moves/1":
        return {"moves": [_move(at, quote.strip(" ."), data) for at, quote in enumerate(data["speech"].split(". "))]}
    return None


def _move(at: int, quote: str, data: Json) -> Json:
    """Make every other sentence a defense, the rest rebuttals, and whatever cannot be either a claim."""
    about = {"quote": quote, "gist": "", "confidence": "high"}
    attacks, claims = data["attacks_on_own"], data["other_claims"]
    if attacks and at % 2 == 0:
        return about | {"kind": "defense", "target": attacks[0]["id"]}
    if claims and at % 2 == 1:
        return about | {"kind": "rebuttal", "target": claims[at % len(claims)]["id"]}
    return about | {"kind": "claim", "weight": "substantive", "bearing": "major"}


def requests(document: Json) -> tuple[list[Request], list[Request]]:
    """Judge and return the blind requests and the others, each in the order put."""
    judge = PlausibleJudge(override=steady)
    judged(document, judge)
    return [one for one in judge.asked if one.blind], [one for one in judge.asked if not one.blind]


def sides_turned(document: Json) -> None:
    for speech in document["speeches"]:
        speech["side"] = "B" if speech["side"] == "A" else "A"


def sides_renamed(document: Json) -> None:
    document["sides"] = {"A": {"name": "Gardeners"}, "B": {"name": "Plumbers"}}


def another_motion(document: Json) -> None:
    document["motion"] = "Every town should have more shade"


def other_ids(document: Json) -> None:
    for place, speech in enumerate(document["speeches"]):
        speech["id"] = f"turn-{100 - place}"


def times_and_more(document: Json) -> None:
    document |= {"source": {"id": "x"}, "begun": "2031-01-01", "lang": None, "note": NAMES[0]}
    for place, speech in enumerate(document["speeches"]):
        speech |= {"at": f"12:0{place}", "score": 9, "likes": [NAMES[1]]}


def roles(document: Json) -> None:
    for speech in document["speeches"]:
        speech["role"] = "champion"


def an_announcer(document: Json) -> None:
    document["unjudged"] = [{"after": "s1", "role": "moderator", "speaker": "Ines", "text": "Thank you, Marta."}]


CHANGES: tuple[Callable[[Json], None], ...] = (
    sides_turned, sides_renamed, another_motion, other_ids, times_and_more, roles, an_announcer,
)  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_about_the_debate_reaches_a_blind_question(change: Callable[[Json], None]) -> None:
    changed = copy.deepcopy(held())
    change(changed)
    blind, _ = requests(held())
    assert {one.question for one in blind} == set(BLIND)
    assert requests(changed)[0] == blind


@settings(max_examples=15)
@given(st.tuples(*[st.from_regex(r"\A[A-Z][a-z]{3,9} (?:van )?[A-Z][a-z]{3,9}\Z") for _ in range(2)]))
def test_no_name_reaches_a_blind_question(names: tuple[str, str]) -> None:
    """The names are drawn; words of the debate itself are no names here, for a speaker called Poplars is masked."""
    spoken = {word.strip(".,;'").lower() for text in TEXTS for word in text.split()}
    parts = [part.lower() for name in names for part in name.split()]
    if spoken & set(parts) or parts[0] == parts[-1]:
        names = ("Aroha Tamihana", "Zsolt Pintér")
    renamed, _ = requests(held(names))
    assert renamed == requests(held())[0]
    shown = " ".join(request.user for request in renamed)
    assert "[name]" in shown
    assert not [part for name in names for part in name.split() if part.istitle() and part in shown]


def test_the_other_questions_do_see_the_debate() -> None:
    """So the captured requests would show a difference if there were one."""
    _, seen = requests(held())
    for change in (sides_renamed, another_motion):
        changed = held()
        change(changed)
        assert requests(changed)[1] != seen
    assert requests(held(("Aroha Tamihana", "Zsolt Pintér")))[1] != seen


def test_a_blind_request_holds_the_clash_and_nothing_else() -> None:
    judge = PlausibleJudge()
    done = judged(example(), judge)
    keys: dict[str, set[tuple[str, ...]]] = {question: set() for question in BLIND}
    for request in judge.asked:
        if request.blind:
            keys[request.question].add(tuple(data_of(request.user)))
    assert keys == {"resolution/1": {("claim", "attack", "thread")}, "second-look/1": {("claim", "attack", "later")}}
    told: list[Any] = [done.document["motion"], *(side["name"] for side in done.document["sides"].values())]
    told += [speech["speaker"] for speech in done.document["speeches"]]
    for request in judge.asked:
        if request.blind:
            own = json.dumps(data_of(request.user), ensure_ascii=False)
            assert not [word for word in told if word in own]
