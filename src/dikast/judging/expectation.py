"""What judging a debate will cost, before it costs anything. Asks no judge; must not know how answers are used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dikast.core import graph
from dikast.core.debate import Debate
from dikast.perception.blinding import mask
from dikast.perception.neutral import is_blank
from dikast.perception.port import Request
from dikast.perception.questions import closing_view, feedback, resolution, second_look, speech_moves
from dikast.perception.quotes import words

#: Words a debater spends on one move, at most and at least: from few moves to many (speeches of our examples).
WORDS_PER_MOVE = (140, 20)
#: Of the moves after a side's first speech, this share (in tenths) attacks.
ATTACKS_IN_TEN = 4
#: Tokens of one move in an answer, of one clash's answer, and of one post's answer.
MOVE_TOKENS, CLASH_TOKENS, POST_TOKENS, TEXT_TOKENS = 70, 90, 420, 500
#: Words of a quote.
QUOTE_WORDS = 20


@dataclass(frozen=True, slots=True)
class Range:
    """A lowest and a highest expectation."""

    low: int
    high: int

    def __add__(self, more: Range) -> Range:
        return Range(self.low + more.low, self.high + more.high)

    def __mul__(self, times: int) -> Range:
        return Range(self.low * times, self.high * times)


@dataclass(frozen=True, slots=True)
class Expected:
    """Calls, input tokens and output tokens of one reading (or of several, added up)."""

    calls: Range
    tokens_in: Range
    tokens_out: Range

    def __mul__(self, times: int) -> Expected:
        return Expected(self.calls * times, self.tokens_in * times, self.tokens_out * times)


def tokens(text: str) -> int:
    """Return about how many tokens a text takes: four ASCII characters or two others each, rounded up."""
    plain = sum(char < "\x80" for char in text)
    return -(-plain // 4) + -(-(len(text) - plain) // 2)


def expect(debate: Debate, method: str) -> Expected:
    """Return what one reading of `debate` takes; graph readings depend on the moves found, hence a range.

    Tokens are counted on the requests themselves where they are known before (all of the rubric's), and from the
    constants above where they are not.
    """
    return _graph(debate) if method == graph.METHOD else _rubric(debate)


def _cost(requests: Iterable[Request]) -> tuple[int, int]:
    counted = [tokens(request.system) + tokens(request.user) for request in requests]
    return len(counted), sum(counted)


def _rubric(debate: Debate) -> Expected:
    from dikast.judging.read_rubric import about
    from dikast.perception.questions import post

    posts = [one for one in debate.speeches if not is_blank(one.text or "")]
    whole = closing_view.RulingInput(
        debate.motion,
        debate.names,
        tuple(closing_view.Post(one.id, one.side, one.text or "") for one in debate.speeches),
    )
    calls, taken = _cost([*(post.request(about(debate, one)) for one in posts), closing_view.request(whole)])
    given = len(posts) * POST_TOKENS + TEXT_TOKENS
    return Expected(Range(calls, calls), Range(taken, taken), Range(given, given))


def _graph(debate: Debate) -> Expected:
    low, high = (_graph_at(debate, per_move) for per_move in WORDS_PER_MOVE)
    return Expected(*(Range(*pair) for pair in zip(low, high, strict=True)))


def _graph_at(debate: Debate, per_move: int) -> tuple[int, int, int]:
    """Return calls, input and output tokens if every `per_move` words make a move."""
    quote = "word " * QUOTE_WORDS
    blind = mask(quote, ())
    listed = tokens(quote) + 15
    reading = tokens(speech_moves.request(speech_moves.MovesInput(debate.motion, debate.names[0], "")).system)
    clash = _cost([resolution.request(resolution.ResolutionInput(blind, blind, (resolution.Turn("owner", blind),)))])[1]
    look = _cost([second_look.request(second_look.SecondLookInput(blind, blind, (blind,) * 4))])[1]
    calls = taken = given = made = attacks = 0
    spoken: set[str] = set()
    for speech in debate.speeches:
        text = speech.text or ""
        if is_blank(text):
            continue
        pieces = len(speech_moves.parts(text))
        found = max(1, round(words(text) / per_move))
        calls += pieces
        taken += pieces * (reading + made * listed) + tokens(text)
        given += found * MOVE_TOKENS
        made += found
        attacks += found * ATTACKS_IN_TEN // 10 if spoken - {speech.side} else 0
        spoken.add(speech.side)
    calls += attacks + 1
    taken += attacks * max(clash, look) + made * listed
    given += attacks * CLASH_TOKENS + TEXT_TOKENS
    taken += tokens(feedback.request(feedback.FeedbackInput("", ())).system)
    return calls, taken, given
