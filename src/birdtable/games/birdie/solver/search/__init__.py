"""The searches for the best play of a row, in numbers alone: kinds of cards, boxes, hundredths of points.

``standard`` and ``expert`` find it, the latter by the promises of ``cascades``; ``worth`` has what everything brings on
one board. What is asked in notation and answered with steps and reasons is in the folder above.
"""
