"""A table: one match with its chairs, without sockets, files or clocks.

A table never changes: ``take`` returns the one that an entry leads to. So an answer can be worked out first, stored,
and only then become the truth. Everything is replayed from the entries; the secret is needed for new draws only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import msgspec

from birdtable import catalog
from birdtable.chance import Chance, Deal, deal_seed
from birdtable.committed import Committed, commitment, later_secret, shuffle_key
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, AnyGame, Event, Outcome, Seat, Step, ends_play
from birdtable.server.table import clocks
from birdtable.server.table.clocks import Timing
from birdtable.server.table.entries import (
    Agreed,
    AnyEntry,
    Arranged,
    Asked,
    CameBack,
    Chair,
    Closed,
    Declined,
    Forfeited,
    Hid,
    Kicked,
    Opened,
    Played,
    Rematched,
    Retried,
    Revealed,
    SameDeal,
    Setting,
    Shuffling,
    Spoke,
    Started,
    StoodIn,
    Undone,
)
from birdtable.server.table.refusal import Outdated, Refusal
from birdtable.wire.tables import Phase

REMEMBERED = 32
"""Positions that are kept while a log is replayed."""


@cache
def rules(game: str, version: int) -> AnyGame:
    return catalog.game(game, version)


class StandingPlay(msgspec.Struct, frozen=True, gc=False):
    """A play that stands, with what chance did after it; the first one is the deal."""

    number: int
    seat: Seat
    steps: tuple[Step, ...]
    draws: tuple[Step, ...]
    before: Timing | None = None
    """The clocks when the seat began to think about it, if the match has clocks."""


class Asking(msgspec.Struct, frozen=True):
    """A take-back that waits for consent."""

    seat: Seat
    back_to: int
    agreed: frozenset[Seat] = frozenset()


class Table(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    secret: bytes
    """The server's for the first attempt to shuffle; see ``current_secret``."""
    commitment: str
    """The hash of the server's secret for the present attempt."""
    setting: Setting
    same_deal: SameDeal | None = None
    opened: float
    changed: float
    ended: float = 0.0
    """When the match was over."""
    phase: Phase = "gathering"
    number: int = 1
    """Of the entry taken last."""
    moved: int = 0
    """Of the entry that changed the match last: plays must come after it."""
    withdrew: int = 0
    """Of the last take-back."""
    withdrawn: int = 0
    """How many plays were ever taken back."""
    attempt: int = 1
    """To shuffle with the reveals of everybody who committed."""
    attempted: float = 0.0
    """When this attempt began."""
    nonces: dict[str, str] = {}
    """Entropy revealed so far, by person."""
    promised: dict[str, str] = {}
    """What those who revealed commit to for another attempt, by person."""
    silent: frozenset[str] = frozenset()
    """People who committed and did not reveal: they have no part in later attempts."""
    key: bytes = b""
    """Of the committed stream, once the match has started."""
    draws: int = 0
    """How many were ever made, withdrawn ones too."""
    carried: int = 0
    """How many of them were made at another table, before the match was carried on here."""
    redrawn: int = 0
    """How many take-backs withdrew draws: each time chance decided anew."""
    state: Any = None
    plays: tuple[StandingPlay, ...] = ()
    """Those that stand."""
    events: tuple[Event, ...] = ()
    """What the last change of the match made happen, secrets included."""
    timing: Timing | None = None
    asking: Asking | None = None
    declined: frozenset[int] = frozenset()
    """Numbers of the plays that others did not want to be taken back."""
    outcome: Outcome | None = None
    hidden: frozenset[int] = frozenset()
    """Numbers of what was said and is hidden."""
    kicked: frozenset[str] = frozenset()
    """People who may not come back to this table."""
    next: str = ""
    reason: str = ""

    @property
    def game(self) -> AnyGame:
        """By the rules that the match began under."""
        return rules(self.setting.game, self.setting.rules)

    @property
    def chairs(self) -> tuple[Chair, ...]:
        return self.setting.chairs

    @property
    def to_move(self) -> int:
        return self.state.to_move if self.phase == "playing" else NOBODY

    @property
    def is_compared(self) -> bool:
        """Others play the same cards."""
        return bool(self.setting.deal) or self.same_deal is not None

    def seats_of(self, person: str) -> tuple[Seat, ...]:
        """Where a person plays now; seats that a bot keeps warm are not among them."""
        if not person:
            return ()
        return tuple([s for s, chair in enumerate(self.chairs) if chair.person == person and chair.is_present])

    def shares_device(self, person: str) -> bool:
        """Several seats belong to ``person``. Who played one of them may still be looking when a bot plays it."""
        return sum(chair.person == person for chair in self.chairs) > 1


