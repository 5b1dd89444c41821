"""The queue before the workers: everybody has the same chance, and what one does there is nobody else's trouble."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

from birdtable.server.room.rooms import Rooms
from birdtable.server.room.thinking import BUSY, Asker
from birdtable.server.table.refusal import Refusal
from birdtable.server.workers.answers import WorkerDied
from birdtable.server.workers.pool import AT_EASE, HELP, HELPERS, LEAST_TIME, Workers
from birdtable.server.workers.queue import FairQueue, Share
from birdtable.server.workers.worker import Worker
from kit.jobs import pid_after
from kit.server.serving import http_to

FLOOD = Asker("192.0.2.1", "pflood")
MIRA = Asker("192.0.2.2", "pmira")
PLENTY = Share(1000, 1000)


class Stalled:
    """A worker that does what it was asked to when the test says so."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.now: str | None = None
        self.go_on = asyncio.Event()
        self.faults: list[Exception] = []

    async def answer(self, work: Callable[..., Any], arguments: tuple[Any, ...], patience: float) -> Any:
        self.now = arguments[0]
        await self.go_on.wait()
        self.go_on.clear()
        self.now = None
        if self.faults:
            raise self.faults.pop(0)
        self.done.append(arguments[0])
        return work(*arguments)

    async def finish(self) -> None:
        """Ends what it is at; the next job begins."""
        self.go_on.set()
        await settle()

    def close(self) -> None:
        pass


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def ask(workers: Workers, asker: Asker, *names: str) -> list[asyncio.Task[str]]:
    return [asyncio.create_task(workers.run(str.upper, name, asker=asker)) for name in names]


def stalled(**options: Any) -> tuple[Workers, Stalled]:
    worker = Stalled()
    return Workers(1, worker=lambda: worker, **{"share": PLENTY, **options}), worker


# --- turns -----------------------------------------------------------------------------------------------------------


def taken(queue: FairQueue[str]) -> str:
    found = ""
    while (item := queue.take()) is not None:
        found += item
    return found


def test_addresses_take_turns() -> None:
    queue: FairQueue[str] = FairQueue(PLENTY, 100)
    for item in "abcd":
        queue.put(FLOOD, item)
    queue.put(MIRA, "M")
    queue.put(Asker("192.0.2.3"), "T")
    assert taken(queue) == "aMTbcd"


def test_people_of_an_address_take_turns() -> None:
    queue: FairQueue[str] = FairQueue(PLENTY, 100)
    for item in "abc":
        queue.put(Asker("192.0.2.1", "one"), item)
    queue.put(Asker("192.0.2.1", "two"), "T")
    queue.put(MIRA, "M")
    assert taken(queue) == "aMTbc"


def test_people_on_this_machine_are_not_one_address() -> None:
    queue: FairQueue[str] = FairQueue(Share(address=1, person=2), 100)
    for person in ("one", "two"):
        for item in "ab":
            queue.put(Asker("127.0.0.1", person), person + item + " ")
    assert taken(queue) == "onea twoa oneb twob "
    with pytest.raises(Refusal):
        queue.put(Asker("127.0.0.1", "one"), "c")


@pytest.mark.parametrize(
    ("share", "others"), [(Share(2, 9), Asker("192.0.2.1", "other")), (Share(9, 2), Asker("192.0.2.9", "pflood"))]
)
def test_a_share_that_is_full_takes_no_more(share: Share, others: Asker) -> None:
    """Of an address whoever is there, and of a person wherever they are; until something is answered."""
    queue: FairQueue[str] = FairQueue(share, 100)
    queue.put(FLOOD, "a")
    queue.put(others, "b")
    with pytest.raises(Refusal, match="a lot at once") as refused:
        queue.put(FLOOD, "c")
    assert refused.value.status == 429
    queue.put(MIRA, "M")
    queue.take()
    with pytest.raises(Refusal):
        queue.check_share(FLOOD)
    queue.release(FLOOD)
    queue.put(FLOOD, "c")


def test_an_address_has_only_so_many_workers_at_a_time() -> None:
    queue: FairQueue[str] = FairQueue(Share(address=9, person=9, workers=1), 100)
    for item in "abc":
        queue.put(FLOOD, item)
    assert queue.take() == "a" and queue.take() is None
    queue.put(MIRA, "M")
    assert queue.take() == "M" and queue.take() is None
    queue.release(FLOOD)
    assert queue.take() == "b" and queue.waiting() == ["c"]


def test_what_was_removed_leaves_nothing_behind() -> None:
    queue: FairQueue[str] = FairQueue(PLENTY, 1)
    queue.put(FLOOD, "a")
    with pytest.raises(TimeoutError):
        queue.put(MIRA, "M")
    queue.remove(FLOOD, "a")
    assert not queue and not queue.under_way and queue.total == 0


