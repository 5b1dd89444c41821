"""A bot at a table of Birdie: nearly everything is public there [B3.8]."""

from birdtable.chair.birdie.follower import BirdieFollower

PART = BirdieFollower
