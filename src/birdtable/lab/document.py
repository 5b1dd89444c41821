"""Writes docs/environments.md from the code: ``python -m birdtable.lab.document > docs/environments.md``."""

from __future__ import annotations

from collections.abc import Iterator

from birdtable import catalog
from birdtable.lab.envs import plain
from birdtable.lab.envs.encoding import Encoding, encoding
from birdtable.lab.envs.gymnasium import environment_id

INTRODUCTION = """# Environments

This page is written by `python -m birdtable.lab.document` from the code; a test checks that it is up to date.

Every game plays in Gymnasium (`birdtable.lab.envs.gymnasium`, one learner among bots), PettingZoo
(`birdtable.lab.envs.pettingzoo`, every seat an agent), OpenSpiel (`birdtable.lab.envs.openspiel`, explicit chance
nodes) and, if its rules are compiled, in a vector engine (`birdtable.lab.envs.vector`, thousands of matches at once).
All of them run the one law. An episode is a record that `birdtable replay` and the page open: `record_text()` of
Gymnasium's environment (`env.unwrapped`), of PettingZoo's in either interface, and of a state in OpenSpiel. The vector
engine keeps none; the same seed and actions in another environment give the same match. Any record can be stepped
through an environment.

- **Rewards** come at the end of a match: +1 shared by the winners, -1 shared by the rest, 0 if all win.
  `reward="points"` gives the points instead, except in OpenSpiel and the vector engine.
- **Illegal actions** end the episode with -1 for the seat that took them and 0 for the others; the info names the rule
  (`illegal`). Masks say what is legal.
- **Options** of the game are passed as `options={"expert": True}`. Matches of CuBirds end after 1,000 turns (C5.3)
  unless `turn_limit` says otherwise.
- **Versions**: `-v0` changes whenever the same seed and actions would give other numbers, because of the rules, the
  encoding, the rewards or the meaning of an action. Bots may become stronger within a version.

```python
import gymnasium
import birdtable.lab.envs.gymnasium

env = gymnasium.make("birdtable/Birdie-v0", players=("greedy", "random"))
observation, info = env.reset(seed=1)
while True:
    action = int(info["action_mask"].argmax())
    observation, reward, terminated, truncated, info = env.step(action)
    if terminated:
        break
```

With PettingZoo the same game is `birdtable.lab.envs.pettingzoo.env("birdie", players=3)` (also `raw_env` and
`parallel_env`), with OpenSpiel `pyspiel.load_game("python_birdie(players=3)")`.
"""

OTHERS = """## Other games

A game added with `catalog.register`, or by an installed package, plays here too. If it was added after
`birdtable.lab.envs.gymnasium` or `birdtable.lab.envs.openspiel` was imported, call `register("its name")` of that
module first; it returns what the game is called there. A game may bring a `LabPart` (`birdtable/lab/part.py`): the
fields of its observations, and a compiled function that writes them, which the vector engine needs. Without one, an
observation holds the fields of the view.
"""


def document() -> str:
    """About the games of this package, and how others are observed."""
    ours = [name for name, entry in catalog.registered().items() if entry.module.startswith("birdtable.games.")]
    games = [line for name in ours for line in describe(encoding(name))]
    return "\n".join([INTRODUCTION, *games, OTHERS, plain_rules()])


def plain_rules() -> str:
    """How fields of a view become numbers, as the module that does it says."""
    return (plain.__doc__ or "").partition("\n\n")[2].replace("``", "`")


def describe(coding: Encoding) -> Iterator[str]:
    game = coding.game
    yield f"## {game.title}"
    yield ""
    yield f'`{environment_id(game)}` in Gymnasium, `env("{game.name}")` in PettingZoo, `python_{game.name}` in'
    yield f"OpenSpiel; {game.min_seats} to {game.max_seats} players; rules version {game.rules_version}."
    yield ""
    yield f"**Actions**: {coding.actions} numbers, one for each step."
    yield ""
    yield "| numbers | steps |"
    yield "|---|---|"
    for first, last in runs(coding):
        numbers = f"{first}" if first == last else f"{first} to {last}"
        steps = f"`{game.steps[first]}`" if first == last else f"`{game.steps[first]}` to `{game.steps[last]}`"
        yield f"| {numbers} | {steps} |"
    yield ""
    yield f"**Observations**: {coding.width} whole numbers (int16). Seats are counted from the observer on."
    yield ""
    yield "| from | width | field | what it holds |"
    yield "|---|---|---|---|"
    for field in coding.fields:
        yield f"| {coding.starts[field.name]} | {field.width} | {field.name} | {field.about} |"
    yield ""


def runs(coding: Encoding) -> Iterator[tuple[int, int]]:
    """Steps that begin with the same word, one after the other."""
    first = 0
    for action in range(1, coding.actions + 1):
        same = action < coding.actions and verb(coding, action) == verb(coding, first)
        if not same:
            yield first, action - 1
            first = action


def verb(coding: Encoding, action: int) -> str:
    return coding.game.steps[action].partition(" ")[0]


if __name__ == "__main__":
    print(document(), end="")
