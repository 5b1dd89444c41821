"""A bot at a table of CuBirds: rows and collections lie open, the hands of people do not [C6.1]."""

from birdtable.chair.cubirds.follower import CuBirdsFollower

PART = CuBirdsFollower
