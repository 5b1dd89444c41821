"""Observations in which everything that names one of several things is a row of zeros with a one.

They are made from the compact ones by the digits that their fields declare (``Field.digits``): a digit that is one of n
becomes n numbers. Amounts stay as they are.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from birdtable.lab.envs.encoding import Encoding, Observation, encoding
from birdtable.lab.part import Field


class OneHot:
    """Where each digit of an observation goes.

    The arrays have one place for each digit: the number that it is in, what to divide that by, how many values the
    digit has (0 for an amount), and where it begins in the result.
    """

    def __init__(self, coding: Encoding) -> None:
        numbers = [field for field in coding.fields for _ in range(field.width)]
        digits = [(place, *digit) for place, field in enumerate(numbers) for digit in digits_of(field)]
        self.source, self.divisor, self.values = (np.array(column, np.int32) for column in zip(*digits, strict=True))
        widths = np.maximum(self.values, 1)
        self.start = (np.cumsum(widths) - widths).astype(np.int32)
        self.width = int(widths.sum())
        amounts = self.values == 0
        self.low = np.zeros(self.width, np.int16)
        self.high = np.ones(self.width, np.int16)
        self.low[self.start[amounts]] = coding.low[self.source[amounts]]
        self.high[self.start[amounts]] = coding.high[self.source[amounts]] // self.divisor[amounts]

    def expand(self, observation: Observation) -> Observation:
        numbers = observation[self.source] // self.divisor
        amounts = self.values == 0
        expanded = np.zeros(self.width, np.int16)
        expanded[self.start[amounts]] = numbers[amounts]
        named = ~amounts
        expanded[self.start[named] + numbers[named] % self.values[named]] = 1
        return expanded

    def expand_all(self, observations: Observation) -> Observation:
        """``expand`` for many at once, in compiled code."""
        from birdtable.lab.envs.batch import expand

        expanded = np.empty((len(observations), self.width), np.int16)
        expand(observations, expanded, self.source, self.divisor, self.values, self.start, 0, len(observations))
        return expanded


def digits_of(field: Field) -> list[tuple[int, int]]:
    """What to divide a number of the field by for each of its digits, and how many values that has; 0 for an amount."""
    found, divisor = [], 1
    for values in field.digits:
        found.append((divisor, values))
        divisor *= values
    return found if field.high < divisor and field.digits else [*found, (divisor, 0)]


def widths(coding: Encoding) -> list[int]:
    """How many numbers each field becomes."""
    return [field.width * sum(max(1, values) for _, values in digits_of(field)) for field in coding.fields]


@cache
def one_hot(name: str) -> OneHot:
    """Of a game of the catalog."""
    return OneHot(encoding(name))
