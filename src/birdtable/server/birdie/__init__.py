"""What only Birdie needs of the server: its exact scorer and the runs of a pile."""

from birdtable.games.birdie.runs import Run
from birdtable.games.birdie.solver import Problem
from birdtable.server.birdie.runs import Pile, list_runs
from birdtable.server.birdie.score import score
from birdtable.server.requests.parts import ServerPart
from birdtable.server.requests.route import Route
from birdtable.server.room import limits

PART = ServerPart(
    routes=(Route("POST", "/score", score, limit=limits.WORK), Route("POST", "/runs", list_runs)),
    page_types={"ScoreProblem": Problem, "BirdiePile": Pile, "BirdieRun": Run},
)
