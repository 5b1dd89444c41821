"""Tools for tests of games, shipped so that a new game can be checked against the same contract.

Needs pytest and hypothesis (``pip install 'birdtable[test]'``)::

    from birdtable.testing import GameContract

    class TestMyGame(GameContract):
        game = MY_GAME
"""

from birdtable.testing.contract import GameContract
from birdtable.testing.ledger import clause
from birdtable.testing.walk import Setup, setups, walk

__all__ = ["GameContract", "Setup", "clause", "setups", "walk"]
