"""A debate held elsewhere on its way to the judge: what is kept, what is refused, and that nothing happens twice."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from dikast.web.account.models import Person
from dikast.web.debates.models import Call, Debate, Judging, Transcript

NAMED = """Maria: Cities should close their centres, because the air there makes people ill.

Tom: People who work there late have no other way home.

Dr Lee: Thank you both.

Maria: Night buses run every twenty minutes.

Tom: Note: they do not run on holidays."""
LETTERED = "A: The air makes people ill.\n\nB: People must get home at night.\n\nA: Night buses run."


def brought(browser: Client, text: str = LETTERED) -> Transcript:
    answer = browser.post("/transcript", {"source": text})
    assert answer.status_code == 302, answer.content.decode()
    return Transcript.objects.get()


def correct(browser: Client, transcript: Transcript, sides: str = "ABA", **more: str) -> Any:
    said = {"motion": "Close the centres", "name_a": "For", "name_b": "Against", "lang": "en", "format": ""} | more
    sides_given = {f"side-{n}": {"A": "A", "B": "B", "-": "none"}[side] for n, side in enumerate(sides, 1)}
    return browser.post(f"/transcript/{transcript.slug}", said | sides_given)


def order(browser: Client, transcript: Transcript, **more: str) -> Any:
    choices = {"method": "graph/1", "judge": "gullible", "readings": "3", "visibility": "private", "call": "B"} | more
    return browser.post(f"/transcript/{transcript.slug}/judge", choices | {"do": "judge"})


def test_a_stranger_brings_a_text_and_gets_a_private_debate_before_the_judge(stranger: Client) -> None:
    transcript = brought(stranger)
    assert transcript.owner.is_guest
    assert correct(stranger, transcript)["Location"] == f"/transcript/{transcript.slug}/judge"
    shown = stranger.get(f"/transcript/{transcript.slug}/judge").content.decode()
    assert "Close the centres" in shown and "nothing" in shown
    answer = order(stranger, transcript)
    debate = Debate.objects.get()
    assert answer["Location"] == f"/d/{debate.slug}"
    assert (debate.visibility, debate.state, debate.origin) == ("private", "closed", "transcript")
    assert (debate.motion, debate.names, debate.readings) == ("Close the centres", {"A": "For", "B": "Against"}, 3)
    judging = Judging.objects.get()
    assert judging.whole and judging.wanted == 3 and not judging.live
    assert Call.objects.get().side == "B"


def test_ordering_twice_is_one_debate(stranger: Client) -> None:
    transcript = brought(stranger)
    correct(stranger, transcript)
    places = [order(stranger, transcript)["Location"] for _ in range(2)]
    assert places[0] == places[1] and Debate.objects.count() == 1 and Call.objects.count() == 1
    assert stranger.get(f"/transcript/{transcript.slug}")["Location"] == places[0]


def test_names_that_nobody_knows_are_asked_for_and_their_meaning_can_be_changed(stranger: Client) -> None:
    transcript = brought(stranger, NAMED)
    page = f"/transcript/{transcript.slug}/speakers"
    shown = stranger.get(page).content.decode()
    assert [shown.index(f"<bdi>{name}</bdi>") for name in ("Maria", "Tom", "Dr Lee")]
    refused = stranger.post(page, {"side-1": "A", "side-2": "B"})
    assert refused.status_code == 422 and "Say of every name what it stands for." in refused.content.decode()
    assert Transcript.objects.get().speakers == {"Maria": "A", "Tom": "B"}
    assert stranger.post(page, {"side-1": "A", "side-2": "B", "side-3": "unjudged"}).status_code == 302
    document = Transcript.objects.get().document
    assert document is not None
    assert [(speech["speaker"], speech["side"]) for speech in document["speeches"]] == [
        ("Maria", "A"), ("Tom", "B"), ("Maria", "A"), ("Tom", "B"),
    ]  # fmt: skip
    assert document["unjudged"][0]["text"] == "Thank you both."
    shown = stranger.get(f"/transcript/{transcript.slug}").content.decode()
    assert 'name="name_a" type="text" value="Maria"' in shown  # a side with one speaker is called by him at first
    stranger.post(page, {"side-1": "A", "side-2": "B", "side-3": "text"})
    document = Transcript.objects.get().document
    assert document is not None and document["speeches"][1]["text"].endswith("Dr Lee: Thank you both.")


def test_sides_of_single_speeches_can_be_put_right_and_taken_back(stranger: Client) -> None:
    transcript = brought(stranger)
    correct(stranger, transcript, "BA-")
    document = Transcript.objects.get().document
    assert document is not None
    assert [(speech["id"], speech["side"]) for speech in document["speeches"]] == [("s1", "B"), ("s2", "A")]
    assert document["unjudged"] == [{"role": "moderator", "speaker": "", "after": "s2", "text": "Night buses run."}]
    correct(stranger, transcript, "BAB")
    document = Transcript.objects.get().document
    assert document is not None and "unjudged" not in document
    assert [speech["side"] for speech in document["speeches"]] == ["B", "A", "B"]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"name_a": ""}, "Give the side a name."),
        ({"name_b": " for "}, "Both sides have the same name."),
        ({"motion": "x" * 301}, "longer than 300 characters"),
        ({"lang": "klingon!"}, "Write the language as a tag"),
        ({"format": "nonsense"}, "Choose one of the formats"),
        ({"sides": "AA-"}, "Each side needs at least one speech."),
        ({"motion": "a\x00b"}, "cannot be kept"),
    ],
)
def test_what_is_wrong_is_told_in_place_and_what_was_entered_stays(
    stranger: Client, told: dict[str, str], words: str
) -> None:
    transcript = brought(stranger)
    answer = correct(stranger, transcript, **({"motion": "Kept as typed"} | told))
    shown = answer.content.decode()
    assert answer.status_code == 422 and words in shown
    assert told.get("motion", "Kept as typed") in shown
    document = Transcript.objects.get().document
    assert document is not None and document["motion"] == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("  \n ", "There is nothing to read yet."),
        ("A: one\n\nB:", "Line 3 begins a speech without words."),
        ("A: one\x00two\n\nB: three", "cannot be kept"),
        ("A: one\x07two\n\nB: three", "Line 1 holds a control character"),
        ("just words, no debate", "begins with no name that is known"),
        ('{"dikast": 1,', "stops being JSON"),
        ('{"some": "thing"}', "The file could not be used:"),
        ("---\nsides: [\n---\nA: x", "block between the hyphens"),
    ],
)
def test_a_text_that_cannot_be_read_stays_where_it_was_typed(stranger: Client, text: str, words: str) -> None:
    answer = stranger.post("/transcript", {"source": text})
    shown = answer.content.decode()
    assert answer.status_code == 422 and words in shown
    assert text.strip().split("\n")[0].replace('"', "&#34;") in shown
    assert not Transcript.objects.exists() and not Person.objects.exists()


def test_a_file_in_another_character_set_is_shown_to_be_mended(stranger: Client) -> None:
    file = SimpleUploadedFile("debate.txt", "A: Müde.\n\nB: Wach.".encode("latin-1"))
    answer = stranger.post("/transcript", {"source": "", "file": file})
    assert answer.status_code == 422
    assert "Line 1 is not written in UTF-8." in answer.content.decode() and "Wach." in answer.content.decode()


def test_one_debate_of_a_file_with_several_is_chosen(stranger: Client) -> None:
    turns = [{"side": "pro", "text": "Yes, because."}, {"side": "con", "text": "No, because."}]
    lines = "\n".join(json.dumps({"motion": f"Motion {n}", "turns": turns}) for n in (1, 2))
    stranger.post("/transcript", {"file": SimpleUploadedFile("two.jsonl", lines.encode())})
    transcript = Transcript.objects.get()
    page = f"/transcript/{transcript.slug}"
    assert "Motion 2" in stranger.get(page).content.decode()
    assert stranger.post(page, {"which": "3"}).status_code == 422
    stranger.post(page, {"which": "2"})
    assert "Motion 2" in stranger.get(page).content.decode()
    document = Transcript.objects.get().document
    assert document is not None and document["motion"] == "Motion 2"


def test_too_much_is_refused_before_it_is_read(stranger: Client) -> None:
    file = SimpleUploadedFile("big.txt", b"A: " + b"word " * 450_000)
    answer = stranger.post("/transcript", {"file": file})
    assert answer.status_code == 422 and "At most 2048 kB can be brought." in answer.content.decode()


def test_nobody_else_reaches_a_transcript(stranger: Client, people: tuple[Person, ...], signed_in: Any) -> None:
    transcript = brought(stranger)
    for browser in (Client(), signed_in(people[0])):
        for page in ("", "/speakers", "/judge"):
            assert browser.get(f"/transcript/{transcript.slug}{page}").status_code == 404
            assert browser.post(f"/transcript/{transcript.slug}{page}", {}).status_code == 404


def test_a_text_can_be_changed_after_it_was_read(stranger: Client) -> None:
    transcript = brought(stranger)
    assert "Night buses run." in stranger.get(f"/transcript?from={transcript.slug}").content.decode()
    stranger.post("/transcript", {"source": LETTERED + "\n\nB: Not on holidays.", "from": transcript.slug})
    document = Transcript.objects.get().document
    assert document is not None and len(document["speeches"]) == 4


def test_an_owner_shares_his_debate_and_nobody_else_can(
    stranger: Client, people: tuple[Person, ...], signed_in: Any
) -> None:
    transcript = brought(stranger)
    correct(stranger, transcript)
    order(stranger, transcript)
    debate = Debate.objects.get()
    assert signed_in(people[0]).post(f"/d/{debate.slug}/visibility", {"visibility": "public"}).status_code == 404
    assert stranger.post(f"/d/{debate.slug}/visibility", {"visibility": "everyone"}).status_code == 422
    assert stranger.post(f"/d/{debate.slug}/visibility", {"visibility": "unlisted"}).status_code == 302
    debate.refresh_from_db()
    assert debate.visibility == "unlisted"


def test_queries_do_not_grow_with_the_speeches(stranger: Client, django_assert_max_num_queries: Any) -> None:
    text = "\n\n".join(f"{'AB'[n % 2]}: Point {n} stands." for n in range(1000))
    transcript = brought(stranger, text)
    for page in ("", "/judge"):
        with django_assert_max_num_queries(6):
            assert stranger.get(f"/transcript/{transcript.slug}{page}").status_code == 200
