"""How the API says that something cannot be done: one shape for every status. Must not know what was asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI, Schema
from ninja.errors import HttpError, Throttled, ValidationError
from pydantic import Field

from dikast.core.problems import InputError, Problem


class Trouble(Schema):
    """One thing that is wrong."""

    code: str = Field(description="Stable dotted id; the same code always means the same.")
    place: str = Field(description="The field or place it is about, empty for the whole request.")
    message: str = Field(description="What is wrong, in English.")
    hint: str = Field(description="What to do about it; may be empty.")


class Problems(Schema):
    """Why a request was not carried out."""

    problems: list[Trouble]


class Refused(Exception):
    """A request that cannot be carried out, with its status and one problem."""

    def __init__(self, status: int, code: str, message: str, place: str = "", hint: str = "") -> None:
        self.status, self.problem = status, Problem(code, place, message, hint)
        super().__init__(message)


def answers(answer: Any, *more: int, status: int = 200) -> dict[int, Any]:
    """Return the documented answers of an operation.

    Args:
        answer: the shape of what is returned, None for nothing.
        more: statuses of problems besides those that every operation may have: 401 (the key is not known), 422 (a
            value is not allowed) and 429 (too many requests).
        status: the status of success.
    """
    return {status: answer, **dict.fromkeys(sorted({401, 422, 429, *more}), Problems)}


#: What an operation that takes a body may answer besides: no JSON at all, or too much of it.
BODY = (400, 413)


def _said(problems: Iterable[Problem]) -> dict[str, Any]:
    return {
        "problems": [
            {"code": one.code, "place": one.place, "message": one.message, "hint": one.hint} for one in problems
        ]
    }


def register(api: NinjaAPI) -> None:
    """Have `api` answer every refusal in the one shape."""

    def answer(request: HttpRequest, status: int, *problems: Problem) -> HttpResponse:
        return api.create_response(request, _said(problems), status=status)

    @api.exception_handler(InputError)
    def _input(request: HttpRequest, error: InputError) -> HttpResponse:
        return answer(request, 422, *error.problems)

    @api.exception_handler(Refused)
    def _refused(request: HttpRequest, error: Refused) -> HttpResponse:
        return answer(request, error.status, error.problem)

    @api.exception_handler(Http404)
    def _missing(request: HttpRequest, error: Http404) -> HttpResponse:
        return answer(request, 404, Problem("http.404", "", "there is no such thing, or it is not for you to see"))

    @api.exception_handler(ValidationError)
    def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
        return answer(request, 422, *(_of_field(one) for one in error.errors))

    @api.exception_handler(Throttled)
    def _often(request: HttpRequest, error: Throttled) -> HttpResponse:
        response = answer(request, 429, Problem("http.429", "", "too many requests", f"Wait {error.wait} seconds."))
        response["Retry-After"] = str(error.wait)
        return response

    @api.exception_handler(HttpError)
    def _http(request: HttpRequest, error: HttpError) -> HttpResponse:
        hint = "Send a known key as `Authorization: Bearer KEY`." if error.status_code == 401 else ""
        return answer(request, error.status_code, Problem(f"http.{error.status_code}", "", error.message, hint))

    @api.exception_handler(RequestDataTooBig)
    def _too_big(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
        return answer(request, 413, Problem("http.413", "", "the request is larger than anything taken here"))


def _of_field(error: dict[str, Any]) -> Problem:
    place = ".".join(str(part) for part in error["loc"][1:] if part != "given")
    return Problem(f"input.{error['type']}", place, str(error["msg"]))
