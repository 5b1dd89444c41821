"""A game of Birdie on paper: both rounds from the first entry on, each scoring on the boards as they were then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from birdtable import catalog
from birdtable.companion.base import Fault, Why
from birdtable.companion.birdie.division import pieces_of, sets_text
from birdtable.companion.birdie.memory import solve_once
from birdtable.companion.birdie.own import robin_cards, score_steps
from birdtable.companion.birdie.possible import check_cards, check_written
from birdtable.companion.birdie.proposal import proposal
from birdtable.companion.birdie.replay import Before
from birdtable.companion.birdie.sheet import (
    BirdieAnswer,
    BirdieSheet,
    BoardTotals,
    Piece,
    Round,
    Scored,
    Scoring,
    Settled,
)
from birdtable.companion.birdie.why import why_of
from birdtable.companion.words import Unfit, Words
from birdtable.game import Now
from birdtable.games.birdie.cards import BIRDS, COPIES, KIND_OF, KINDS, LEAST_SET, TRAITS, TROPHY
from birdtable.games.birdie.options import DEFAULT_FLAP_VALUES
from birdtable.games.birdie.points import (
    cards_of_round,
    flap_points,
    is_one_shuffle,
    most_uses,
    pass_points,
    total,
    winner,
)
from birdtable.games.birdie.solver import Problem, Solution
from birdtable.games.birdie.solver.search.board import Board
from birdtable.games.birdie.solver.sheet import Sheet

ROUNDS = 2
SHEET_SECONDS = 8.0
"""How long all rows of an expert game may take together."""
MOST_SECONDS = 2.5
LEAST_SECONDS = 0.3
"""How long one of them may take at most, and at least."""


class PaperBoards:
    """Boards and trophies while a sheet is gone through from the beginning."""

    def __init__(self, sheet: BirdieSheet) -> None:
        game = catalog.game("birdie")
        game.check_seats(len(sheet.players))
        self.sheet = sheet
        self.seats = len(sheet.players)
        self.options: dict[str, Any] = game.complete(with_tuples(sheet.options))
        self.flap_values: tuple[int, ...] = self.options["flap_values"]
        self.uses = most_uses(self.options["expert"])
        self.boxes: list[dict[str, int]] = [{} for _ in sheet.players]
        self.flaps = [0] * self.seats
        self.used: list[Counter[str]] = [Counter() for _ in sheet.players]
        self.passes: list[list[int | None]] = [[None] * ROUNDS for _ in sheet.players]
        self.records: dict[str, int] = {}
        self.holders: dict[str, int] = {}
        self.robins = 0
        """Cards that Robin drew this round."""

    def uses_left(self, seat: int, bird: str, scoring: Scoring) -> int:
        """[B7.1] How often the ability can still be used, apart from what was spent before the row was entered."""
        return self.uses - self.used[seat][bird] - scoring.spent.get(bird, 0)

    def problem(self, seat: int, scoring: Scoring, time: float) -> Problem:
        """What the scorer is asked: it spends no more cards than the hand has, nor more often than the rules allow."""
        hand = [card[0] for card in scoring.hand.split()]

        def uses(bird: str) -> int:
            return max(0, min(self.uses_left(seat, bird, scoring), hand.count(bird[0].upper())))

        return Problem(
            row=scoring.row,
            insert=scoring.drawn,
            boxes=self.boxes[seat],
            flaps=self.flaps[seat],
            records=self.records,
            time=time,
            woodpeckers=uses("woodpecker"),
            pigeons=uses("pigeon"),
            owls=uses("owl"),
            **{name: self.options[name] for name in OPTIONS},
        )

    def board(self, seat: int) -> Board:
        return Board(
            tuple(self.boxes[seat].get(trait, 0) for trait in TRAITS),
            self.flaps[seat],
            tuple(self.records.get(bird, 0) for bird in BIRDS),
            self.flap_values,
        )

    def before(self, seat: int, scoring: Scoring) -> Before:
        return Before(
            seats=self.seats,
            options=self.options,
            boxes=self.boxes[seat],
            flaps=self.flaps[seat],
            used=self.used[seat] + Counter(scoring.spent),
            records=self.records,
            holders=self.holders,
            robins=self.robins,
        )

    def write(self, seat: int, scored: Scored) -> None:
        self.boxes[seat].update(scored.boxes)
        self.flaps[seat] = scored.flaps
        self.used[seat].update(scored.used)
        self.robins += scored.used.get("robin", 0)
        for bird in BIRDS:
            self.records[bird] = max(self.records.get(bird, 0), scored.boxes.get(bird, 0))
        self.holders.update(dict.fromkeys(scored.trophies, seat))

    def totals(self, seat: int) -> BoardTotals:
        """[B6.1]"""
        boxes = self.boxes[seat]
        birds = sum(value for trait, value in boxes.items() if trait in BIRDS)
        seasons = sum(boxes.values()) - birds
        passes = [points or 0 for points in self.passes[seat]]
        flaps = flap_points(self.flap_values, self.flaps[seat])
        trophies = tuple(bird for bird in BIRDS if self.holders.get(bird) == seat)
        return BoardTotals(
            boxes=dict(boxes),
            flaps=self.flaps[seat],
            used=dict(self.used[seat]),
            passes=tuple(self.passes[seat]),
            trophies=trophies,
            seasons=seasons,
            birds=birds,
            passing=sum(passes),
            flap_points=flaps,
            trophy_points=TROPHY * len(trophies),
            points=total(boxes.values(), passes, flaps, len(trophies)),
        )


OPTIONS = ("expert", "flap_values", "owl", "same_trait_sets", "expert_removals", "robin_source")


def birdie_answer(sheet: BirdieSheet, words: Words, now: Now | None = None) -> BirdieAnswer:
    desk = PaperBoards(sheet)
    end = now() + SHEET_SECONDS if now else 0.0
    faults: list[Fault] = list(copies_faults(sheet, words))
    rounds: list[tuple[Scored | None, ...]] = []
    after: list[tuple[int, ...]] = []
    sure = True
    for number, one in enumerate(sheet.rounds):
        check_round(one, desk.seats, number, words)
        desk.robins = 0
        for place, seat in enumerate(one.order):
            desk.passes[seat][number] = pass_points(desk.seats, place)
        sure = sure and len(one.order) == desk.seats
        found: list[Scored | None] = [None] * desk.seats
        for seat in scoring_order(one, desk.seats):
            scoring = one.scorings[seat] if seat < len(one.scorings) else None
            if scoring is None:
                sure = False
                continue
            try:
                time = min(MOST_SECONDS, max(LEAST_SECONDS, end - now())) if now else MOST_SECONDS
                scored = score(desk, seat, scoring, words, time, now)
            except Unfit as unfit:
                fault = unfit.fault(number, seat)
                if all((fault.round, fault.seat, fault.clause) != (old.round, old.seat, old.clause) for old in faults):
                    faults.append(fault)
                sure = False
                continue
            if scored.play is not None and scored.play.refused:
                faults.append(Fault(round=number, seat=seat, text=scored.play.refused, clause=scored.play.clause))
            found[seat] = scored = msgspec.structs.replace(scored, sure=sure)
            sure = sure and not (scored.play is not None and scored.play.asks)
            desk.write(seat, scored)
        rounds.append(tuple(found))
        after.append(tuple(desk.totals(seat).points for seat in range(desk.seats)))
    boards = tuple(desk.totals(seat) for seat in range(desk.seats))
    over = sure and len(rounds) == ROUNDS and not faults
    winners, tie = decide(boards, sheet.rounds[-1].order) if over else ((), False)
    first = sheet.rounds[0].order if sheet.rounds else ()
    return BirdieAnswer(
        flap_values=desk.flap_values,
        assumed=desk.flap_values == DEFAULT_FLAP_VALUES,
        boards=boards,
        rounds=tuple(rounds),
        after=tuple(after),
        starter=first[-1] if len(first) == desk.seats else -1,
        over=over,
        winners=winners,
        tie=tie,
        faults=tuple(faults),
    )


def with_tuples(options: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}


def check_round(one: Round, seats: int, number: int, words: Words) -> None:
    if len(set(one.order)) < len(one.order) or any(seat >= seats for seat in one.order):
        text = words.t("Round {n}: each of the {seats} players passes once.", n=number + 1, seats=seats)
        raise Unfit(text, "B4.1")
    if len(one.scorings) > seats:
        raise Unfit(words.t("Round {n}: there are more rows than players.", n=number + 1), "B5.1")


def scoring_order(one: Round, seats: int) -> list[int]:
    """[B5.1] In the order of passing; seats whose place in it is not known come last."""
    return [*one.order, *(seat for seat in range(seats) if seat not in one.order)]


def decide(boards: Sequence[BoardTotals], order: Sequence[int]) -> tuple[tuple[int, ...], bool]:
    """[B6.2] Who wins, and whether that broke a tie."""
    points = [board.points for board in boards]
    first = winner(points, order)
    return (first,), points.count(points[first]) > 1


def copies_faults(sheet: BirdieSheet, words: Words) -> list[Fault]:
    """[B1.1] More cards of a kind than there are: in a round, with 2 players in the whole game [B2.1]."""
    faults = []
    seen: Counter[str] = Counter()
    for number, one in enumerate(sheet.rounds):
        if not is_one_shuffle(len(sheet.players)):
            seen = Counter()
        before = seen.total()
        for seat, scoring in enumerate(one.scorings):
            if scoring is None:
                continue
            cards = Counter(f"{scoring.row} {scoring.hand} {scoring.drawn} {robin_cards(scoring.steps)}".split())
            for card in sorted(set(cards) & set(KINDS)):
                if seen[card] + cards[card] > COPIES >= seen[card]:
                    text = words.t(
                        "{card}: {n} cards, but there are 4 of each kind", card=card, n=seen[card] + cards[card]
                    )
                    faults.append(Fault(round=number, seat=seat, text=text, clause="B1.1"))
            seen += cards
        entered, there_are = seen.total() - before, cards_of_round(len(sheet.players))
        if entered > there_are:
            text = words.t("Round {n}: {cards} cards, but there are {all}", n=number + 1, cards=entered, all=there_are)
            faults.append(Fault(round=number, seat=-1, text=text, clause="B2.1"))
    return faults


def score(desk: PaperBoards, seat: int, scoring: Scoring, words: Words, time: float, now: Now | None) -> Scored:
    if scoring.settled is None or scoring.wrote is not None:
        return score_entry(desk, seat, scoring, words, time, now)
    if scoring.steps is None:
        return score_settled(desk, seat, scoring, scoring.settled, words, time, now)
    return msgspec.structs.replace(score_entry(desk, seat, scoring, words, time, now), settled=True)


def score_entry(desk: PaperBoards, seat: int, scoring: Scoring, words: Words, time: float, now: Now | None) -> Scored:
    """By what was entered: the player's own scoring, or the best one."""
    check_scoring(desk, seat, scoring, words)
    if scoring.wrote is not None:
        settled = scoring.settled is not None
        return msgspec.structs.replace(score_entered(desk, seat, scoring, scoring.wrote, words), settled=settled)
    check_copies(scoring, words)
    problem = desk.problem(seat, scoring, time)
    if scoring.steps is not None:
        if scoring.drawn:
            raise Unfit(words.t("Put Robin's card into the row before you divide it."), "B5.3")
        return score_steps(desk.before(seat, scoring), desk.board(seat), seat, scoring, problem, words, now)
    pieces: list[Piece] = []
    if scoring.cuts is not None:
        if desk.options["expert"]:
            raise Unfit(words.t("In the expert game there is no division: enter the removals."), "B8.2")
        if scoring.drawn:
            raise Unfit(words.t("Put Robin's card into the row before you divide it."), "B5.3")
        pieces = pieces_of(scoring.row.split(), scoring.cuts, scoring.by_season, desk.boxes[seat])
        problem = msgspec.structs.replace(problem, sets=sets_text(pieces))
    solution = solve_once(problem, now)
    scored = from_solution(solution, scoring, pieces, words)
    return msgspec.structs.replace(scored, proposal=proposal(scoring, solution, desk.boxes[seat], expert=desk.uses > 1))