def open_table(id: str, secret: bytes, entry: Opened) -> Table:
    return Table(
        id=id,
        secret=secret,
        commitment=entry.commitment,
        setting=entry.setting,
        same_deal=entry.same_deal,
        opened=entry.at,
        changed=entry.at,
    )


def replay(id: str, secret: bytes, entries: Iterable[AnyEntry]) -> Table:
    """The table that all of its entries lead to."""
    *_, last = history(id, secret, entries)
    return last


def history(id: str, secret: bytes, entries: Iterable[AnyEntry]) -> Iterable[Table]:
    """The table after each entry in turn."""
    return map(Replayer(id, secret).take, entries)


class Replayer:
    """Takes the entries of a log one by one. It remembers the last positions, so that taking back costs little."""

    def __init__(self, id: str, secret: bytes, table: Table | None = None) -> None:
        self.id = id
        self.secret = secret
        self.table = table
        self.states: dict[int, Any] = {}
        """After the last plays that stand, by their numbers, in order."""

    @property
    def number(self) -> int:
        return self.table.number if self.table is not None else 0

    def take(self, entry: AnyEntry) -> Table:
        if self.table is None:
            assert isinstance(entry, Opened)
            self.table = open_table(self.id, self.secret, entry)
        elif isinstance(entry, Undone):
            while self.states and next(reversed(self.states)) > entry.back_to:
                self.states.popitem()
            self.table = take(self.table, entry, self.states.get(entry.back_to))
        else:
            self.table = take(self.table, entry)
        if isinstance(entry, Started | Played):
            self.states[self.table.number] = self.table.state
            if len(self.states) > REMEMBERED:
                del self.states[next(iter(self.states))]
        return self.table


def take(table: Table, entry: AnyEntry, earlier: Any = None) -> Table:
    """The table after ``entry``, which was found right before it was stored. ``earlier`` is the state that a take-back
    leads to, if it is known."""
    table = with_fields(table, number=table.number + 1, changed=entry.at)
    match entry:
        case Opened():
            raise AssertionError("a table is opened once")
        case Arranged():
            return with_fields(table, setting=entry.setting)
        case Shuffling():
            return with_fields(table, phase="shuffling", attempted=entry.at)
        case Revealed():
            return take_reveal(table, entry)
        case Retried():
            return take_retry(table, entry)
        case Started():
            return take_start(table, entry)
        case Played():
            state = table.state.copy()
            events = apply_steps(table.game, state, (*entry.steps, *entry.draws))
            return take_play(table, entry, state, events)
        case Asked():
            return with_fields(table, asking=Asking(entry.seat, entry.back_to))
        case Agreed() if table.asking is not None:
            agreed = table.asking.agreed | {entry.seat}
            return with_fields(table, asking=msgspec.structs.replace(table.asking, agreed=agreed))
        case Declined() if table.asking is not None:
            back_to = table.asking.back_to
            number = next((play.number for play in table.plays if play.number > back_to), 0)
            return with_fields(table, asking=None, declined=table.declined | {number})
        case Agreed() | Declined():
            return with_fields(table, asking=None)
        case Undone():
            return take_undo(table, entry, earlier)
        case StoodIn():
            table = stop_thinking(table, entry.seat, entry.spent, entry.waited, entry.at)
            return with_seat(table, entry.seat, level=entry.level, stand_in=True, left=entry.why == "left")
        case CameBack():
            table = stop_thinking(table, entry.seat, entry.spent, entry.waited, entry.at)
            return with_seat(table, entry.seat, level="", stand_in=False, left=False)
        case Forfeited():
            table = stop_thinking(table, entry.seat, entry.spent, entry.waited, entry.at)
            return end_if_forfeited(with_seat(table, entry.seat, level=entry.level, stand_in=True, forfeited=True))
        case Rematched():
            return with_fields(table, next=entry.table)
        case Closed():
            return with_fields(table, phase="closed", reason=entry.reason, asking=None)
        case Hid():
            hidden = table.hidden | {entry.said} if entry.on else table.hidden - {entry.said}
            return with_fields(table, hidden=hidden)
        case Kicked():
            return with_fields(table, kicked=table.kicked | {entry.person})
        case Spoke():
            return table


