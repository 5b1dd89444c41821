"""Text agents at tables of a server, where the match does not wait while the agent is thinking."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from birdtable.lab.agents.agent import FunctionAgent
from birdtable.lab.agents.match import play_at_table
from birdtable.lab.agents.player import MOVED_ON, TextBot
from birdtable.lab.agents.scripted import reader
from birdtable.lab.mcp.remote import sit_down
from kit.server.serving import Live, Talk, live_server, one_worker

PATIENCE = 120
"""Seconds; amply, for a machine that has much else to do."""


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live_server(tmp_path_factory.mktemp("live"), workers=one_worker()) as running:
        yield running


class Match:
    """A host in seat 1 and a text agent in seat 2, who answers a question when it is told to."""

    def __init__(self, live: Live, game: str, **wishes: Any) -> None:
        host = live.guest("Host")
        robot = host.ok("POST", "/bots", {"name": "Robot"})
        wishes["options"] = {"starter": 1, **wishes.get("options", {})}
        self.id = host.open(game, {"player": "me"}, {"player": "open"}, **wishes)
        self.table = sit_down(f"{live.address}/#/table/{self.id}", robot["token"])
        self.player = TextBot(FunctionAgent("agent", self.think), self.table.game)
        self.asked, self.may_answer = threading.Semaphore(0), threading.Semaphore(0)
        self.outcome: Any = None
        self.talk: Talk = host.socket(self.id)
        self.playing = threading.Thread(target=self.play, daemon=True)
        self.playing.start()
        host.ok("POST", f"/tables/{self.id}/start", {})
        self.position: dict[str, Any] = {}

    def think(self, prompt: str) -> str:
        self.asked.release()
        assert self.may_answer.acquire(timeout=PATIENCE)
        return reader(prompt)

    def play(self) -> None:
        self.table.begin()
        self.outcome = play_at_table(self.player, self.table)

    def agent_is_asked(self) -> None:
        assert self.asked.acquire(timeout=PATIENCE), "the agent is asked"

    def end(self) -> Any:
        self.playing.join(PATIENCE)
        return self.outcome

    def host_plays(self, *wishes: str) -> None:
        """A whole play whose steps begin with these words, followed by the last that is legal each time."""
        while not self.position or self.position["to_move"] != 0:
            self.position = self.talk.until("position")
        steps = self.find_play([], self.position["legal"], wishes)
        self.position = self.talk.say("play", after=self.position["number"], steps=steps)
        assert self.position["type"] == "position", self.position

    def find_play(self, steps: list[str], legal: list[str], wishes: Sequence[str]) -> list[str]:
        """One that begins with these steps; empty if there is none as wished: the cards are not always for it."""
        wished = [step for step in legal if step.startswith(wishes[0])] if wishes else legal[-1:]
        for step in wished:
            found = self.talk.say("consider", after=self.position["number"], steps=[*steps, step])
            if found["complete"] and len(wishes) <= 1:
                return [*steps, step]
            if not found["complete"] and (play := self.find_play([*steps, step], found["legal"], wishes[1:])):
                return play
        return []

    def host_takes_back(self) -> None:
        self.position = self.talk.say("undo", after=self.position["number"])
        assert self.position["type"] == "position", self.position


def test_a_play_that_is_taken_back_while_the_agent_thinks_is_thought_about_anew(live: Live) -> None:
    """Without asking, as nobody has learnt anything from it."""
    match = Match(live, "cubirds", options={"turn_limit": 2})
    match.host_plays("lay", "keep")
    match.agent_is_asked()
    match.host_takes_back()
    assert match.position["to_move"] == 0
    match.host_plays("lay", "keep")
    for _ in range(20):
        match.may_answer.release()
    assert match.end() is not None and match.outcome.clause == "C5.3"
    first, second = match.player.attempts[:2]
    assert (first.play, first.refused) == ("", MOVED_ON) and second.play


def test_an_agent_that_agrees_to_a_take_back_plays_nothing_of_what_it_had_in_mind(live: Live) -> None:
    match = Match(live, "birdie")
    match.host_plays("take")
    match.agent_is_asked()
    match.host_takes_back()  # cards were drawn since: the agent is asked
    assert match.position["undo"]["asked_by"] == 0
    match.may_answer.release()
    match.host_plays("take")
    match.agent_is_asked()
    live.finish(match.id)
    match.may_answer.release()
    assert match.end() is not None
    first, second = match.player.attempts
    assert (first.play, first.refused) == ("", MOVED_ON)
    assert (second.question, second.play, second.refused) == (2, "", MOVED_ON)


def test_a_match_that_ends_while_the_agent_thinks_is_over(live: Live) -> None:
    match = Match(live, "birdie", clock={"kind": "turn", "seconds": 5, "forfeit": True})
    match.host_plays("take")
    match.agent_is_asked()
    while not match.position["outcome"]:
        match.position = match.talk.until("position")
    match.may_answer.release()
    assert match.end() is not None and match.outcome.winners == (0,)
    assert match.player.attempts[-1].refused == MOVED_ON
