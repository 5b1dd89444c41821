"""What the lab knows of CuBirds."""

from __future__ import annotations

from birdtable.games.cubirds.notation import CODES
from birdtable.lab.cubirds.fields import FIELDS
from birdtable.lab.cubirds.observe import write
from birdtable.lab.cubirds.statistics import CuBirdsStatistics
from birdtable.lab.part import LabPart

PART = LabPart(fields=FIELDS, write=write, actions=CODES["deal F"], longest=40_000, statistics=CuBirdsStatistics())
