"""Agents behind an address that speaks OpenAI's chat completions, as many servers of models do.

The key comes from an environment variable and goes into one header: no message, record, journal or error contains it. A
model that does not answer in time has not answered, and one that was cut off has not ended its answer: what is left may
be another play. A connection that breaks, 429 and 5xx are not the model's doing: these are tried again, each time after
a longer wait, and if that does not help the run stops.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from time import perf_counter, sleep
from typing import Any

import httpx
import msgspec

from birdtable.game import BadInput
from birdtable.lab.agents.agent import AgentStopped, Prompt, Reply, in_time, no_answer_within, reply_of

WAIT = 1.0
"""Seconds before the second request; each further wait is twice as long."""
LONGEST_WAIT = 60.0
LONGEST_CONNECT = 10.0
"""Seconds until there is a connection: if there is none, the model was not asked."""
LARGEST = 4 << 20
"""Bytes of an answer that are read."""
CUT_OFF = ("length", "content_filter")
"""Why endpoints end an answer before the model does."""


class Message(msgspec.Struct):
    content: str | None = None


class Choice(msgspec.Struct):
    message: Message
    finish_reason: str | None = None


class Usage(msgspec.Struct):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class Completion(msgspec.Struct):
    """Of all that an endpoint says, what is read."""

    choices: list[Choice]
    usage: Usage | None = None


class EndpointAgent:
    def __init__(
        self,
        name: str,
        url: str,
        model: str,
        *,
        key_variable: str = "",
        seconds: float = 120.0,
        retries: int = 5,
        parameters: Mapping[str, Any] | None = None,
        pause: Callable[[float], None] = sleep,
    ) -> None:
        self.name, self.url, self.model = name, url.rstrip("/"), model
        self.retries, self.pause = retries, pause
        self.parameters = dict(parameters or {})
        self.seconds = seconds
        line = httpx.Timeout(seconds, connect=min(LONGEST_CONNECT, seconds / 2))
        self.http = httpx.Client(timeout=line, headers=key_header(key_variable))

    def reply(self, prompt: Prompt) -> Reply:
        began = perf_counter()
        for request in range(1, self.retries + 2):
            try:
                answer, content = in_time(partial(self.post, prompt), self.seconds)
            except (httpx.ReadTimeout, TimeoutError):
                what = no_answer_within(self.seconds)
                return Reply(fault=what, seconds=perf_counter() - began, requests=request)
            except (httpx.InvalidURL, httpx.UnsupportedProtocol):
                raise AgentStopped(f"agent {self.name!r}: {self.url!r} is not an address") from None
            except httpx.HTTPError as error:
                trouble, asked_to_wait = f"{type(error).__name__}", 0.0
            else:
                if answer.is_success:
                    return self.read(content, perf_counter() - began, request)
                trouble, asked_to_wait = f"status {answer.status_code}", retry_after(answer)
                if answer.status_code != 429 and answer.status_code < 500:
                    raise AgentStopped(f"agent {self.name!r}: {self.url} answers with {trouble}")
            if request <= self.retries:
                self.pause(min(LONGEST_WAIT, max(asked_to_wait, WAIT * 2 ** (request - 1))))
        raise AgentStopped(f"agent {self.name!r}: {self.url} does not answer ({trouble}, {request} requests)")

    def post(self, prompt: Prompt) -> tuple[httpx.Response, bytes]:
        """The answer of the endpoint. Nobody waits for what comes later, so it is not read."""
        end, content = perf_counter() + self.seconds, b""
        with self.http.stream("POST", f"{self.url}/chat/completions", json=self.body(prompt)) as answer:
            for part in answer.iter_bytes():
                content += part
                if perf_counter() > end:
                    raise TimeoutError
                if len(content) > LARGEST:
                    raise AgentStopped(f"agent {self.name!r}: {self.url} answers with more than {LARGEST:,} bytes")
        return answer, content

    def body(self, prompt: Prompt) -> dict[str, Any]:
        system = [{"role": "system", "content": prompt.system}] if prompt.system else []
        messages = [*system, {"role": "user", "content": prompt.text}]
        return {**self.parameters, "model": self.model, "messages": messages}

    def read(self, content: bytes, seconds: float, requests: int) -> Reply:
        try:
            found = msgspec.json.decode(content, type=Completion)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise AgentStopped(f"agent {self.name!r}: {self.url} does not answer like chat completions") from None
        choice = found.choices[0] if found.choices else Choice(Message())
        usage = found.usage or Usage()
        ended = choice.finish_reason
        return reply_of(
            choice.message.content or "",
            fault=f"the answer was cut off by the endpoint ({ended})" if ended in CUT_OFF else "",
            seconds=seconds,
            tokens_in=usage.prompt_tokens,
            tokens_out=usage.completion_tokens,
            requests=requests,
        )


def key_header(variable: str) -> dict[str, str]:
    if not variable:
        return {}
    key = os.environ.get(variable, "")
    if not key:
        raise BadInput(f"the environment has no {variable}, where the key should be")
    return {"Authorization": f"Bearer {key}"}


def retry_after(answer: httpx.Response) -> float:
    try:
        return max(0.0, float(answer.headers.get("Retry-After", "0")))
    except ValueError:
        return 0.0
