"""Judges `openai:MODEL` and `anthropic:MODEL`, through pydantic-ai. Must not know questions.

The library takes seconds to import, so this module is imported only for these judges. The schema goes out as the
provider's native structured output where the model has it and as one forced tool otherwise; retries are ours alone.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import httpx2
from pydantic_ai import exceptions
from pydantic_ai.direct import model_request
from pydantic_ai.messages import InstructionPart, ModelRequest, ModelResponse, TextPart, ToolCallPart, UserPromptPart
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from dikast.core.problems import InputError, Problem
from dikast.perception.port import Fault, FaultKind, Reply, Request
from dikast.perception.providers.chat import sampling
from dikast.perception.providers.replies import Heard, body_of
from dikast.settings import Settings

_TOOL = "answer"

_ERRORS: tuple[tuple[type[exceptions.ModelAPIError], FaultKind, bool], ...] = (
    (exceptions.ModelRateLimitError, "rate-limited", True),
    (exceptions.ModelQuotaExceededError, "auth", False),
    (exceptions.ModelUnavailableError, "overloaded", True),
    (exceptions.ModelServerError, "overloaded", True),
    (exceptions.ModelTimeoutError, "timeout", True),
    (exceptions.ModelRequestTimeout, "timeout", True),
    (exceptions.ModelConnectionError, "network", True),
    (exceptions.ModelContextWindowExceededError, "too-long", False),
    (exceptions.ModelAuthenticationError, "auth", False),
    (exceptions.ModelRequestRejectedError, "unavailable", False),
)
"""The first class that fits decides; the order puts the special before the general."""


def open_api(spec: str, provider: str, model: str, settings: Settings) -> ApiJudge:
    """The judge for a provider's model.

    Args:
        spec: how the user named it.
        provider: ``openai`` or ``anthropic``.
        model: the model's name there.
        settings: keys, addresses, concurrency and time-out.

    Raises:
        InputError: ``judge.no-key`` without the provider's key.
    """
    name = f"{provider.upper()}_API_KEY"
    key = settings.text(name)
    if not key:
        hint = f"Set {name}, or choose another judge."
        raise InputError(Problem("judge.no-key", "judge", f"{spec} needs a key in {name}", hint))
    timeout = settings.seconds("DIKAST_TIMEOUT")
    client = httpx2.AsyncClient(
        timeout=httpx2.Timeout(timeout, connect=min(timeout, 15.0)), event_hooks={"response": [_look]}
    )
    base = settings.text(f"{provider.upper()}_BASE_URL") or None
    built: Model[Any]
    extra = ModelSettings()
    if provider == "openai":
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.openai import OpenAIProvider

        built = OpenAIChatModel(model, provider=OpenAIProvider(base_url=base, api_key=key, http_client=client))
    else:
        from anthropic import AsyncAnthropic
        from pydantic_ai.models.anthropic import AnthropicModel, AnthropicModelSettings
        from pydantic_ai.providers.anthropic import AnthropicProvider

        # Only the prefix that all requests of a question share: caching the debate's text too would cost and never pay.
        extra = AnthropicModelSettings(anthropic_cache_instructions=True, anthropic_cache_tool_definitions=True)
        sdk = AsyncAnthropic(api_key=key, base_url=base, http_client=client)
        built = AnthropicModel(model, provider=AnthropicProvider(anthropic_client=sdk))
    return ApiJudge(spec, built, client, extra, concurrency=settings.whole("DIKAST_CONCURRENCY"), timeout=timeout)


class ApiJudge:
    """A provider's model.

    Args:
        name: how the user named it.
        model: pydantic-ai's model.
        client: its HTTP client, closed with the judge.
        extra: more of the library's settings for this provider.
        concurrency: calls under way at once.
        timeout: seconds one call may take, from the first byte sent to the last received.
    """

    def __init__(
        self,
        name: str,
        model: Model[Any],
        client: httpx2.AsyncClient,
        extra: ModelSettings,
        *,
        concurrency: int,
        timeout: float,
    ) -> None:
        self._name, self._model, self._client = name, model, client
        self._concurrency, self._timeout, self._extra = concurrency, timeout, extra
        self._native = bool(model.profile.get("supports_json_schema_output", False))

    @property
    def name(self) -> str:
        """How a user names it."""
        return self._name

    @property
    def model(self) -> str:
        """The model asked for."""
        return str(self._model.model_name)

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The sampling of the first try (models that take none ignore it) and how the schema is enforced."""
        return {"temperature": "0", "sampling": 1, "output": "native" if self._native else "tool"}

    @property
    def concurrency(self) -> int:
        """Calls under way at once."""
        return self._concurrency

    def _parameters(self, request: Request) -> ModelRequestParameters:
        instructions = [InstructionPart(content=request.system)]
        schema = dict(request.schema)
        if self._native:
            return ModelRequestParameters(
                output_mode="native",
                output_object=OutputObjectDefinition(schema, name=_TOOL),
                instruction_parts=instructions,
            )
        tool = ToolDefinition(name=_TOOL, parameters_json_schema=schema, description="The answer.", kind="output")
        return ModelRequestParameters(
            output_mode="tool", output_tools=[tool], allow_text_output=False, instruction_parts=instructions
        )

    async def answer(self, request: Request, *, reading: int, attempt: int) -> Reply:
        """Ask once. Raises `Fault` for everything that is not a whole, valid answer."""
        temperature, _ = sampling(reading, attempt)
        settings = ModelSettings(
            max_tokens=request.max_tokens,
            temperature=temperature,
            timeout=self._timeout,
            request_timeout=self._timeout,
            max_retries=0,
        )
        settings = {**self._extra, **settings}
        messages = [ModelRequest(parts=[UserPromptPart(request.user)], instructions=request.system)]
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                response = await model_request(
                    self._model,
                    messages,
                    model_settings=settings,
                    model_request_parameters=self._parameters(request),
                    instrument=False,
                )
        except exceptions.ContentFilterError as error:
            raise Fault("filtered", f"the provider's filter stopped the answer: {error.message}") from None
        except exceptions.OutputTokenLimitExceeded as error:
            raise Fault("cut-off", f"the answer was cut off: {error.message}") from None
        except exceptions.UnexpectedModelBehavior as error:
            raise Fault("invalid", f"the response cannot be read: {error.message}"[:500]) from None
        except exceptions.ModelAPIError as error:
            raise _carried(error) or _fault(error) from None
        except (TypeError, ValueError, LookupError, AttributeError) as error:
            # The library reads a body of the wrong shape without checking it.
            raise Fault("invalid", f"the response cannot be read: {error}"[:500]) from None
        return self._reply(response, request)

    def _reply(self, response: ModelResponse, request: Request) -> Reply:
        usage = response.usage
        details = response.provider_details or {}
        texts = [part.content for part in response.parts if isinstance(part, TextPart)]
        calls = [part for part in response.parts if isinstance(part, ToolCallPart)]
        raw = "".join(texts) if self._native else "".join(part.args_as_json_str() for part in calls)
        unasked = [part.tool_name for part in calls if self._native or part.tool_name != _TOOL]
        stray = f"a call of the tool {unasked[0]!r:.80}" if unasked else ""
        if not self._native and len(calls) > 1:
            stray = f"{len(calls)} answers in one reply"
        elif not self._native and not calls and texts:
            stray = "text in place of a call of the tool"
        refused = details.get("refusal") or ("no reason given" if details.get("finish_reason") == "refusal" else "")
        stop = "stop" if response.finish_reason == "tool_call" else str(response.finish_reason)
        heard = Heard(
            raw,
            stop,
            response.model_name or "",
            str(refused),
            usage.input_tokens,
            usage.output_tokens,
            _cost(response),
            stray,
        )
        return heard.reply(request, self.model)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()


async def _look(response: httpx2.Response) -> None:
    """Raise the fault that a response's body is, before the library reads it without looking at its shape."""
    if response.status_code == 200:
        body_of(await response.aread())


def _carried(error: BaseException | None) -> Fault | None:
    """The fault that `_look` raised, inside what the libraries made of it."""
    while error is not None and not isinstance(error, Fault):
        error = error.__cause__
    return error


def _fault(error: exceptions.ModelAPIError) -> Fault:
    for cls, kind, retryable in _ERRORS:
        if isinstance(error, cls):
            return Fault(kind, error.message[:500], retry_after=error.retry_after, retryable=retryable)
    return Fault("network", error.message[:500], retry_after=error.retry_after)


def _cost(response: ModelResponse) -> str | None:
    """US dollars in plain notation, None where the library's price list does not know the model."""
    cost = response.usage.cost
    if cost is None:
        try:
            cost = response.cost().total_price
        except LookupError:
            return None
    text = format(cost, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
