"""A bot in a chair: the device plays seats at a table with real cards.

People tap what they see; ``sit`` answers with what the table looks like, what to tap next, and what a bot does when it
is its turn. Nothing is kept here: whoever holds the taps may change any of them, however early, and asks again.

The taps are followed by the rules. Cards that nobody at the device has seen, such as the hands of people, are assumed,
in a way that fits all that was seen so far and is changed whenever something else is seen. A bot is handed a view of
its own seat, in which by the rules nothing assumed can appear.
"""

from birdtable.chair.sit import sit
from birdtable.chair.table import AskChair, ChairAnswer, ChairTable

__all__ = ["AskChair", "ChairAnswer", "ChairTable", "sit"]