def test_a_long_queue_of_another_is_one_turn_ahead() -> None:
    queue: FairQueue[str] = FairQueue(PLENTY, 100)
    for item in "abcdef":
        queue.put(FLOOD, item)
    assert queue.ahead_of(MIRA) == 1
    assert queue.ahead_of(FLOOD) == 6
    queue.put(MIRA, "M")
    assert queue.ahead_of(MIRA) == 3


# --- workers ---------------------------------------------------------------------------------------------------------


async def test_an_honest_question_waits_for_one_of_the_flood() -> None:
    workers, worker = stalled()
    flood = ask(workers, FLOOD, *"abcdefgh")
    await settle()
    (honest,) = ask(workers, MIRA, "mira")
    await settle()
    await worker.finish()
    await worker.finish()
    await worker.finish()
    assert worker.done == ["a", "b", "mira"] or worker.done == ["a", "mira", "b"]
    assert await honest == "MIRA"
    for task in flood:
        task.cancel()


async def test_a_flood_of_hard_questions_leaves_a_worker_to_others() -> None:
    both = [Stalled(), Stalled()]
    workers = Workers(HELPERS, worker=iter(both).__next__, share=HELP)
    flood = ask(workers, FLOOD, *"ab")
    await settle()
    (honest,) = ask(workers, MIRA, "mira")
    await settle()
    (free,) = (worker for worker in both if worker.now == "mira")
    await free.finish()
    assert await honest == "MIRA"
    for task in flood:
        task.cancel()


async def test_waiting_is_not_held_against_a_question() -> None:
    """A worker's patience begins when it does: however long others took before."""
    workers = Workers(1, patience=1.0, longest_wait=60.0)
    try:
        await workers.run(len, "")
        slow = [asyncio.create_task(workers.run(time.sleep, 0.4)) for _ in range(4)]
        assert await workers.run(len, "abc", asker=MIRA) == 3
        await asyncio.gather(*slow)
    finally:
        workers.close()


async def test_who_waits_too_long_is_told_and_nothing_is_done() -> None:
    workers, worker = stalled(longest_wait=0.01)
    (first,) = ask(workers, FLOOD, "a")
    await settle()
    with pytest.raises(TimeoutError, match="no worker had time"):
        await workers.run(str.upper, "late", asker=MIRA)
    await worker.finish()
    assert await first == "A"
    assert worker.done == ["a"] and workers.waiting == 0


async def test_a_hung_worker_is_replaced_and_strangers_do_not_notice() -> None:
    workers = Workers(2, patience=5.0)
    try:
        pids = set(await asyncio.gather(*(workers.run(pid_after, 0.3) for _ in range(2))))
        assert len(pids) == 2
        workers.patience = 1.0
        hanging = asyncio.create_task(workers.run(time.sleep, 3600, asker=FLOOD))
        strangers = [asyncio.create_task(workers.run(pid_after, 0.3, asker=MIRA)) for _ in range(6)]
        with pytest.raises(TimeoutError, match="too long"):
            await hanging
        assert len(set(await asyncio.gather(*strangers)) & pids) == 1
        still = {each.process.pid for each in workers.all if isinstance(each, Worker) and each.process}
        assert len(still & pids) == 1, "the other worker was replaced too"
    finally:
        workers.close()


async def test_a_worker_that_dies_takes_nobody_with_it() -> None:
    workers = Workers(2)
    try:
        first, second = await asyncio.gather(*(workers.run(pid_after, 0.3) for _ in range(2)))
        assert first != second
        thinking = [asyncio.create_task(workers.run(pid_after, 0.5)) for _ in range(2)]
        await asyncio.sleep(0.1)
        os.kill(first, signal.SIGKILL)
        answers = await asyncio.gather(*thinking)
        assert second in answers and first not in answers
    finally:
        workers.close()


async def test_whoever_leaves_is_not_worked_for() -> None:
    workers, worker = stalled()
    first, second, third = ask(workers, FLOOD, *"abc")
    await settle()
    second.cancel()
    first.cancel()
    await settle()
    await worker.finish()
    await worker.finish()
    assert await third == "C"
    assert worker.done == ["a", "c"] and workers.waiting == 0


async def test_who_gives_up_an_answer_keeps_the_worker_busy_on_their_own_account() -> None:
    """Hurrying bots is no way to more workers than one's share."""
    workers, worker = stalled(share=Share(1, 1))
    (hurried,) = ask(workers, FLOOD, "a")
    await settle()
    hurried.cancel()
    await settle()
    with pytest.raises(Refusal, match="a lot at once"):
        await workers.run(str.upper, "b", asker=FLOOD)
    await worker.finish()
    (again,) = ask(workers, FLOOD, "c")
    await settle()
    await worker.finish()
    assert await again == "C" and worker.done == ["a", "c"]


