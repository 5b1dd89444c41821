"""The way into a server: who you are there, remembered from one visit to the next, and a seat at a table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import SplitResult, urlsplit

import httpx
import msgspec

from birdtable.game import BadInput
from birdtable.terminal.files import data_folder
from birdtable.wire.base import Problem
from birdtable.wire.people import Me, NewGuest
from birdtable.wire.tables import Join, TableInfo

T = TypeVar("T")

TABLE = re.compile(r"/tables?/([a-z0-9]{1,32})")
EXAMPLE = "http://host:8624/#/table/k3xw8"
REQUEST_SECONDS = 20.0


def parse_address(address: str) -> tuple[str, str]:
    """The server and the table that a link names: ``http://host:8624/#/table/k3xw8``."""
    parts = split_link(address)
    found = TABLE.search(f"{parts.path}#{parts.fragment}")
    if found is None:
        raise BadInput("{link} names no table: open one on the page and copy its link", link=address)
    return f"{parts.scheme}://{parts.netloc}", found[1]


def server_of(address: str) -> str:
    """The server of a link, always in the same words."""
    parts = split_link(address)
    port = {"http": 80, "https": 443}[parts.scheme] if parts.port is None else parts.port
    return f"{parts.scheme}://{parts.hostname}:{port}"


def split_link(address: str) -> SplitResult:
    try:
        parts = urlsplit(address if "://" in address else f"http://{address}")
        is_link = parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:
        is_link = False
    if not is_link or "@" in parts.netloc:
        raise BadInput("{link} is not a link to a server, which looks like {example}", link=address, example=EXAMPLE)
    return parts


class Door:
    """Requests in the name of one guest."""

    def __init__(self, server: str, name: str) -> None:
        self.server = server
        self.http = httpx.Client(base_url=f"{server}/api", timeout=REQUEST_SECONDS)
        self.me = self.come_in(name)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.me.code}"}

    def come_in(self, name: str) -> Me:
        """As the guest of an earlier visit, or as a new one."""
        code = known_codes().get(self.server)
        if code is not None:
            answer = self.request("GET", "/me", headers={"Authorization": f"Bearer {code}"})
            if answer.is_success:
                return decode_answer(answer, Me)
        me = decode_answer(self.request("POST", "/guests", NewGuest(name=name)), Me)
        keep_code(self.server, me.code)
        return me

    def sit_down(self, table: str, commitment: str) -> TableInfo:
        """Takes a free seat, or your own back from a bot; if there is neither, you watch."""
        info = decode_answer(self.request("GET", f"/tables/{table}", headers=self.headers), TableInfo)
        mine = [seat for seat in info.seats if seat.person == self.me.person]
        if any(not seat.stand_in for seat in mine):
            return info
        wish = Join(commitment=commitment if info.phase == "gathering" else None)
        answer = self.request("POST", f"/tables/{table}/join", wish, headers=self.headers)
        if answer.status_code == httpx.codes.CONFLICT:
            return info
        return decode_answer(answer, TableInfo)

    def request(self, method: str, path: str, body: msgspec.Struct | None = None, **options: Any) -> httpx.Response:
        try:
            content = None if body is None else msgspec.json.encode(body)
            headers = {"Content-Type": "application/json", **options.get("headers", {})}
            return self.http.request(method, path, content=content, headers=headers)
        except httpx.HTTPError as error:
            raise BadInput("{server} does not answer: {what}", server=self.server, what=str(error)) from None

    def close(self) -> None:
        self.http.close()


def decode_answer(answer: httpx.Response, kind: type[T]) -> T:
    """The body, or the reason why there is none."""
    try:
        if answer.is_success:
            return msgspec.json.decode(answer.content, type=kind)
        problem = msgspec.json.decode(answer.content, type=Problem)
        raise BadInput(problem.reason, **problem.details)
    except msgspec.DecodeError:
        raise BadInput("{server} does not answer like a Birdtable server", server=answer.url.host) from None


def codes_file() -> Path:
    return data_folder() / "servers.json"


def known_codes() -> dict[str, str]:
    """The codes of private links, by server."""
    try:
        return msgspec.json.decode(codes_file().read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError):
        return {}


def keep_code(server: str, code: str) -> None:
    """The code is all that is needed to act as this person, so nobody else may read the file."""
    path = codes_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_bytes(msgspec.json.encode({**known_codes(), server: code}))
    except OSError as error:
        raise BadInput("{path} cannot be written: {why}", path=str(path), why=str(error.strerror)) from None
