"""Nobody is judged by rules changed after they spoke: a debate keeps the fingerprint that it was begun under."""

from __future__ import annotations

from typing import Any

import pytest
from tests.judging.debates import GRAPH, RUBRIC, debate, judged
from tests.judging.plausible import PlausibleJudge

from dikast import judging
from dikast.cli.app import main
from dikast.core import graph, rubric
from dikast.core.problems import InputError
from dikast.perception.questions import OF_METHOD
from dikast.record import case

METHODS = [(GRAPH, graph), (RUBRIC, rubric)]
DEBATE = debate("Trees keep a street cool because leaves give shade.", "Roots break pipes, as eleven streets found.")


@pytest.mark.parametrize("method", [GRAPH, RUBRIC])
def test_a_case_names_the_fingerprint_it_was_judged_under(method: str) -> None:
    document = judged(DEBATE, PlausibleJudge(), method=method).document
    assert document["fingerprint"] == judging.fingerprint(method)
    assert judged(document, PlausibleJudge(), method=method).document == document


@pytest.mark.parametrize("method", [GRAPH, RUBRIC])
def test_other_rules_than_a_debate_was_begun_under_are_refused(method: str) -> None:
    judge, pinned = PlausibleJudge(), "sha256:" + "0" * 64
    with pytest.raises(InputError) as refused:
        judged(DEBATE | {"method": method, "fingerprint": pinned}, judge, method=method)
    (problem,) = refused.value.problems
    assert problem.code == "method.fingerprint"
    assert pinned in problem.message and judging.fingerprint(method) in problem.message and problem.hint
    assert judge.asked == []


def test_another_method_than_the_one_pinned_is_no_change_of_rules() -> None:
    document = DEBATE | {"method": GRAPH, "fingerprint": "sha256:" + "0" * 64}
    found = judged(document, PlausibleJudge(), method=RUBRIC).document
    assert (found["method"], found["fingerprint"]) == (RUBRIC, judging.fingerprint(RUBRIC))


def _leaves(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, (list, tuple)) else None
    return [place] if inner is None else [found for key, part in inner for found in _leaves(part, (*place, key))]


def _with(value: Any, place: tuple[Any, ...]) -> Any:
    """Return `value` with another one at `place`."""
    if not place:
        return f"not {value}"
    if isinstance(value, dict):
        return {key: _with(part, place[1:]) if key == place[0] else part for key, part in value.items()}
    return [_with(part, place[1:]) if at == place[0] else part for at, part in enumerate(value)]


@pytest.mark.parametrize(("method", "module"), METHODS)
def test_every_constant_is_in_the_fingerprint(method: str, module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    constants, before = module.constants(), judging.fingerprint(method)
    prints = {before}
    places = _leaves(constants)
    for place in places:
        monkeypatch.setattr(module, "constants", lambda place=place: _with(constants, place))
        prints.add(judging.fingerprint(method))
    assert len(prints) == len(places) + 1 > 5


@pytest.mark.parametrize(("method", "module"), METHODS)
def test_every_prompt_is_in_the_fingerprint(method: str, module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from dikast.perception import fingerprint
    from dikast.perception.questions.wording import prompt

    prints = {judging.fingerprint(method)}
    for question in OF_METHOD[method]:

        def changed(name: str, question: str = question) -> str:
            return prompt(name) + " " * (name == question)

        monkeypatch.setattr(fingerprint, "prompt", changed)
        prints.add(judging.fingerprint(method))
    assert len(prints) == len(OF_METHOD[method]) + 1


def test_the_command_refuses_other_rules_with_a_message(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "begun.json"
    file.write_bytes(case.write(DEBATE | {"method": GRAPH, "fingerprint": "sha256:" + "0" * 64}))
    assert main(["judge", str(file), "--judge", "gullible", "--quiet", "--out", str(tmp_path / "out")]) == 1
    told = capsys.readouterr().err
    assert "begun.json" in told and "begun under graph/1" in told and "Traceback" not in told
    assert not list(tmp_path.glob("out/*"))