async def test_a_share_is_free_again_when_the_answer_came() -> None:
    workers, worker = stalled(share=Share(2, 2))
    tasks = ask(workers, FLOOD, *"ab")
    await settle()
    with pytest.raises(Refusal, match="a lot at once"):
        await workers.run(str.upper, "c", asker=FLOOD)
    (honest,) = ask(workers, MIRA, "mira")
    for _ in range(3):
        await worker.finish()
    assert await asyncio.gather(*tasks, honest) == ["A", "B", "MIRA"]
    (again,) = ask(workers, FLOOD, "c")
    await settle()
    await worker.finish()
    assert await again == "C"


async def test_what_fails_in_a_worker_fails_for_whoever_asked() -> None:
    workers, worker = stalled()
    worker.faults = [RuntimeError("a bug"), WorkerDied(), WorkerDied()]
    first, second, third = ask(workers, MIRA, *"abc")
    await settle()
    for _ in range(4):
        await worker.finish()
    with pytest.raises(RuntimeError, match="a bug"):
        await first
    with pytest.raises(TimeoutError, match="so did the next"):
        await second
    assert await third == "C"


async def test_an_error_in_a_worker_says_where_it_was() -> None:
    workers = Workers(1)
    try:
        with pytest.raises(ZeroDivisionError) as raised:
            await workers.run(divmod, 1, 0)
        assert "worker.py" in raised.value.__notes__[0]
        with pytest.raises((AttributeError, TypeError)):
            await workers.run(len, lambda: None)
        assert await workers.run(len, "abc") == 3
    finally:
        workers.close()


async def test_closing_leaves_nobody_without_an_answer() -> None:
    """And no ``CancelledError`` reaches whoever asked."""
    workers, _ = stalled()
    tasks = ask(workers, MIRA, *"abc")
    await settle()
    workers.close()
    for task in tasks:
        with pytest.raises(TimeoutError, match="gone"):
            await task
    assert workers.waiting == 0


async def test_where_many_wait_a_row_is_thought_about_for_less_time(rooms: Rooms) -> None:
    """Six addresses that send heavy rows do not keep others waiting until they give up."""
    workers, worker = stalled(longest_wait=60.0)
    rooms.helpers = workers
    flood = [task for host in range(6) for task in ask(workers, Asker(f"192.0.2.{host}"), "a", "b")]
    await settle()
    async with http_to(rooms, "198.51.100.7") as client:
        asking = asyncio.create_task(client.post("/api/score", json={"row": "Ow Ww Pw", "time": 5.0}))
        for _ in range(100):
            await settle()
        (job,) = workers.queue.lines["198.51.100.7"][""]
        assert LEAST_TIME * 5.0 < job.arguments[0].time < 2.5
        while not asking.done():
            await worker.finish()
        assert asking.result().status_code == 200
    for task in flood:
        task.cancel()


@pytest.mark.parametrize(
    ("path", "body"),
    [("/api/score", {"row": "Ow Ww Pw"}), ("/api/sheet", {"sheet": {"game": "cubirds", "players": ["Ana", "Ben"]}})],
)
async def test_who_waits_too_long_over_http_is_told_to_try_again(rooms: Rooms, path: str, body: Any) -> None:
    rooms.helpers, worker = stalled(longest_wait=0.01)
    (busy,) = ask(rooms.helpers, FLOOD, "a")
    await settle()
    async with http_to(rooms) as client:
        answer = await client.post(path, json=body)
    assert (answer.status_code, answer.json()["reason"]) == (429, BUSY)
    await worker.finish()
    assert await busy == "A"


# --- bots in a long queue --------------------------------------------------------------------------------------------


async def test_bots_have_less_time_when_their_hosts_queue_is_long() -> None:
    workers, _ = stalled()
    assert workers.part_of_time(FLOOD) == 1.0
    tasks = ask(workers, FLOOD, *map(str, range(55)))
    await settle()
    assert workers.part_of_time(MIRA) == 1.0
    assert workers.part_of_time(FLOOD) == LEAST_TIME
    play = asyncio.create_task(workers.play("kuhn", 1, "random", "", 1, FLOOD))
    await settle()
    *_, late = workers.queue.waiting()
    assert late.arguments[-1] == LEAST_TIME
    workers.close()
    await asyncio.gather(*tasks, play, return_exceptions=True)
    tasks = ask(workers, FLOOD, *map(str, range(11)))
    await settle()
    assert workers.part_of_time(FLOOD) == AT_EASE / 10
    workers.close()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_an_honest_bot_waits_for_one_play_of_fifty_four_tables() -> None:
    workers, worker = stalled()
    flood = ask(workers, FLOOD, *map(str, range(54)))
    await settle()
    (honest,) = ask(workers, MIRA, "mira")
    await settle()
    while not honest.done():
        await worker.finish()
    assert len(worker.done) <= 3
    workers.close()
    await asyncio.gather(*flood, return_exceptions=True)