def score_settled(
    desk: PaperBoards, seat: int, scoring: Scoring, settled: Settled, words: Words, time: float, now: Now | None
) -> Scored:
    """By what people went on from, even if the boards have changed since and another scoring would bring more."""
    found = score_entry(desk, seat, scoring, words, time, now)
    if found.proposal is not None and settle(found.proposal) == settled:
        return msgspec.structs.replace(found, settled=True)
    kept = msgspec.structs.replace(
        scoring,
        row=settled.row,
        drawn="",
        spent=settled.spent,
        cuts=settled.cuts,
        by_season=settled.by_season,
        steps=settled.steps,
    )
    scored = score_entry(desk, seat, kept, words, time, now)
    best = max(scored.gain, found.best)
    return msgspec.structs.replace(scored, how=found.how, best=best, settled=True, proposal=found.proposal)


def settle(proposal: Scoring) -> Settled:
    return Settled(
        row=proposal.row,
        spent=proposal.spent,
        cuts=proposal.cuts,
        by_season=proposal.by_season,
        steps=proposal.steps or (),
    )


def check_copies(scoring: Scoring, words: Words) -> None:
    """[B1.1] An impossible row is not scored; ``copies_faults`` counts the cards of all rows together."""
    for card, count in Counter(f"{scoring.row} {scoring.hand} {scoring.drawn}".split()).items():
        if count > COPIES:
            raise Unfit(words.t("{card}: {n} cards, but there are 4 of each kind", card=card, n=count), "B1.1")


