"""What can be taken from a ruling: the case, its ledger, the page, a document for print, a picture to share.

Must not know how any of them is made.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from dikast.record import case
from dikast.record.exporters.html import page as whole_page
from dikast.web.debates.models import Debate, Judging
from dikast.web.ruling import cases
from dikast.web.ruling.sighted import debate_at


def _judged(request: HttpRequest, slug: str) -> tuple[Debate, Judging]:
    """Return the debate and the judging that is asked for; a debate without a case has nothing to take."""
    debate = debate_at(request, slug)
    judging = cases.chosen(cases.judgings(debate), request.GET.get("method", ""))
    if judging is None or not judging.done:
        raise Http404
    return debate, judging


def _sent(
    request: HttpRequest, debate: Debate, judging: Judging, body: bytes | str, kind: str, name: str = ""
) -> HttpResponse:
    """Return a body with its type; `name` makes it a file to keep."""
    response = HttpResponse(body, content_type=kind)
    if name:
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["ETag"] = _etag(judging)
    response.headers["Cache-Control"] = "private, no-cache" if debate.visibility == "private" else "no-cache"
    return response


def _etag(judging: Judging) -> str:
    return f'W/"{judging.pk}-{judging.done}-{judging.seal.removeprefix("sha256:")[:32]}"'


def _file_name(debate: Debate, judging: Judging, ending: str) -> str:
    return f"dikast-{debate.slug}.{judging.method.split('/')[0]}.{ending}"


@require_safe
def case_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the case, byte for byte as `dikast judge` writes it."""
    debate, judging = _judged(request, slug)
    if unchanged := get_conditional_response(request, etag=_etag(judging)):
        return unchanged
    body = case.write(cases.document(judging))
    return _sent(request, debate, judging, body, "application/json", _file_name(debate, judging, "case.json"))


@require_safe
def ruling_html(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the ruling as one page that needs nothing else."""
    debate, judging = _judged(request, slug)
    if unchanged := get_conditional_response(request, etag=_etag(judging)):
        return unchanged
    body = whole_page(cases.document(judging))
    return _sent(request, debate, judging, body, "text/html; charset=utf-8", _file_name(debate, judging, "html"))
