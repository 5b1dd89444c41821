"""What the lab knows of Birdie."""

from __future__ import annotations

from birdtable.games.birdie.cards import KINDS, TRAITS
from birdtable.games.birdie.notation import CODES
from birdtable.lab.birdie.fields import FIELDS
from birdtable.lab.birdie.guide import BirdieGuide
from birdtable.lab.birdie.observe import write
from birdtable.lab.birdie.small import small_birdie
from birdtable.lab.birdie.statistics import BirdieStatistics
from birdtable.lab.part import LabPart

PART = LabPart(
    fields=FIELDS,
    write=write,
    cards=KINDS,
    places=TRAITS,
    actions=CODES["deal Ws"],
    longest=4_000,
    guide=BirdieGuide,
    small=small_birdie(),
    statistics=BirdieStatistics(),
)
