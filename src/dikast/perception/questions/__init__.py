"""All questions of both methods, by id. Must not know judges or scores."""

from __future__ import annotations

from collections.abc import Mapping

from dikast.perception.questions import closing_view, feedback, post, resolution, second_look, speech_moves
from dikast.perception.questions.question import Question

#: Every question by its id with version.
QUESTIONS: Mapping[str, Question] = {
    module.ID: module.QUESTION for module in (speech_moves, resolution, second_look, feedback, post, closing_view)
}

#: The questions of each method, in the order they are asked.
OF_METHOD: Mapping[str, tuple[str, ...]] = {
    "graph/1": (speech_moves.ID, resolution.ID, second_look.ID, feedback.ID),
    "rubric/1": (post.ID, closing_view.ID),
}