def with_fields(table: Table, **fields: Any) -> Table:
    return msgspec.structs.replace(table, **fields)


def with_seat(table: Table, seat: Seat, **fields: Any) -> Table:
    chair = msgspec.structs.replace(table.chairs[seat], **fields)
    chairs = (*table.chairs[:seat], chair, *table.chairs[seat + 1 :])
    return with_fields(table, setting=msgspec.structs.replace(table.setting, chairs=chairs))


# --- the match -------------------------------------------------------------------------------------------------------


def start_match(table: Table, at: float) -> tuple[Started, Table]:
    """Deals the first cards."""
    state = first_state(table)
    chance = chance_of(with_fields(table, key=stream_key(table)))
    entry = Started(at=at, draws=tuple(draw_steps(table.game, state, chance)))
    return entry, take(table, entry)


def take_start(table: Table, entry: Started) -> Table:
    game, setting = table.game, table.setting
    state = first_state(table)
    return with_fields(
        table,
        phase="playing",
        moved=table.number,
        key=stream_key(table),
        draws=len(entry.draws),
        carried=entry.carried,
        events=apply_steps(game, state, entry.draws),
        state=state,
        plays=(StandingPlay(table.number, CHANCE, (), intern_steps(game, entry.draws)),),
        timing=clocks.start_timing(setting.clock, len(setting.chairs), entry.at),
    )


def first_state(table: Table) -> Any:
    """Before the first card; in a trial, which begins in the middle of another match, there."""
    setting = table.setting
    if setting.begins:
        return table.game.parse_state(setting.begins)
    return table.game.start(len(setting.chairs), setting.options)


def stream_key(table: Table) -> bytes:
    return shuffle_key(current_secret(table), table.id, entropy(table))


def entropy(table: Table) -> list[bytes]:
    """What the person in each seat added to the shuffle."""
    return [bytes.fromhex(table.nonces.get(chair.person, "")) for chair in table.chairs]


def make_play(
    table: Table, seat: Seat, steps: Sequence[Step], at: float, *, spent: int = 0, waited: int = 0
) -> tuple[Played, Table]:
    """A seat's whole play, and the table after it and after what chance does then."""
    game, state = table.game, table.state.copy()
    events = [*play_steps(game, state, seat, steps)]
    if not ends_play(state, seat, events):
        raise Refusal(409, "this play is not complete")
    draws = tuple(draw_steps(game, state, chance_of(table), events))
    entry = Played(at=at, seat=seat, steps=intern_steps(game, steps), draws=draws, spent=spent, waited=waited)
    following = with_fields(table, number=table.number + 1, changed=at)
    return entry, take_play(following, entry, state, tuple(events))


def take_play(table: Table, entry: Played, state: Any, events: tuple[Event, ...]) -> Table:
    game, seat, clock = table.game, entry.seat, table.setting.clock
    assert table.timing is not None
    before = table.timing if clock.kind != "none" else None
    play = StandingPlay(table.number, seat, intern_steps(game, entry.steps), intern_steps(game, entry.draws), before)
    timing = clocks.charge_play(
        table.timing,
        clock,
        seat,
        entry.spent,
        entry.waited,
        turn_ends=state.to_move != seat or game.round_of(state) != game.round_of(table.state),
        at=entry.at,
        stand_in=table.chairs[seat].stand_in,
    )
    table = with_fields(
        table,
        moved=table.number,
        draws=table.draws + len(entry.draws),
        state=state,
        events=events,
        plays=(*table.plays, play),
        timing=timing,
        asking=None if ends_asking(table, entry) else table.asking,
    )
    if state.to_move == NOBODY:
        return end_match(table, final_outcome(table, game.outcome(state)))
    return table


