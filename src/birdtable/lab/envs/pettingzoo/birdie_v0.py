"""Birdie for PettingZoo."""

from __future__ import annotations

from functools import partial
from typing import Any

from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from birdtable.lab.envs.pettingzoo.table_env import TableEnv

env = raw_env = partial(TableEnv, "birdie")


def parallel_env(**settings: Any) -> Any:
    return turn_based_aec_to_parallel(env(**settings))
