"""What the lab knows of CuBirds."""

from __future__ import annotations

from birdtable.games.cubirds.cards import SPECIES
from birdtable.games.cubirds.notation import CODES
from birdtable.lab.cubirds.fields import FIELDS, WHERE
from birdtable.lab.cubirds.guide import CuBirdsGuide
from birdtable.lab.cubirds.observe import write
from birdtable.lab.cubirds.small import small_cubirds
from birdtable.lab.cubirds.statistics import CuBirdsStatistics
from birdtable.lab.part import LabPart

PART = LabPart(
    fields=FIELDS,
    write=write,
    cards=tuple(SPECIES),
    places=WHERE[1:],
    actions=CODES["deal F"],
    longest=40_000,
    guide=CuBirdsGuide,
    small=small_cubirds(),
    statistics=CuBirdsStatistics(),
)
