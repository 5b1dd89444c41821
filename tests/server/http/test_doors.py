"""The doors: origins, headers, sizes and floods."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar._openapi.plugin import OpenAPIPlugin

from birdtable.puzzles import form, pack
from birdtable.server.http import doors, pages
from birdtable.server.http.addresses import network_of
from birdtable.server.http.metrics import REGISTRY
from birdtable.server.http.pages import Pages
from birdtable.server.room import limits
from birdtable.server.room.limits import Bucket, Limits, Rate
from birdtable.server.room.rooms import Rooms
from birdtable.server.running import server
from birdtable.server.table.refusal import Refusal
from kit.server.serving import Guest, Live, http_to, live_server, one_worker

NEW = {"name": "Mira"}


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://127.0.0.1"},
        {"Origin": "http://["},
    ],
)
@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/guests"), ("POST", "/me/link"), ("DELETE", "/me"), ("PATCH", "/me"), ("PUT", "/x")]
)
def test_a_foreign_page_changes_nothing(live: Live, headers: dict[str, str], method: str, path: str) -> None:
    mira = live.guest()
    mira.http.headers.update(headers)
    assert mira.refused(method, path, NEW) == (403, "this request comes from another site")
    for name in headers:
        del mira.http.headers[name]
    assert mira.ok("GET", "/me")["name"] == "Mira"


def test_the_page_itself_and_programs_come_in(live: Live) -> None:
    page = Guest(live.address, {"Origin": live.address, "Sec-Fetch-Site": "same-origin"})
    assert page.ok("POST", "/guests", NEW)["name"] == "Mira"
    assert live.nobody().ok("POST", "/guests", NEW)["name"] == "Mira"


@pytest.mark.parametrize("path", ["/", "/table/x", "/api/games", "/api/nothing", "/api/me"])
def test_every_answer_carries_the_headers(live: Live, path: str) -> None:
    headers = httpx.get(live.address + path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy and "script" not in policy and "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_a_body_too_large_is_refused(live: Live) -> None:
    answer = live.nobody().http.post("/guests", content=b'{"name": "' + b"x" * 100_000 + b'"}')
    assert answer.status_code == 413


def test_an_address_that_asks_without_end_is_told_to_wait(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=Limits(factor=0.00001)) as live:
        codes = [httpx.get(live.address + "/api/games").status_code for _ in range(20)]
        assert codes[:3] == [200] * 3 and codes.count(429) > 5


def test_a_person_who_asks_without_end_is_told_to_wait(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=Limits(factor=0.02)) as live:
        mira = live.guest()
        codes = [mira.call("GET", "/me").status_code for _ in range(20)]
        assert codes[0] == 200 and codes.count(429) > 5


def test_a_bucket_fills_with_time() -> None:
    bucket = Bucket(Rate(each_second=2, burst=3), now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(0.5) and not bucket.take(0.5)
    assert not bucket.is_full(1.0) and bucket.is_full(3.0)


def test_full_buckets_are_forgotten() -> None:
    limited = Limits()
    for address in range(1000):
        limited.spend(limits.HTTP_ADDRESS, f"10.0.0.{address}", 100.0)
    assert len(limited.buckets) == 1000
    limited.spend(limits.HTTP_ADDRESS, "10.0.1.1", 200.0)
    assert len(limited.buckets) == 1


def test_one_address_does_not_use_up_what_another_may_do() -> None:
    limited = Limits()
    for _ in range(int(limits.GUESTS.burst)):
        limited.spend(limits.GUESTS, "10.0.0.1", 0.0)
    with pytest.raises(Refusal):
        limited.spend(limits.GUESTS, "10.0.0.1", 0.0)
    limited.spend(limits.GUESTS, "10.0.0.2", 0.0)


def test_forwarded_addresses_are_believed_of_trusted_proxies_only(tmp_path: Path) -> None:
    """Here of the machine itself, so that each of its requests is another address's, and of no other."""
    with live_server(tmp_path, limits=Limits(factor=0.02), workers=one_worker()) as live:
        refused = []
        for proxy in ("127.0.0.1", "127.0.0.2"):
            with httpx.Client(transport=httpx.HTTPTransport(local_address=proxy)) as http:
                names = [{"X-Forwarded-For": f"10.0.0.{number}"} for number in range(20)]
                codes = [http.get(live.address + "/api/games", headers=name).status_code for name in names]
                refused.append(codes.count(429))
        assert refused[0] == 0 and refused[1] > 5


