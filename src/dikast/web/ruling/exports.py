"""What can be taken from a ruling: the case, its ledger, the page, a document for print, a picture to share.

Must not know how any of them is made.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dikast import __version__
from dikast.record import case
from dikast.record.exporters.html import page as whole_page
from dikast.record.exporters.ledger_csv import ledger_csv
from dikast.web.debates.models import Debate, Judging
from dikast.web.pages import page, tongue, url
from dikast.web.ruling import cases
from dikast.web.ruling.papers import Busy, kept
from dikast.web.ruling.sighted import debate_at

#: Seconds after which someone who was sent away may ask again.
AGAIN = 10


def _judged(request: HttpRequest, slug: str) -> tuple[Debate, Judging]:
    """Return the debate and the judging that is asked for; a debate without a case has nothing to take."""
    debate = debate_at(request, slug)
    judging = cases.chosen(cases.judgings(debate), request.GET.get("method", ""))
    if judging is None or not judging.done:
        raise Http404
    return debate, judging


def _sent(
    request: HttpRequest, slug: str, kind: str, ending: str, make: Callable[[Debate, Judging], bytes | str]
) -> HttpResponse:
    """Send what `make` makes of the case that is asked for, unless the browser has it.

    Args:
        request: what is answered.
        slug: the debate's address.
        kind: the type of what is sent.
        ending: of the file's name.
        make: makes it.
    """
    debate, judging = _judged(request, slug)
    mark = f'W/"{judging.pk}-{judging.done}-{judging.seal.removeprefix("sha256:")[:32]}-{tongue()}-{__version__}"'
    if unchanged := get_conditional_response(request, etag=mark):
        return unchanged
    try:
        response = HttpResponse(make(debate, judging), content_type=kind)
    except Busy:
        text = _("Several papers are being made at this moment. Ask again in a few seconds.")
        busy = page(request, "answer.html.j2", {"title": _("One moment"), "text": text}, 503)
        busy.headers["Retry-After"] = str(AGAIN)
        return busy
    name = f"dikast-{debate.slug}.{judging.method.split('/')[0]}.{ending}"
    place = "inline" if ending in ("pdf", "png") else "attachment"
    response.headers["Content-Disposition"] = f'{place}; filename="{name}"'
    response.headers["ETag"] = mark
    response.headers["Cache-Control"] = "private, no-cache" if debate.visibility == "private" else "no-cache"
    response.headers["Vary"] = "Accept-Language, Cookie"
    return response


@require_safe
def case_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the case, byte for byte as `dikast judge` writes it."""
    return _sent(request, slug, "application/json", "case.json", lambda _, judging: case.write(cases.document(judging)))


@require_safe
def ledger(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the ledger as a table."""
    return _sent(
        request, slug, "text/csv; charset=utf-8", "csv", lambda _, judging: ledger_csv(cases.document(judging))
    )


@require_safe
def ruling_html(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the ruling as one page that needs nothing else."""
    return _sent(
        request,
        slug,
        "text/html; charset=utf-8",
        "html",
        lambda _, judging: whole_page(cases.document(judging), tongue()),
    )


@require_safe
def ruling_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the ruling as a tagged PDF in the reader's language, with its address in the foot of every page."""

    def make(debate: Debate, judging: Judging) -> bytes:
        from dikast.record.exporters.pdf import pdf  # slow to import, and most processes never need it

        code, address = tongue(), _site(request) + url("debate", slug=debate.slug)
        return kept(f"{_key(judging)}|{address}", "pdf", lambda: pdf(cases.document(judging), code, address))

    return _sent(request, slug, "application/pdf", "pdf", make)


@require_safe
def share_image(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the picture that stands for the ruling where its address is shared."""

    def make(debate: Debate, judging: Judging) -> bytes:
        from dikast.record.exporters.share import png  # as above

        return kept(_key(judging), "png", lambda: png(cases.document(judging), tongue()))

    return _sent(request, slug, "image/png", "png", make)


def _site(request: HttpRequest) -> str:
    return settings.DIKAST_ADDRESS or request.build_absolute_uri("/").rstrip("/")


def _key(judging: Judging) -> str:
    return f"{judging.pk}|{judging.seal or judging.done}|{tongue()}|{__version__}"
