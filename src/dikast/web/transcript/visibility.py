"""Who may see a debate that somebody brought: its owner changes it here. Must not know what the debate's pages show."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dikast.web.debates.models import Debate
from dikast.web.debates.opening import VISIBILITIES
from dikast.web.debates.sight import show_to
from dikast.web.pages import page, person_of


@require_http_methods(["GET", "HEAD", "POST"])
def visibility(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who may see a debate, and change it; only its owner may."""
    person = person_of(request)
    debate = Debate.objects.filter(slug=slug, owner=person).first() if person else None
    if debate is None:
        raise Http404
    problem = ""
    if request.method == "POST":
        wanted = request.POST.get("visibility", "")
        if wanted in VISIBILITIES:
            show_to(debate, wanted)
            messages.success(request, _("Changed who may see this debate."))
            return redirect("debate", slug=slug)
        problem = _("Choose who may see the debate.")
    context = {"debate": debate, "problem": problem}
    return page(request, "transcript_visibility.html.j2", context, 422 if problem else 200)