@pytest.mark.parametrize("claim", ["127.0.0.1", "::1", "127.0.0.1, 8.8.8.8", "10.0.0.7"])
def test_nobody_claims_the_rights_of_the_machine_itself(tmp_path: Path, claim: str) -> None:
    """Even where every proxy is believed: what is forwarded came from outside."""
    with live_server(tmp_path, limits=Limits(factor=0.00005), trusted="*", workers=one_worker()) as live:
        headers = {"X-Forwarded-For": claim}
        assert httpx.get(live.address + "/metrics", headers=headers).status_code in (404, 429)
        codes = [httpx.get(live.address + "/api/games", headers=headers).status_code for _ in range(5)]
        assert codes == [429] * 5
        assert httpx.get(live.address + "/metrics").status_code == 200


@pytest.mark.parametrize("header", ["X-Real-IP", "Forwarded", "Via", "X-Forwarded-Host"])
def test_a_proxy_that_does_not_say_for_whom_it_asks_has_no_rights_of_the_machine(live: Live, header: str) -> None:
    assert httpx.get(live.address + "/metrics").status_code == 200
    assert httpx.get(live.address + "/metrics", headers={header: "for=198.51.100.7"}).status_code == 404


def test_a_mistake_at_the_door_is_counted_and_answered(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    before = REGISTRY.get_sample_value("birdtable_faults_total") or 0.0
    monkeypatch.setattr(doors, "source_of", lambda connection: 1 // 0)
    answer = httpx.get(live.address + "/api/games")
    assert (answer.status_code, answer.json()["reason"]) == (500, "something went wrong")
    assert REGISTRY.get_sample_value("birdtable_faults_total") == before + 1


def test_an_ipv6_network_counts_as_one(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=Limits(factor=0.02), trusted="*", workers=one_worker()) as live:
        codes = [
            httpx.get(live.address + "/api/games", headers={"X-Forwarded-For": f"2001:db8:1:2::{n:x}"}).status_code
            for n in range(1, 20)
        ]
        assert codes[0] == 200 and codes.count(429) > 5
        other = httpx.get(live.address + "/api/games", headers={"X-Forwarded-For": "2001:db8:1:3::1"})
        assert other.status_code == 200


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::1"),
        ("nonsense", "nonsense"),
    ],
)
def test_what_limits_count_by(address: str, source: str) -> None:
    assert network_of(address) == source


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/me", "/api/nothing", "/healthz"])
def test_head_is_get_without_a_body(live: Live, path: str) -> None:
    get, head = httpx.get(live.address + path), httpx.head(live.address + path)
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert head.headers["content-type"] == get.headers["content-type"]
    assert head.headers["content-length"] == get.headers["content-length"]


def test_browsers_are_told_to_stay_with_https(live: Live) -> None:
    assert "strict-transport-security" not in httpx.get(live.address).headers
    secure = httpx.get(live.address, headers={"X-Forwarded-Proto": "https"})
    assert secure.headers["strict-transport-security"] == "max-age=31536000"


def test_no_cache_keeps_who_i_am(live: Live) -> None:
    answers = [
        live.guest().call("GET", "/me"),
        live.nobody().call("POST", "/guests", NEW),
        live.nobody().call("GET", "/me"),
    ]
    assert [answer.headers["cache-control"] for answer in answers] == ["no-store"] * 3


@pytest.mark.parametrize("body", [b"[" * 50_000, b'{"name":' * 8_000, b'{"name": ' + b"[" * 60_000])
@pytest.mark.parametrize("path", ["/guests", "/records/replay", "/sheet", "/score"])
def test_a_body_nested_without_end_is_refused(live: Live, path: str, body: bytes) -> None:
    answer = live.nobody().http.post(path, content=body)
    assert answer.status_code == 400 and answer.json()["reason"].startswith("this cannot be understood")


SEATS = [{"player": "me"}, {"player": "bot", "level": "random"}]
WORK: dict[tuple[str, str], Any] = {
    ("POST", "/records/replay"): {},
    ("POST", "/records/position"): {"number": 0},
    ("POST", "/records/shuffle"): {},
    ("POST", "/records/trial"): {"number": 0, "seat": 0, "level": "casual"},
    ("POST", "/records/carry"): {"seats": SEATS},
    ("POST", "/puzzles/birdie-row/2026-11-01/try"): {"steps": ["pass"]},
    ("POST", "/puzzles/birdie-row/2026-11-01/answer"): None,
    ("POST", "/evenings"): {"games": []},
    ("POST", "/chair"): {"table": {"game": "birdie", "players": ["Ana"], "levels": ["casual"]}},
    ("GET", "/tables/none/unseen"): None,
    ("GET", "/deals"): None,
    ("GET", "/same-deals/none"): None,
    ("POST", "/tables/none/same-deal"): None,
}


