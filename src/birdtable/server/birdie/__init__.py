"""What only Birdie needs of the server: its exact scorer, over HTTP."""

from birdtable.games.birdie.solver import Problem
from birdtable.server.birdie.score import score
from birdtable.server.http.parts import ServerPart

PART = ServerPart(routes=(score,), page_types={"ScoreProblem": Problem})
