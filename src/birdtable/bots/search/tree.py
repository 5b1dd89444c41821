"""Information-set tree search: one tree over what a seat knows, grown through many states that it could be in.

Every simulation starts in an imagined state, walks down the tree along steps that are legal there, adds the steps of
the node where it leaves the tree, plays on by the policy, and adds what the policy's judgement gives each seat to the
nodes it came through. Chance is sampled and leaves no trace in the tree; nodes are sequences of seats' steps. Which
steps are legal differs from state to state, so a step is compared by how often it was available.

Compiled with the types in ``tree.pxd`` or interpreted as it stands, with the same results. The same generator, number
of simulations and policy give the same tree.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from math import log, sqrt
from typing import Any

from birdtable.bots.search.policy import Policy
from birdtable.engine import Rng
from birdtable.game import CHANCE

MAX_DEPTH = 256
ROOTS = tuple(sqrt(n) for n in range(4096))
MAX_NODES = 1 << 19
WORLDS = 8
"""States imagined at a time."""
VISITS = 8
"""How often each is used: to imagine one costs more than to play it out."""
MANY = 512
"""Simulations after which a tree has seen so many states that each may be used more often."""
MANY_VISITS = 16
ROOM = 64
"""Nodes that one simulation can need at most."""
FINE = 1 << 30
TRUST = 50
"""Simulations: how much the value found is trusted against priors before any."""
FEWEST_TO_HALVE = 8
LEAST = 1e-6
"""Odds of a step that is thought impossible."""
NODES = 24
"""Nodes that simulations need on average, amply."""


def root(n: int) -> float:
    """The square root, near enough from 4096 on."""
    scale = 1.0
    while n >= 4096:
        n >>= 12
        scale *= 64.0
    return scale * ROOTS[n]


class Tree:
    """A pool of nodes. A node is a step somebody took in its parent; children are linked lists; node 0 is the root."""

    def __init__(self, policy: Policy, capacity: int) -> None:
        self.policy = policy
        self.capacity = capacity
        self.count = 1
        self.code = array("i", bytes(4 * capacity))
        self.child = array("i", bytes(4 * capacity))
        """The first child, 0 for none."""
        self.sibling = array("i", bytes(4 * capacity))
        self.visits = array("i", bytes(4 * capacity))
        self.available = array("i", bytes(4 * capacity))
        """How often the step could have been taken when its parent was passed."""
        self.total = array("d", bytes(8 * capacity))
        """What the seat that takes the step got, summed up over the visits."""
        self.prior = array("d", bytes(8 * capacity))
        self.found = [0] * 1024
        """The child of the node looked at, by its code."""
        self.path = [0] * 256
        self.movers = [0] * 256
        self.depth = 0
        self.forced = 0
        """The child of the root that simulations begin with; 0 for the one that looks best."""
        self.chosen = 0
        """The child of the root that ``halve`` settled on; 0 if it was not asked."""
        self.decisions = 0
        """Steps that seats took in all simulations, chance not counted."""
        self.simulations = 0
        self.sums = [0.0] * 5
        """What each seat got in all simulations."""

    def reserve(self, nodes: int) -> None:
        """Makes room for so many more, at least doubling; never beyond ``MAX_NODES``."""
        if self.count + nodes <= self.capacity or self.capacity >= MAX_NODES:
            return
        before = self.capacity
        self.capacity = min(max(2 * before, self.count + nodes), MAX_NODES)
        room = bytes(4 * (self.capacity - before))
        self.code = array("i", bytes(self.code) + room)
        self.child = array("i", bytes(self.child) + room)
        self.sibling = array("i", bytes(self.sibling) + room)
        self.visits = array("i", bytes(self.visits) + room)
        self.available = array("i", bytes(self.available) + room)
        self.total = array("d", bytes(self.total) + room + room)
        self.prior = array("d", bytes(self.prior) + room + room)

    def simulate(self, state: Any, rng: Rng) -> None:
        """One walk from the root, in a state that may be used up."""
        node = self.walk(state, rng)
        self.decisions += self.depth + self.policy.play_out(state, rng)
        self.visits[0] += 1
        for i in range(self.depth):
            node = self.path[i]
            self.visits[node] += 1
            self.total[node] += self.policy.values[self.movers[i]]
        for i in range(state.seats):
            self.sums[i] += self.policy.values[i]

    def walk(self, state: Any, rng: Rng) -> int:
        """Down to a node that was never passed before, or that cannot have children."""
        node = 0
        self.depth = 0
        while self.depth < MAX_DEPTH:
            while state.to_move == CHANCE:
                state.do(state.draw(rng))
            if self.policy.is_settled(state):
                break
            if self.visits[node] == 0 and node > 0:
                break
            mover = state.to_move
            node = self.forced if self.forced and node == 0 else self.next_child(node, state)
            if node == 0:
                break
            self.path[self.depth] = node
            self.movers[self.depth] = mover
            self.depth += 1
            state.do(self.code[node])
        return node

    def next_child(self, node: int, state: Any) -> int:
        """The child to try, 0 when there is no room for what is missing."""
        child = self.child[node]
        while child:
            self.found[self.code[child]] = child
            child = self.sibling[child]
        n = state.list_steps()
        missing = False
        for i in range(n):
            if self.found[state.steps[i]] == 0:
                missing = True
        if missing:
            if self.count + ROOM > self.capacity:
                self.forget(node)
                return 0
            self.expand(node, state)
            n = state.list_steps()
        best = self.select(state, n)
        self.forget(node)
        return best

    def forget(self, node: int) -> None:
        child = self.child[node]
        while child:
            self.found[self.code[child]] = 0
            child = self.sibling[child]

    def expand(self, node: int, state: Any) -> None:
        """Adds the legal steps that are not there yet, each with its prior."""
        n = self.policy.guess(state)
        whole = self.policy.make_odds(n, 1.0)
        for i in range(n):
            code = state.steps[i]
            if self.found[code] == 0:
                new = self.count
                self.count += 1
                self.code[new] = code
                self.prior[new] = self.policy.ratings[i] / whole
                self.sibling[new] = self.child[node]
                self.child[node] = new
                self.found[code] = new

    def select(self, state: Any, n: int) -> int:
        """Value found so far plus a bonus for priors and for what was tried less often than it could have been."""
        tried = 0
        sum_of_means = 0.0
        for i in range(n):
            child = self.found[state.steps[i]]
            self.available[child] += 1
            if self.visits[child]:
                tried += self.visits[child]
                sum_of_means += self.total[child]
        untried = sum_of_means / tried if tried else 0.5
        best = 0
        best_score = -1.0e9
        for i in range(n):
            child = self.found[state.steps[i]]
            visits = self.visits[child]
            mean = self.total[child] / visits if visits else untried
            score = mean + self.policy.curiosity * self.prior[child] * root(self.available[child]) / (1 + visits)
            if score > best_score:
                best_score = score
                best = child
        return best

    def grow(self, worlds: list[Any], rng: Rng, simulations: int) -> None:
        """Simulations in these states by turns; they are copied."""
        state = worlds[0].copy()
        for i in range(simulations):
            world = worlds[i % len(worlds)]
            world.copy_into(state)
            state.hush()
            self.simulate(state, rng)
        self.simulations += simulations

    def halve(self, imagine: Callable[[Rng], Any], rng: Rng, simulations: int, candidates: int) -> None:
        """Tries the likeliest steps of the root in the same states, equally often; then the better half of them; and
        so on, until one is left.

        This is the sequential halving of Danihelka, Guez, Schrittwieser and Silver (*Policy improvement by planning
        with Gumbel*, ICLR 2022), without noise.
        """
        self.grow([imagine(rng)], rng, 1)
        left = sorted(self.children(), key=lambda child: (-self.prior[child], self.code[child]))
        left = left[: max(2, min(candidates, simulations // 4))]
        for halvings in range((len(left) - 1).bit_length(), 0, -1):
            each = max(1, round((simulations - self.simulations) / (halvings * len(left))))
            worlds = [imagine(rng) for _ in range(min(WORLDS, each))]
            self.reserve(NODES * each * len(left) + 2 * ROOM)
            for child in left:
                self.forced = child
                self.grow(worlds, rng, each)
            most = max(self.visits[child] for child in left)
            left = sorted(left, key=lambda child: -self.promise(child, most))[: (len(left) + 1) // 2]
        self.forced = 0
        self.chosen = left[0]

    def children(self) -> list[int]:
        """Those of the root."""
        found = []
        child = self.child[0]
        while child:
            found.append(child)
            child = self.sibling[child]
        return found

    def promise(self, child: int, most: int) -> float:
        """How good a step of the root looks: what it gave counts the more against its prior, the more was tried."""
        mean = self.total[child] / self.visits[child] if self.visits[child] else 0.0
        return log(self.prior[child] + LEAST) + (TRUST + most) * mean

    def stir(self, rng: Rng, noise: float) -> None:
        """Mixes the priors at the root with others drawn at random, of which few are large, so that everything is tried
        now and then."""
        drawn = []
        child = self.child[0]
        while child:
            drawn.append(log((rng.below(FINE) + 1) / FINE) ** 2)
            child = self.sibling[child]
        child, whole = self.child[0], sum(drawn)
        for each in drawn:
            self.prior[child] += noise * (each / whole - self.prior[child])
            child = self.sibling[child]

    def shares(self, seats: int) -> list[float]:
        """The mean of what each seat got."""
        return [self.sums[seat] / self.visits[0] for seat in range(seats)]

    def best_step(self) -> int:
        """The code that ``halve`` settled on, or else the one tried most often; of equals the one with the better mean,
        or -1."""
        if self.chosen:
            return self.code[self.chosen]
        best = 0
        child = self.child[0]
        while child:
            more = self.visits[child] - self.visits[best] if best else 1
            if more > 0 or (more == 0 and self.total[child] > self.total[best]):
                best = child
            child = self.sibling[child]
        return self.code[best] if best else -1

    def findings(self) -> list[tuple[int, int, float]]:
        """Of every step of the root: its code, how often it was tried, and the mean of what it gave."""
        found = []
        child = self.child[0]
        while child:
            visits = self.visits[child]
            found.append((self.code[child], visits, self.total[child] / visits if visits else 0.0))
            child = self.sibling[child]
        return sorted(found, key=lambda each: (-each[1], each[0]))

    def tries(self, codes: list[int]) -> list[tuple[int, float]]:
        """Of each of these steps of the root: how often it was tried, and the mean of what it gave."""
        found = {code: (visits, mean) for code, visits, mean in self.findings()}
        return [found.get(code, (0, 0.0)) for code in codes]


def search(
    imagine: Callable[[Rng], Any],
    policy: Policy,
    rng: Rng,
    *,
    simulations: int,
    is_time_up: Callable[[], bool] | None = None,
    noise: float = 0.0,
    candidates: int = 0,
) -> Tree:
    """Grows a tree by so many simulations, or until the time is up; the first few are made in any case.

    With ``noise``, which is for training, that part of the priors at the root is left to chance. With ``candidates`` so
    many of the likeliest steps are compared by ``Tree.halve``, if it is known that there are simulations enough.
    """
    tree = Tree(policy, 2 * ROOM)
    if candidates and simulations >= FEWEST_TO_HALVE and is_time_up is None:
        tree.halve(imagine, rng, simulations, candidates)
        return tree
    if noise:
        tree.grow([imagine(rng)], rng, 1)
        tree.stir(rng, noise)
    while tree.simulations < simulations:
        visits = VISITS if tree.simulations < MANY else MANY_VISITS
        batch = min(WORLDS * visits, simulations - tree.simulations)
        worlds = [imagine(rng) for _ in range(min(WORLDS, batch))]
        tree.reserve(NODES * batch + 2 * ROOM)
        tree.grow(worlds, rng, batch)
        if is_time_up is not None and is_time_up():
            break
    return tree
