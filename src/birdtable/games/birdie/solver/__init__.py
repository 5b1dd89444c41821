"""The exact scorer: the best score for any row, proved and explained, in the standard and the expert game.

``solve`` finds a play that gains most; ``check`` scores a division that a person chose. Both answer with steps of the
engine and a line with its clause for every point. ``Scorer`` gives the number alone, for callers who ask often, and
``next_step`` turns the steps of a solution into those of a match. ``docs/solver.md`` explains the method.
"""

from birdtable.games.birdie.solver.problem import Problem
from birdtable.games.birdie.solver.scorer import Scorer
from birdtable.games.birdie.solver.solution import Reason, Solution
from birdtable.games.birdie.solver.solve import answer, check, next_step, solve
from birdtable.games.birdie.solver.stages import Group, Stage

__all__ = ["Group", "Problem", "Reason", "Scorer", "Solution", "Stage", "answer", "check", "next_step", "solve"]
