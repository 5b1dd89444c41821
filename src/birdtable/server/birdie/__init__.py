"""What only Birdie needs of the server: its exact scorer and the runs of a pile, over HTTP."""

from birdtable.games.birdie.runs import Run
from birdtable.games.birdie.solver import Problem
from birdtable.server.birdie.runs import Pile, list_runs
from birdtable.server.birdie.score import score
from birdtable.server.http.parts import ServerPart

PART = ServerPart(routes=(score, list_runs), page_types={"ScoreProblem": Problem, "BirdiePile": Pile, "BirdieRun": Run})
