"""Pages of the method, its limits and the platform's own terms, the same for everyone. Must not hold a figure."""

from __future__ import annotations

import json
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

import dikast
from dikast.core import formats, graph, rubric
from dikast.judging import METHODS, fingerprint
from dikast.judging.method_text import rules
from dikast.perception.questions import OF_METHOD, QUESTIONS
from dikast.perception.questions.wording import prompt
from dikast.record.exporters.words import Voice
from dikast.web.front_door import keep
from dikast.web.method.patterns import DEFINITIONS
from dikast.web.method.telling import told
from dikast.web.pages import facing, page, person_of, tongue

#: Method id → its name, and what it is in a sentence.
NAMES: Final = {
    graph.METHOD: (
        gettext_noop("The graph"),
        gettext_noop(
            "For matches: the claims, the attacks on them and the answers, as debaters flow them. What became of each "
            "claim decides what it is worth."
        ),
    ),
    rubric.METHOD: (
        gettext_noop("The rubric"),
        gettext_noop(
            "For open floors: each post is scored on logic, evidence, relevance and civility, and a point that nobody "
            "answers goes on counting."
        ),
    ),
}


def _public(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    response = page(request, template, context)
    return keep(response) if person_of(request) is None else response


@require_safe
def methods(request: HttpRequest) -> HttpResponse:
    """Show both methods in short, and the way to everything else about them."""
    listed = [(ident, *NAMES[ident], fingerprint(ident)) for ident in sorted(METHODS)]
    return _public(request, "method_methods.html.j2", {"methods": listed})


@require_safe
def method(request: HttpRequest, short: str) -> HttpResponse:
    """Show one method complete: its rules and figures, its questions as they are put, its patterns and fingerprint."""
    ident = next((one for one in METHODS if short == one.split("/")[0]), None)
    if ident is None:
        raise Http404
    code = tongue()
    voice = Voice(code, facing(code))
    questions = [
        {
            "id": question,
            "name": question.split("/")[0],
            "blind": QUESTIONS[question].blind,
            "prompt": prompt(question),
            "schema": json.dumps(QUESTIONS[question].schema, ensure_ascii=False, indent=1),
        }
        for question in OF_METHOD[ident]
    ]
    context = {
        "ident": ident,
        "name": NAMES[ident][0],
        "about": NAMES[ident][1],
        "fingerprint": fingerprint(ident),
        "rules": [told(rule, voice) for rule in rules(ident)],
        "questions": questions,
        "patterns": DEFINITIONS if ident == rubric.METHOD else {},
        "methods": [(one, NAMES[one][0]) for one in sorted(METHODS)],
    }
    return _public(request, "method_method.html.j2", context)


@require_safe
def formats_page(request: HttpRequest) -> HttpResponse:
    """Show every format with its order of speeches, its times and its lengths."""
    return _public(request, "method_formats.html.j2", {"formats": [formats.get(ident) for ident in formats.ids()]})


@require_safe
def plain_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show one of the pages of text: ``limits``, ``privacy`` or ``source``."""
    context = {"judges": settings.DIKAST_JUDGES, "version": dikast.__version__}
    return _public(request, f"method_{name}.html.j2", context)
