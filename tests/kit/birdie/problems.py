"""Random problems for the exact scorer, and the engine as the judge of its steps."""

from __future__ import annotations

from collections import Counter
from random import Random

from birdtable.game import CHANCE
from birdtable.games.birdie import GAME
from birdtable.games.birdie.cards import (
    BIRDS,
    OWL,
    PIGEON,
    ROBIN,
    TRAITS,
    WOODPECKER,
    cards_text,
    parse_cards,
    parse_trait,
)
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.solver import Problem, Solution
from kit.birdie.brute import Best, Brute
from kit.birdie.table import ME, OTHER, account, after, have_passed, lay, turn

DECK = [kind for kind in range(16) for _ in range(4)]
COLUMNS = [(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), (1, 2, 3), (1, 1, 2, 4, 7, 11, 16, 16, 16, 16, 20)]


def random_row(rng: Random, length: int) -> list[int]:
    """Any cards, or cards of few kinds, so that much is shared."""
    deck = DECK
    if rng.random() < 0.4:
        kinds = rng.sample(range(16), 6)
        deck = [kind for kind in DECK if kind in kinds]
    return rng.sample(deck, length)


def random_problem(rng: Random, *, expert: bool, most: int) -> Problem:
    """Small enough for a brute force: the more abilities before sets, the shorter the row."""
    limit = 2 if expert else 1
    woodpeckers = rng.choice((0, 0, 0, 1, limit))
    inserts = rng.choice((0, 0, 1, limit if woodpeckers < 2 else 1))
    shorter = (0, 2, 5)[woodpeckers] + (0, 1, 3)[inserts]
    cards = random_row(rng, rng.randint(0, max(0, most - shorter)) + inserts)
    full = rng.choice((0, 0.3, 0.6))
    column = rng.choice(COLUMNS)
    return Problem(
        row=cards_text(cards[inserts:]),
        insert=cards_text(cards[:inserts]),
        expert=expert,
        woodpeckers=woodpeckers,
        pigeons=rng.randint(0, limit),
        owls=rng.randint(0, limit),
        boxes={trait: rng.randint(2, 6) for trait in TRAITS if rng.random() < full},
        flaps=rng.randint(0, len(column)),
        records={bird: rng.randint(0, 4) for bird in BIRDS},
        flap_values=column,
        open_value=rng.choice(({}, {}, {trait: rng.choice((0, 0.5, 1, 2.25, 4, -1)) for trait in TRAITS})),
        owl="copy" if expert else rng.choice(("copy", "move")),
        same_trait_sets=rng.choice(("largest", "choose")),
        expert_removals=rng.choice(("repeat", "repeat", "repeat", "single")),
    )


def brute_of(problem: Problem) -> Brute:
    return Brute(
        boxes={parse_trait(name): value for name, value in problem.boxes.items()},
        flaps=problem.flaps,
        records={parse_trait(name): value for name, value in problem.records.items()},
        flap_values=problem.flap_values,
        open_value={parse_trait(name): value for name, value in problem.open_value.items()},
        woodpeckers=problem.woodpeckers,
        pigeons=problem.pigeons,
        owls=problem.owls,
        owl_moves=problem.owl == "move",
        choose=problem.same_trait_sets == "choose",
        single=problem.expert_removals == "single",
    )


def brute_best(problem: Problem) -> Best:
    brute = brute_of(problem)
    row, insert = tuple(parse_cards(problem.row)), tuple(parse_cards(problem.insert))
    return brute.best_expert(row, insert) if problem.expert else brute.best_standard(row, insert)


def uses(solution: Solution) -> int:
    return sum(step.startswith("use ") for step in solution.steps)


def scoring_of(problem: Problem, more: str = "") -> BirdieState:
    """Seat 1 is about to score; its hand has a card for every use, those for Robin's cards and ``more`` included."""
    names = ("expert", "flap_values", "owl", "same_trait_sets", "expert_removals")
    state = turn(f"{cards_text(hand_for(problem))} {more},", deck=6, **{name: getattr(problem, name) for name in names})
    have_passed(state, [ME])
    lay(state, ME, problem.row)
    boxes, records, trophies, flaps, used = state.boxes, state.record, state.trophy, state.flaps, state.used
    for name, value in problem.boxes.items():
        boxes[ME * 8 + parse_trait(name)] = value
    for name, value in problem.records.items():
        records[parse_trait(name)] = value
        trophies[parse_trait(name)] = OTHER if value else -1
    flaps[ME] = problem.flaps
    limit = 1 + problem.expert
    left = {WOODPECKER: problem.woodpeckers, PIGEON: problem.pigeons, OWL: problem.owls}
    left[ROBIN] = len(problem.insert.split())
    for bird, count in left.items():
        used[ME * 4 + bird] = limit - count
    state.boxes, state.record, state.trophy, state.flaps, state.used = boxes, records, trophies, flaps, used
    account(state)
    state.to_move, state.mover = OTHER, OTHER
    return after(state, "pass")


def hand_for(problem: Problem) -> list[int]:
    counts = Counter(parse_cards(problem.row) + parse_cards(problem.insert))
    hand: list[int] = []
    birds = [WOODPECKER] * problem.woodpeckers + [PIGEON] * problem.pigeons + [OWL] * problem.owls
    for bird in birds + [ROBIN] * len(problem.insert.split()):
        kind = next(kind for kind in range(4 * bird, 4 * bird + 4) if counts[kind] < 4)
        counts[kind] += 1
        hand.append(kind)
    return hand


def draw(state: BirdieState, card: str) -> None:
    """Robin draws this card."""
    GAME.play(state, next(step for step in GAME.legal_steps(state) if step.startswith("use R")))
    assert state.to_move == CHANCE
    GAME.play(state, f"deal {card}")


def replay_solution(problem: Problem, solution: Solution) -> BirdieState:
    """The state after the steps of a solution, none left out and none put in but Robin's draws."""
    state = scoring_of(problem)
    cards = problem.insert.split()
    for number, step in enumerate(solution.steps):
        assert state.to_move == ME, f"{step} comes too late"
        if number < len(cards):
            draw(state, cards[number])
        if step.startswith("use "):
            step = next(legal for legal in GAME.legal_steps(state) if legal.startswith(step))
        GAME.play(state, step)
    assert state.to_move != ME, f"more is asked: {GAME.legal_steps(state)}"
    return state


def open_worth(problem: Problem, state: BirdieState) -> float:
    """What the boxes are worth that stayed empty."""
    return sum(worth for name, worth in problem.open_value.items() if not state.boxes[ME * 8 + parse_trait(name)])


def mismatches(problem: Problem, solution: Solution) -> list[str]:
    """Where the engine, having played the steps, says otherwise than the solution."""
    before, state = scoring_of(problem).score(ME), replay_solution(problem, solution)
    gain = round(state.score(ME) - before + open_worth(problem, state), 2)
    written = {
        name: state.boxes[ME * 8 + trait]
        for trait, name in enumerate(TRAITS)
        if state.boxes[ME * 8 + trait] and name not in problem.boxes
    }
    trophies = {bird for bird, seat in zip(BIRDS, state.trophy, strict=True) if seat == ME}
    told = {
        "gain": (solution.gain, gain),
        "why": (round(sum(reason.points for reason in solution.why), 2), gain),
        "boxes": (solution.boxes, written),
        "flaps": (solution.flaps, state.flaps[ME]),
        "trophies": (set(solution.trophies), trophies),
    }
    return [f"{what}: {said} but {true}" for what, (said, true) in told.items() if said != true]