def end_match(table: Table, outcome: Outcome | None) -> Table:
    return with_fields(table, phase="over", asking=None, outcome=outcome, ended=table.changed)


def ends_asking(table: Table, entry: Played) -> bool:
    """Bots play on while a take-back waits for consent, but where nothing is drawn twice their draws settle it."""
    return table.chairs[entry.seat].is_present or (bool(entry.draws) and not table.setting.redraws)


def take_undo(table: Table, entry: Undone, state: Any = None) -> Table:
    """Back to an earlier position and its clocks, less what was spent since; the stream goes on where it is."""
    assert table.timing is not None
    payer = entry.seat if entry.asker_pays else table.to_move
    timing = clocks.charge(table.timing, payer, entry.spent, entry.waited, entry.at) if payer >= 0 else table.timing
    withdrawn = [play for play in table.plays if play.number > entry.back_to]
    if withdrawn and (before := withdrawn[0].before):
        seat, clock = withdrawn[0].seat, table.setting.clock
        others_played = any(play.seat != seat for play in withdrawn)
        timing = clocks.restore(timing, before, clock, seat, entry.at, others_played=others_played)
    plays = tuple(play for play in table.plays if play.number <= entry.back_to)
    state = state_after(table, plays) if state is None else state
    number = table.number
    return with_fields(
        table,
        moved=number,
        withdrew=number,
        withdrawn=table.withdrawn + len(withdrawn),
        redrawn=table.redrawn + any(play.draws for play in withdrawn),
        state=state,
        plays=plays,
        events=(),
        timing=timing,
        asking=None,
    )


def state_after(table: Table, plays: Iterable[StandingPlay]) -> Any:
    state = first_state(table)
    for play in plays:
        for step in (*play.steps, *play.draws):
            table.game.apply(state, step)
    return state


def stop_thinking(table: Table, seat: Seat, spent: int, waited: int, at: float) -> Table:
    """If ``seat`` is to move, what it thought is charged; whoever plays it next begins to think now."""
    if table.timing is None or seat < 0 or seat != table.to_move:
        return table
    return with_fields(table, timing=clocks.charge(table.timing, seat, spent, waited, at))


def end_if_forfeited(table: Table) -> Table:
    """Between two the match is over; among more a bot plays the seat to the end."""
    left = [seat for seat, chair in enumerate(table.chairs) if not chair.forfeited]
    if len(left) > 1:
        return table
    return end_match(table, Outcome((0,) * len(table.chairs), tuple(left), ""))


def final_outcome(table: Table, outcome: Outcome | None) -> Outcome | None:
    """Seats that forfeited do not win: the best of the others do."""
    still = [seat for seat, chair in enumerate(table.chairs) if not chair.forfeited]
    if outcome is None or len(still) == len(table.chairs):
        return outcome
    winners = [seat for seat in outcome.winners if seat in still]
    if not winners:
        most = max(outcome.points[seat] for seat in still)
        winners = [seat for seat in still if outcome.points[seat] == most]
    return Outcome(outcome.points, tuple(winners), outcome.clause)


# --- steps -----------------------------------------------------------------------------------------------------------


class Prospect(msgspec.Struct, frozen=True):
    """Where considered steps would lead: a state that the seat cannot tell from the true one."""

    state: Any
    events: tuple[Event, ...]
    complete: bool


def consider(table: Table, seat: Seat, steps: Sequence[Step]) -> Prospect:
    """Played on a state imagined from the seat's own view, so that no answer can depend on anything hidden."""
    game = table.game
    state = game.imagine(game.view(table.state, seat), Rng(0))
    events = play_steps(game, state, seat, steps)
    own = tuple(event.seen_by(seat) for event in events if event.seat == seat)
    return Prospect(state, own, ends_play(state, seat, events))


