"""The words of rulings: every language says everything, in its own words and plurals, and none of the banned ones."""

from __future__ import annotations

import re
import string
import tomllib
from importlib.resources import files

import pytest

from dikast.record.exporters.words import TONGUES, Voice, spoken, tongue_of
from dikast.record.exporters.words.roles import ROLES
from dikast.record.exporters.words.tongue import Words

ENGLISH = spoken("en").table
OTHERS = [tongue for tongue in TONGUES if tongue != "en"]
#: Stands for what fills a gap; no word holds it.
GAP = "\N{WHITE SQUARE}"
#: What a language other than English may share with it: names, ids, Latin, and words that are the same.
SHARED: dict[str, set[str]] = {
    "ar": set(),
    "es": {"method.tokens", "pattern.ad-hominem", "pattern.non-sequitur", "pattern.tu-quoque"},
    "de": {"page.format", "pattern.ad-hominem", "pattern.non-sequitur", "pattern.tu-quoque"},
}
BANNED = {
    "en": r"\b(win|wins|won|winner|lose|loses|lost|crush\w*|beat\w*|best)\b",
    "ar": r"(فاز|يفوز|فوز|خسر|خاسر|هزم|انتصر|سحق|الأفضل)",
    "es": r"\b(gana|ganó|ganador\w*|pierde|perdió|vence|venció|derrota\w*|aplasta\w*|mejor)\b",
    "de": r"\b(gewinn\w*|gewann|sieg\w*|verlier\w*|verlor\w*|schläg\w*|besiegt\w*|beste[nmrs]?)\b",
}
#: Says of points what the banned words must not say of a side.
EXCUSED = {"floor.declined", "trouble.note", "feedback.note"}


def forms(words: Words) -> list[str]:
    return [words] if isinstance(words, str) else list(words.values())


def gaps(words: Words) -> set[str]:
    names = {name for one in forms(words) for _, name, _, _ in string.Formatter().parse(one) if name}
    return {"number" if name in ("counted", "Counted") else name for name in names}


@pytest.mark.parametrize("tongue", OTHERS)
def test_every_language_has_the_same_words_with_the_same_gaps(tongue: str) -> None:
    table = spoken(tongue).table
    assert set(table) == set(ENGLISH)
    assert {key: gaps(words) for key, words in table.items()} == {key: gaps(words) for key, words in ENGLISH.items()}
    for key, words in table.items():
        assert isinstance(words, str) or ("number" in gaps(words) and "other" in words), key


@pytest.mark.parametrize("tongue", OTHERS)
def test_nothing_is_left_in_english(tongue: str) -> None:
    table = spoken(tongue).table
    same = {key for key, words in table.items() if set(forms(words)) & set(forms(ENGLISH[key]))}
    assert {key for key in same if re.search("[A-Za-z]", re.sub(r"{\w+}", "", str(table[key])))} == SHARED[tongue]
    if tongue == "ar":
        latin = {
            key for key, words in table.items() if re.search("[A-Za-z]", re.sub(r"{\w+}", "", "".join(forms(words))))
        }
        assert latin == set()


@pytest.mark.parametrize("tongue", TONGUES)
def test_no_side_wins_or_loses_in_any_language(tongue: str) -> None:
    for key, words in spoken(tongue).table.items():
        for one in forms(words):
            assert "!" not in one and "¡" not in one, key
            assert key in EXCUSED or not re.search(BANNED[tongue], one, re.IGNORECASE), (key, one)


@pytest.mark.parametrize("tongue", TONGUES)
@pytest.mark.parametrize("number", [0, 1, 2, 3, 10, 11, 12, 21, 99, 100, 101, 103, 111])
def test_every_word_can_be_said_of_every_number(tongue: str, number: int) -> None:
    voice = Voice(tongue)
    for key, words in spoken(tongue).table.items():
        said = voice.plain(key, **(dict.fromkeys(gaps(words), GAP) | {"number": number}))
        assert said and "{" not in said, key


@pytest.mark.parametrize(
    ("tongue", "number", "words"),
    [
        ("en", 1, "one speech"),
        ("en", 6, "six speeches"),
        ("en", 13, "13 speeches"),
        ("ar", 1, "خطبة واحدة"),
        ("ar", 2, "خطبتان"),
        ("ar", 6, "6 خطب"),
        ("ar", 11, "11 خطبة"),
        ("ar", 100, "100 خطبة"),
        ("ar", 103, "103 خطب"),
        ("es", 1, "un discurso"),
        ("es", 6, "seis discursos"),
        ("de", 1, "eine Rede"),
        ("de", 6, "sechs Reden"),
    ],
)
def test_numbers_choose_their_plural(tongue: str, number: int, words: str) -> None:
    assert Voice(tongue).plain("page.speeches", number=number) == words


def test_a_sentence_begins_with_a_capital_number() -> None:
    assert Voice().plain("turn.lead", number=3) == "Three answers together."
    assert Voice().plain("turn.lead", number=40) == "40 answers together."


def test_words_carry_their_own_direction_only_in_a_page_that_runs_the_other_way() -> None:
    assert Voice("ar", "rtl")("floor.title") == Voice("ar").plain("floor.title")
    assert str(Voice("ar", "ltr")("floor.title")).startswith('<span lang="ar" dir="rtl">')
    assert str(Voice("de", "rtl").role("opening")).startswith('<span lang="de" dir="ltr">')


def test_names_are_isolated_and_never_markup_or_gaps() -> None:
    said = str(Voice("ar", "rtl")("finding.ahead", side="<b>{shares}%s", shares="1"))
    assert "<bdi>&lt;b&gt;{shares}%s</bdi>" in said


def test_every_role_of_every_format_has_its_words_and_other_roles_stay() -> None:
    named = set[str]()
    for path in files("dikast.core.formats").iterdir():
        if path.name.endswith(".toml"):
            found = tomllib.loads(path.read_text(encoding="utf-8"))
            named |= set(re.findall(r'^role = "(.*)"$', path.read_text(encoding="utf-8"), re.MULTILINE))
            named |= {turn["role"] for turn in found.get("turns", ())}
    assert named == set(ROLES)
    assert Voice("en").role("opening") == "<bdi>opening</bdi>"
    assert Voice("de").role("<i>own</i>") == "<bdi>&lt;i&gt;own&lt;/i&gt;</bdi>"


@pytest.mark.parametrize(("tag", "tongue"), [("ar", "ar"), ("de-AT", "de"), ("ES", "es"), ("fr", "en"), ("", "en")])
def test_a_debate_speaks_its_own_language_where_it_is_there(tag: str, tongue: str) -> None:
    assert tongue_of(tag) == tongue
