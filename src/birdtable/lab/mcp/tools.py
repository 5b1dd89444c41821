"""The tools: few, each with strict arguments. What they refuse names the thing and the rule, and changes nothing."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor
from time import monotonic
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from birdtable import catalog, rulebook
from birdtable.agents.part import part_of
from birdtable.bots.advice.review import QUICK as QUICK_REVIEW
from birdtable.bots.advice.review import Review, review
from birdtable.game import BadInput, BirdtableError, IllegalStep, Value
from birdtable.lab.mcp.local import ME, PLAYERS, LocalSeat, LocalTable
from birdtable.lab.mcp.seats import SeatHeld
from birdtable.lab.work import LocalCrew
from birdtable.record import Record
from birdtable.terminal.match.door import server_of

MOST_SEATS = 200
"""Seats held at a time by all callers together."""
IDLE = 3600.0
"""Seconds after which a seat that nobody asked for may be given up."""
LONGEST_WAIT = 60.0

SeatHandle = Annotated[str, Meta(description="The handle of your seat, as open_table or join_table gave it.")]
Steps = Annotated[
    list[Annotated[str, Meta(max_length=100)]],
    Meta(description="Steps in the notation of the rules, in order, such as ['stack Rs', 'stack Pu'].", max_length=64),
]
GameTitle = Annotated[str, Meta(description="birdie or cubirds.")]


class Arguments(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    pass


class Rules(Arguments):
    """The rules of a game by clause: the text of one clause (B5.6) or section (B5), or the whole rules without one."""

    game: GameTitle
    clause: Annotated[str, Meta(description="Such as B5.6 or C3; empty for the whole rules.")] = ""


class OpenTable(Arguments):
    """Open a table in this process and sit down at it. Returns the handle of your seat, which you keep to yourself, and
    the position. Seats given as 'open' are for others, who join with the table's code; the match begins when none is
    left."""

    game: GameTitle
    players: Annotated[
        list[str],
        Meta(description=f"By seat: 'me' exactly once, 'open', or a bot: {', '.join(PLAYERS)}."),
    ] = msgspec.field(default_factory=lambda: [ME, "greedy"])
    options: Annotated[
        dict[str, Value],
        Meta(description="Options of the game, such as {'expert': true}; the rules list them."),
    ] = {}


class JoinTable(Arguments):
    """Take a free seat at a table: one of this process by its code, or one on the Birdtable server that the owner of
    this process named, by its link (http://host:8624/#/table/k3xw8)."""

    table: str


class Position(Arguments):
    """All that your seat may know now: the table, what a careful player remembers, what happened since your last play
    and, if it is your move, the question and the legal steps."""

    seat: SeatHandle
    form: Literal["text", "json"] = "text"
    legal: Annotated[bool, Meta(description="Whether the legal steps are listed.")] = True


class LegalPlays(Arguments):
    """The legal steps with what each leads to, as far as your seat can know; with steps, those that can follow them.
    Nothing is played."""

    seat: SeatHandle
    steps: Steps = []


class PlaySteps(Arguments):
    """Play: all steps of your play up to the next card that chance turns up or the end of your turn, or only its
    beginning. All of them are taken, or none if one is refused."""

    seat: SeatHandle
    steps: Steps


class WaitForTurn(Arguments):
    """Wait until it is your move or the match is over, and tell the position."""

    seat: SeatHandle
    seconds: Annotated[float, Meta(ge=0, le=LONGEST_WAIT)] = 30.0


class ExplainRefusal(Arguments):
    """Whether these steps could be played now and, if not, why: the clause that forbids it, with its text."""

    seat: SeatHandle
    steps: Steps


class MatchRecord(Arguments):
    """The record of a match that is over: every step, chance included."""

    seat: SeatHandle
    form: Literal["text", "json"] = "text"


class MatchReview(Arguments):
    """A review of your seat in a match that is over: what each decision cost by what could be known then, and how much
    was luck. Takes some seconds."""

    seat: SeatHandle


class LeaveTable(Arguments):
    """Give up your seat. A match in this process ends with it."""

    seat: SeatHandle


class ToolAnswer(NamedTuple):
    text: str
    data: dict[str, Any]


Call = Callable[[Any], Awaitable[ToolAnswer]]


class Tool(NamedTuple):
    arguments: type[msgspec.Struct]
    description: str
    call: Call
    changes: bool
    """Whether it changes anything."""

    def schema(self) -> dict[str, Any]:
        """Of the arguments, as one object."""
        whole = msgspec.json.schema(self.arguments)
        found: dict[str, Any] = dict(whole["$defs"][self.arguments.__name__])
        found.pop("title", None)
        found.pop("description", None)
        return {**found, "additionalProperties": False}


class Held(NamedTuple):
    seat: SeatHeld
    used: float


class Tools:
    """All tools, and the seats that were handed out.

    ``token`` opens seats on ``server`` and is sent nowhere else: callers choose tables, not who gets to know it.
    """

    def __init__(self, *, server: str = "", token: str = "", seed: int | None = None) -> None:
        self.server = server_of(server) if server else ""
        self.token, self.seed = token, seed
        self.opened = 0
        """Tables, ever."""
        self.held: dict[str, Held] = {}
        self.tables: dict[str, LocalTable] = {}
        self.crew = LocalCrew(1)
        self.all = self.list_tools()

    def list_tools(self) -> dict[str, Tool]:
        def tool(arguments: type[Arguments], call: Call, *, changes: bool = False) -> Tool:
            return Tool(arguments, " ".join((arguments.__doc__ or "").split()), call, changes)

        found = {
            "rules": tool(Rules, self.rules),
            "open_table": tool(OpenTable, self.open_table, changes=True),
            "join_table": tool(JoinTable, self.join_table, changes=True),
            "position": tool(Position, self.position),
            "legal_plays": tool(LegalPlays, self.legal_plays),
            "play": tool(PlaySteps, self.play, changes=True),
            "wait_for_turn": tool(WaitForTurn, self.wait_for_turn),
            "explain_refusal": tool(ExplainRefusal, self.explain_refusal),
            "record": tool(MatchRecord, self.record),
            "review": tool(MatchReview, self.review),
            "leave_table": tool(LeaveTable, self.leave_table, changes=True),
        }
        for name in catalog.games():
            if problem := part_of(name).row_problem:
                title = catalog.game(name).title
                about = f"The best way to score a row of {title}, proved, with the clause for every point; or what the "
                about += "division given as sets ('1-4:robin 5-6:summer') brings."

                async def score(problem: Any, game: str = name) -> ToolAnswer:
                    return ToolAnswer(*await self.elsewhere(score_row, game, problem))

                found["score_row"] = Tool(problem, about, score, False)
        return found

    async def call(self, name: str, arguments: dict[str, Any]) -> ToolAnswer:
        """``BirdtableError`` says what is wrong."""
        if name not in self.all:
            raise BadInput(f"there is no tool {name!r}; there are {', '.join(self.all)}")
        tool = self.all[name]
        try:
            parsed = msgspec.convert(arguments, tool.arguments)
        except (msgspec.ValidationError, UnicodeEncodeError) as error:
            raise BadInput(f"{name}: {error}") from None
        return await tool.call(parsed)

    # Seats

    def hold(self, seat: SeatHeld) -> str:
        handle = secrets.token_urlsafe(12)
        self.held[handle] = Held(seat, monotonic())
        return handle

    async def make_room(self) -> None:
        """Gives up the seat that nobody asked for the longest, if there are too many."""
        if len(self.held) < MOST_SEATS:
            return
        handle, oldest = min(self.held.items(), key=lambda each: each[1].used)
        if monotonic() - oldest.used < IDLE:
            raise BadInput(f"{MOST_SEATS} seats are taken here: leave one first")
        await self.give_up(handle)

    async def give_up(self, handle: str) -> None:
        await self.held.pop(handle).seat.close()

    def seat(self, handle: str) -> SeatHeld:
        if handle not in self.held:
            raise BadInput("there is no seat with this handle: open_table and join_table give one")
        self.held[handle] = Held(self.held[handle].seat, monotonic())
        return self.held[handle].seat

    # What they do

    async def rules(self, wish: Rules) -> ToolAnswer:
        text = rulebook.passage(wish.game, wish.clause) if wish.clause else rulebook.rules(wish.game)
        return ToolAnswer(text, {"game": wish.game, "clause": wish.clause.upper(), "text": text})

    async def open_table(self, wish: OpenTable) -> ToolAnswer:
        await self.make_room()
        game = catalog.game(wish.game)
        seed = secrets.randbits(61) if self.seed is None else self.seed + self.opened
        table = LocalTable(game, wish.players, wish.options, seed, self.crew)
        self.tables = {code: each for code, each in self.tables.items() if not self.is_forsaken(each)}
        self.tables[table.code] = table
        self.opened += 1
        seat = LocalSeat(table, wish.players.index(ME))
        await table.go_on()
        return self.welcome(seat, {"table": table.code})

    def is_forsaken(self, table: LocalTable) -> bool:
        return not any(isinstance(held.seat, LocalSeat) and held.seat.table is table for held in self.held.values())

    async def join_table(self, wish: JoinTable) -> ToolAnswer:
        await self.make_room()
        if "/" in wish.table:
            from birdtable.lab.mcp.remote import RemoteSeat, sit_down

            self.check_server(wish.table)
            return self.welcome(RemoteSeat(await asyncio.to_thread(sit_down, wish.table, self.token)), {})
        if wish.table not in self.tables:
            raise BadInput(f"there is no table {wish.table!r} here; a table on a server has a link with a /")
        table = self.tables[wish.table]
        seat = table.sit_down()
        await table.go_on()
        return self.welcome(seat, {"table": table.code})

    def check_server(self, link: str) -> None:
        if not self.server:
            raise BadInput("no tables of servers here: the owner names one with 'birdtable mcp --server'")
        if server_of(link) != self.server:
            raise BadInput(f"{link!r} is not a table of {self.server}, the only server here")

    def welcome(self, seat: SeatHeld, more: dict[str, Any]) -> ToolAnswer:
        handle = self.hold(seat)
        try:
            text, position = seat.position()
        except BirdtableError as waiting:
            text, position = f"{waiting}\n", {}
        code = f"Table: {more['table']}\n" if "table" in more else ""
        return ToolAnswer(f"Your seat: {handle}\n{code}\n{text}", {"seat": handle, **more, **position})

    async def position(self, wish: Position) -> ToolAnswer:
        seat = self.seat(wish.seat)
        await seat.wait(0)
        text, data = seat.position(legal=wish.legal)
        return ToolAnswer(text if wish.form == "text" else msgspec.json.encode(data).decode(), data)

    async def legal_plays(self, wish: LegalPlays) -> ToolAnswer:
        found = self.seat(wish.seat).consider(wish.steps)
        steps = found.next_steps()
        text = "\n".join(steps) if steps else "Your play would be over: nobody can know what comes then."
        return ToolAnswer(f"{text}\n", {"steps": found.steps, "over": found.over, "legal": steps})

    async def play(self, wish: PlaySteps) -> ToolAnswer:
        seat = self.seat(wish.seat)
        await seat.play(wish.steps)
        return ToolAnswer(*seat.position())

    async def wait_for_turn(self, wish: WaitForTurn) -> ToolAnswer:
        seat = self.seat(wish.seat)
        await seat.wait(wish.seconds)
        return ToolAnswer(*seat.position())

    async def explain_refusal(self, wish: ExplainRefusal) -> ToolAnswer:
        seat = self.seat(wish.seat)
        try:
            seat.consider(wish.steps)
        except IllegalStep as refusal:
            rule = rulebook.passage(seat.game.name, refusal.clause)
            return ToolAnswer(f"{refusal}\n{rule}\n", {"allowed": False, "why": str(refusal), "clause": refusal.clause})
        except BadInput as refusal:
            return ToolAnswer(f"{refusal}\n", {"allowed": False, "why": str(refusal), "clause": refusal.clause})
        return ToolAnswer("These steps can be played.\n", {"allowed": True, "why": "", "clause": ""})

    async def record(self, wish: MatchRecord) -> ToolAnswer:
        found = await self.seat(wish.seat).record()
        return ToolAnswer(found.text() if wish.form == "text" else found.json(), {"record": found.json()})

    async def review(self, wish: MatchReview) -> ToolAnswer:
        seat = self.seat(wish.seat)
        found = await self.elsewhere(review_quickly, await seat.record(), seat.number)
        return ToolAnswer(review_text(found), msgspec.to_builtins(found))

    async def leave_table(self, wish: LeaveTable) -> ToolAnswer:
        self.seat(wish.seat)
        await self.give_up(wish.seat)
        return ToolAnswer("You have left the table.\n", {})

    async def elsewhere(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """In another process: nobody else has to wait for it."""
        try:
            return await asyncio.wrap_future(self.crew.submit(work, *arguments))
        except BrokenExecutor:
            raise BirdtableError("the process that worked on it was lost: call the tool again") from None

    async def close(self) -> None:
        for held in self.held.values():
            await held.seat.close()
        self.crew.leave()


def score_row(game: str, problem: Any) -> tuple[str, dict[str, Any]]:
    return part_of(game).score_row(problem)


def review_quickly(record: Record, seat: int) -> Review:
    return review(record, seat, depth=QUICK_REVIEW)


def review_text(found: Review) -> str:
    lines = [
        f"Your share of the victory was {found.result:.0%}; {found.start:.1%} was to be expected.",
        f"Luck {found.luck:+.1%} (± {found.luck_error:.1%}), decisions of others {found.others:+.1%} "
        f"(± {found.others_error:.1%}), your own {found.own:+.1%} (± {found.own_error:.1%}).",
    ]
    for each in sorted(found.decisions, key=lambda each: each.number):
        if each.cost > 0:
            cost = f"{each.cost:.1%} of the victory" if each.unit == "win" else f"{each.cost:g} points"
            lines.append(f"Step {each.number}, {each.step}: cost {cost}; better: {each.best}. {each.why}")
    return "\n".join(lines) + "\n"