async def come_as_another(client: httpx.AsyncClient, rooms: Rooms) -> None:
    """Somebody else at the same address."""
    person = await rooms.people.add("Guest", rooms.now())
    client.headers["Authorization"] = f"Bearer {rooms.people.badge('link', person)}"


@pytest.mark.parametrize("door", WORK, ids=" ".join)
async def test_what_takes_work_is_charged_to_the_address(rooms: Rooms, door: tuple[str, str]) -> None:
    """However many people there are behind it."""
    method, path = door
    body = {"record": "birdtable: 1", **WORK[door]} if path.startswith("/records") else WORK[door]
    rooms.limits, codes = Limits(), []
    async with http_to(rooms, "192.0.2.7") as client:
        for _ in range(8):
            await come_as_another(client, rooms)
            codes += [(await client.request(method, f"/api{path}", json=body)).status_code for _ in range(10)]
    assert codes[0] in (200, 400, 404) and codes[-1] == 429, codes


async def test_an_address_fills_no_disk_with_evenings(rooms: Rooms) -> None:
    rooms.limits, codes = Limits(), []
    async with http_to(rooms, "192.0.2.7") as client:
        for _ in range(30):
            await come_as_another(client, rooms)
            kept = await client.put("/api/me/evenings", json={"after": 0, "body": "{}"})
            codes.append(kept.status_code)
            if kept.is_success:
                version = kept.json()["version"]
                again = await client.put("/api/me/evenings", json={"after": version, "body": "{}"})
                assert again.status_code == 200, "who keeps some goes on doing so"
    assert codes == [200] * 20 + [429] * 10


# --- the page -------------------------------------------------------------------------------------------------------


@pytest.fixture
def built(tmp_path: Path) -> Pages:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Birdtable</title>")
    (tmp_path / "assets" / "main-abc.js").write_text("console.log(1)" * 100)
    (tmp_path.parent / "secret.txt").write_text("secret")
    return Pages(tmp_path)


def test_files_are_read_before_anybody_asks(built: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "load", None)
    assert built.find("assets/main-abc.js") is not None


async def test_what_takes_long_to_make_is_made_before_anybody_asks(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody at a table would wait for whoever asks first."""
    pack.puzzles.cache_clear()
    running = server(rooms, "127.0.0.1", 0)
    running.prepare()
    monkeypatch.setattr(OpenAPIPlugin, "_build_openapi", None)
    monkeypatch.setattr(form, "decode", None)
    async with http_to(rooms, app=running.app) as client:
        for path in ("/schema/openapi.json", *(f"/puzzles/{series}/1970-01-12" for series in pack.BY_NAME)):
            assert (await client.get(f"/api{path}")).status_code in (200, 404), path


def test_files_are_found_and_other_places_are_the_page(built: Pages) -> None:
    page = built.find("")
    assert page is not None and b"Birdtable" in page.body and page.kind.startswith("text/html")
    assert built.find("table/k3xw8") == page
    script = built.find("assets/main-abc.js")
    assert script is not None and script.squeezed is not None and len(script.squeezed) < len(script.body)
    assert built.find("assets/other.js") is None


@pytest.mark.parametrize("path", ["../secret.txt", "assets/../../secret.txt", "/etc/passwd.txt", "..%2fsecret.txt"])
def test_nothing_outside_the_page_is_served(built: Pages, live: Live, path: str) -> None:
    assert built.find(path) is None
    assert httpx.get(f"{live.address}/{path}").status_code == 404


def test_a_page_built_again_is_served_anew(built: Pages, tmp_path: Path) -> None:
    import os

    assert built.find("new") is not None
    index = tmp_path / "index.html"
    index.write_text("<!doctype html><title>Second</title>")
    os.utime(index, (0, index.stat().st_mtime + 5))
    page = built.find("")
    assert page is not None and b"Second" in page.body


@pytest.mark.parametrize(
    ("languages", "texts"),
    [("de-AT,de;q=0.9,en;q=0.8", "assets/de-x_1.json"), ("fr, pl", "assets/en-y.json"), ("", "assets/en-y.json")],
)
def test_the_texts_of_the_page_are_announced_with_it(built: Pages, tmp_path: Path, languages: str, texts: str) -> None:
    for name in ("de-x_1.json", "en-y.json"):
        (tmp_path / "assets" / name).write_text("{}")
    assert Pages(tmp_path).catalogue(languages) == texts
    assert built.catalogue(languages) == ""


def test_without_a_built_page_the_server_says_so(tmp_path: Path) -> None:
    page = Pages(tmp_path / "none").find("")
    assert page is not None and b"make build" in page.body


def test_unknown_api_paths_are_not_the_page(live: Live) -> None:
    answer = httpx.get(live.address + "/api/x")
    assert answer.status_code == 404 and answer.json()["reason"] == "there is nothing here"