def check_scoring(desk: PaperBoards, seat: int, scoring: Scoring, words: Words) -> None:
    for card in f"{scoring.row} {scoring.hand} {scoring.drawn}".split():
        if card not in KIND_OF:
            text = words.t("{card} is not a bird card: write a bird W O P R and a season s u a w, as in Rs", card=card)
            raise Unfit(text, "B1.1")
    check_cards(desk.seats, scoring, words)
    spent = Counter(scoring.spent)
    spent["robin"] += len(scoring.drawn.split())
    for bird, count in spent.items():
        if bird not in BIRDS:
            raise Unfit(words.t("There is no ability {name}.", name=bird), "B7.1")
        if desk.used[seat][bird] + count > desk.uses:
            name = words.word(bird)
            text = words.tn(
                "{bird}: the ability can be used {n} time a game",
                "{bird}: the ability can be used {n} times a game",
                desk.uses,
                bird=name[:1].upper() + name[1:],
            )
            raise Unfit(text, "B7.1")


def from_solution(solution: Solution, scoring: Scoring, pieces: list[Piece], words: Words) -> Scored:
    used = Counter(scoring.spent)
    used["robin"] += len(scoring.drawn.split())
    for bird in BIRDS:
        used[bird] += solution.steps.count(f"use {bird[0].upper()}")
    return Scored(
        how="best" if scoring.cuts is None else "own",
        gain=solution.gain,
        best=solution.bound,
        proved=solution.proved,
        sure=True,
        row=solution.row,
        lines=tuple(why_of(line, words) for line in solution.lines),
        stages=tuple(solution.stages),
        pieces=tuple(pieces),
        boxes=solution.boxes,
        flaps=solution.flaps,
        trophies=tuple(solution.trophies),
        used={bird: count for bird, count in used.items() if count},
    )


