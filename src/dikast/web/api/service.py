"""The API as one thing: its operations, its limit and its document. Must not know what an operation does."""

from __future__ import annotations

from ninja import NinjaAPI

from dikast.web.api import debates, floors, jobs, problems, reference, rulings
from dikast.web.api.keys import Limit

api = NinjaAPI(
    title="Dikast",
    version="1",
    description=(
        "Debates, floors and rulings for programs. Reading what is public needs no key; for the rest send your "
        "account's key as a bearer token. Times are UTC. Unknown fields are refused."
    ),
    docs_url=None,
    openapi_url="/openapi.json",
    urls_namespace="api-1",
    throttle=[Limit()],
)
problems.register(api)
for part in (reference, debates, floors, rulings, jobs):
    api.add_router("", part.router)