def play_steps(game: AnyGame, state: Any, seat: Seat, steps: Sequence[Step]) -> list[Event]:
    """Takes a seat's steps in place, checking each."""
    events: list[Event] = []
    for number, step in enumerate(steps, start=1):
        if ends_play(state, seat, events):
            raise Refusal(409, "step {number} comes after the end of this play", number=number)
        events += game.play(state, step)
    return events


def apply_steps(game: AnyGame, state: Any, steps: Iterable[Step]) -> tuple[Event, ...]:
    """Takes steps in place that are known to be right."""
    events: list[Event] = []
    for step in steps:
        game.apply(state, step)
        events += game.events(state)
    return tuple(events)


def chance_of(table: Table) -> Chance:
    """Where the next draws come from: the committed stream, or the order that a deal for several has fixed."""
    if not table.is_compared:
        return Committed(table.key, table.draws)
    settled = table.same_deal.settled if table.same_deal else {}
    deal, state = Deal(deal_seed(table.secret), settled), first_state(table)
    for play in table.plays:
        for step in play.steps:
            table.game.apply(state, step)
        for step in play.draws:
            deal.choose(table.game, state)  # fixes the order of a pile when its first card is turned
            table.game.apply(state, step)
    return deal


def draw_steps(game: AnyGame, state: Any, chance: Chance, events: list[Event] | None = None) -> Iterable[Step]:
    """Lets chance take its steps in place."""
    while state.to_move == CHANCE:
        step = chance.choose(game, state)
        game.apply(state, step)
        if events is not None:
            events += game.events(state)
        yield step


def intern_steps(game: AnyGame, steps: Iterable[Step]) -> tuple[Step, ...]:
    """The same steps as the game's own strings, which cost no memory."""
    return tuple(game.steps[game.codes[step]] for step in steps)


def check_current(table: Table, after: int) -> None:
    """What a client asks for must rest on what the match is now."""
    if not table.moved <= after <= table.number:
        raise Outdated("the match has moved on")


# --- the shuffle -----------------------------------------------------------------------------------------------------


def people_to_reveal(table: Table) -> set[str]:
    """People who committed to entropy and have not revealed it."""
    return set(table.setting.commitments) - set(table.nonces)


def current_secret(table: Table) -> bytes:
    """The server's for the present attempt. That of an attempt that failed is never shown."""
    return later_secret(table.secret, table.attempt)


def take_reveal(table: Table, entry: Revealed) -> Table:
    promised = table.promised | ({entry.person: entry.next} if entry.next else {})
    return with_fields(table, nonces=table.nonces | {entry.person: entry.nonce}, promised=promised)


def retry_shuffle(table: Table, at: float) -> Retried:
    """Nobody may choose, now that some have revealed: neither the server nor who kept silent. So nothing of this
    attempt is used."""
    return Retried(at=at, commitment=commitment(later_secret(table.secret, table.attempt + 1)))


def take_retry(table: Table, entry: Retried) -> Table:
    return with_fields(
        table,
        commitment=entry.commitment,
        attempt=table.attempt + 1,
        attempted=entry.at,
        silent=table.silent | people_to_reveal(table),
        setting=msgspec.structs.replace(table.setting, commitments=table.promised),
        nonces={},
        promised={},
    )


def reveal(table: Table, person: str, nonce: str, promise: str, at: float) -> list[AnyEntry]:
    """``promise`` is what the person commits to for another attempt, or empty."""
    if table.phase != "shuffling":
        raise Refusal(409, "no entropy is being collected now")
    if person not in people_to_reveal(table):
        raise Refusal(409, "nobody is waiting for entropy from you")
    if commitment(bytes.fromhex(nonce)) != table.setting.commitments[person]:
        raise Refusal(400, "this is not what you committed to")
    return [Revealed(at=at, person=person, nonce=nonce, next=promise)]