def score_entered(desk: PaperBoards, seat: int, scoring: Scoring, wrote: dict[str, int], words: Words) -> Scored:
    """What people wrote at their table, as far as a board can hold it."""
    sheet = Sheet(desk.board(seat))
    lines: list[Why] = []
    for trait, value in wrote.items():
        if trait not in TRAITS:
            raise Unfit(words.t("There is no box {name}.", name=trait), "B1.3")
        name = words.word(trait)
        if trait in desk.boxes[seat]:
            raise Unfit(words.t("The {trait} box is already full.", trait=name), "B5.6")
        if value < LEAST_SET:
            raise Unfit(words.t("{trait}: a set has at least 2 cards", trait=name), "B5.4")
        lines.append(
            Why(
                points=value,
                clause="B5.6",
                text=words.t("{trait}: {n}, as you entered it", trait=name, n=value),
                trait=trait,
                what="entered",
            )
        )
        sheet.fill(TRAITS.index(trait), value)
    check_written(desk.seats, scoring, wrote, len(desk.flap_values) - desk.flaps[seat], words)
    sheet.set_marks = scoring.marks
    sheet.set_points = sheet.mark(scoring.marks)
    sheet.finish()
    lines += [why_of(line, words) for line in sheet.lines]
    gain = sum(line.points for line in lines)
    return Scored(
        how="entered",
        gain=gain,
        best=gain,
        proved=False,
        sure=True,
        row=scoring.row,
        lines=tuple(lines),
        stages=(),
        pieces=(),
        boxes=dict(wrote),
        flaps=sheet.flaps,
        trophies=tuple(BIRDS[bird] for bird in sheet.trophies),
        used={bird: count for bird, count in scoring.spent.items() if count},
    )
