"""A scoring that was entered step by step: what it brought and why, and how it can go on."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from birdtable.companion.birdie.memory import solve_once
from birdtable.companion.birdie.replay import Before, Replay, about_to_score
from birdtable.companion.birdie.sheet import OwnPlay, Scored, Scoring
from birdtable.companion.birdie.why import why_of
from birdtable.companion.words import Words
from birdtable.game import Now, Seat, Step
from birdtable.games.birdie import GAME
from birdtable.games.birdie.cards import (
    BEFORE_SETS,
    BIRDS,
    KIND_OF,
    KINDS,
    PHASES,
    SET_ASKED,
    TRAITS,
    members,
    parse_cards,
)
from birdtable.games.birdie.points import most_uses
from birdtable.games.birdie.solver import Problem
from birdtable.games.birdie.solver.happened import note
from birdtable.games.birdie.solver.marking import Choice, Marked, explain_unmarked, explain_unwritten
from birdtable.games.birdie.solver.search.board import Board
from birdtable.games.birdie.solver.sheet import Sheet
from birdtable.games.birdie.solver.stages import Fate, Group, Stage


def score_steps(
    before: Before, board: Board, seat: Seat, scoring: Scoring, problem: Problem, words: Words, now: Now | None
) -> Scored:
    """Plays all that was entered and what goes without saying, and compares it with the best play of these cards."""
    replay = Replay(about_to_score(before, seat, scoring), seat, scoring, before.boxes)
    points, used = replay.state.score(seat), uses_of(replay)
    replay.play_all()
    closed = replay.copy()
    is_finished = closed.finish()
    gain = closed.state.score(seat) - points
    drew = [event.cards for event in closed.events if event.what == "drew"]
    # While something is asked the best is of no use to anybody yet.
    best = solve_once(msgspec.structs.replace(problem, insert=" ".join(drew)), now) if is_finished else None
    uses = {bird: count - used[bird] + scoring.spent.get(bird, 0) for bird, count in uses_of(closed).items()}
    return Scored(
        how="own",
        gain=gain,
        best=max(best.gain, gain) if best else gain,
        proved=best is not None and best.proved,
        sure=True,
        row=asking(replay, closed).row,
        lines=tuple(why_of(line, words) for line in explain(closed, board, is_finished=is_finished).lines),
        stages=tuple(stages_of(closed)),
        pieces=tuple(closed.pieces),
        boxes=new_boxes(closed, before),
        flaps=closed.state.flaps[seat],
        trophies=tuple(event.place for event in closed.events if event.what == "won trophy"),
        used={bird: count for bird, count in uses.items() if count},
        play=own_play(replay, closed, scoring, words, asks=not is_finished),
    )


def own_play(replay: Replay, closed: Replay, scoring: Scoring, words: Words, *, asks: bool) -> OwnPlay:
    """How it can go on: from where the steps led, or from the first thing that has to be decided."""
    state = asking(replay, closed).state
    refused, clause = "", ""
    if replay.refused is not None and scoring.steps is not None:
        fault = words.refusal(replay.refused)
        number, clause = replay.accepted, fault.clause
        refused = words.t("Step {n}, {step}: {why}", n=number + 1, step=scoring.steps[number], why=fault.text)
    return OwnPlay(
        accepted=replay.accepted,
        phase=PHASES[state.phase],
        legal=tuple(step for step in GAME.legal_steps(state) if not step.startswith("use ")),
        uses=tuple(usable(replay, closed)),
        asks=asks,
        held=KINDS[state.held] if state.held >= 0 else "",
        taking=(state.low + 1, state.high) if state.phase == SET_ASKED else (),
        lost=state.phase == SET_ASKED and state.boxes[replay.seat * len(TRAITS) + state.trait] > 0,
        trait=TRAITS[state.trait] if state.trait >= 0 else "",
        hand=tuple(KINDS[kind] for kind in members(state.hand[replay.seat])),
        refused=refused,
        clause=clause,
    )


def asking(replay: Replay, closed: Replay) -> Replay:
    """Where the steps led, and on to what else can be done there.

    In the expert game Robin and Woodpecker need not be declined before the first removal; in the standard game a choice
    between sets has to be made first.
    """
    if replay.state.expert and replay.state.phase == BEFORE_SETS:
        ahead = replay.copy()
        ahead.go_on()
        return ahead
    is_asked = closed.state.to_move == closed.seat or closed.draws
    return closed if is_asked and not closed.state.expert else replay


def new_boxes(closed: Replay, before: Before) -> dict[str, int]:
    start = closed.seat * len(TRAITS)
    boxes = zip(TRAITS, closed.state.boxes[start : start + len(TRAITS)], strict=True)
    return {trait: value for trait, value in boxes if value and trait not in before.boxes}


def uses_of(replay: Replay) -> dict[str, int]:
    start = replay.seat * len(BIRDS)
    return dict(zip(BIRDS, replay.state.used[start : start + len(BIRDS)], strict=True))


def usable(replay: Replay, closed: Replay) -> Iterator[Step]:
    """Cards that could be spent from here on; in the standard game also at a time that was passed over."""
    now = {step for step in replay.legal() if step.startswith("use ")}
    later = closed.passed_over - (replay.passed_over if replay.state.expert else set())
    left, limit = uses_of(closed), most_uses(replay.state.expert)
    for kind in members(closed.state.hand[replay.seat]):
        step = f"use {KINDS[kind]}"
        if step in now | later and left[BIRDS[kind >> 2]] < limit:
            yield step


# Why


def explain(closed: Replay, board: Board, *, is_finished: bool) -> Sheet:
    """A line for everything that happened, and for every set that brought nothing."""
    sheet = Sheet(board)
    note(sheet, closed.events)
    if is_finished and closed.state.expert:
        if closed.row:
            sheet.say(0, "B8.5", "left", count=len(closed.row.split()))
    elif is_finished:
        explain_rest(closed, sheet)
    sheet.finish()
    return sheet


def explain_rest(closed: Replay, sheet: Sheet) -> None:
    """[B5.6] Sets that do not count, runs that were not marked, cards in no set."""
    sets = marked_sets(closed)
    counting = [number for number in range(len(sets)) if fate(closed, number) in ("written", "held")]
    copies = [TRAITS.index(event.place) for event in closed.events if event.what == "copied"]
    choice = Choice(tuple(counting), -1, closed.held, copies[-1] if copies else -1)
    counted = {sets[number].trait: sets[number].length for number in counting}
    for number, one in enumerate(sets):
        if number not in counting and number not in closed.dropped:
            explain_unwritten(sheet, one.trait, one.length, counted, choice)
    if closed.held >= 0:
        held = sets[closed.held]
        sheet.say(0, "B9.2", "held", held.trait, held.length)
    explain_unmarked(sheet, parse_cards(closed.row), sets, counted, choice, free=False)


# What to look at


def marked_sets(closed: Replay) -> list[Marked]:
    state = closed.state
    return [Marked(state.set_start[n], state.set_length[n], state.set_trait[n]) for n in range(state.set_count)]


def stages_of(closed: Replay) -> list[Stage]:
    """The row with its sets, in the standard game."""
    if closed.state.expert:
        return []
    groups = [
        Group(TRAITS[one.trait], list(range(one.start + 1, one.end + 1)), fate(closed, number))
        for number, one in enumerate(marked_sets(closed))
    ]
    return [Stage(closed.row, groups=groups)]


def fate(closed: Replay, number: int) -> Fate:
    """[B5.6] Of the sets of a trait that are left, the first as large as what was written is the one written."""
    sets, state = marked_sets(closed), closed.state
    if number in closed.dropped:
        return "dropped"
    if number == closed.held:
        return "held"
    wrote = {event.place: event.points for event in closed.events if event.what == "wrote"}
    if not wrote and state.to_move == closed.seat:  # nothing is written yet
        return "lost" if state.set_out[number] else "written"
    like = [
        other
        for other, one in enumerate(sets)
        if one.trait == sets[number].trait and one.length == wrote.get(TRAITS[one.trait]) and not state.set_out[other]
    ]
    return "written" if like[:1] == [number] else "lost"


def robin_cards(steps: tuple[Step, ...] | None) -> str:
    """The cards that Robin drew among the steps."""
    return " ".join(step[5:] for step in steps or () if step.startswith("deal ") and step[5:] in KIND_OF)
