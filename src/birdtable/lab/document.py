"""Writes docs/environments.md from the code: ``python -m birdtable.lab.document > docs/environments.md``."""

from __future__ import annotations

from collections.abc import Iterator

from birdtable import catalog
from birdtable.lab.envs.encoding import Encoding, encoding
from birdtable.lab.envs.forms import plain
from birdtable.lab.envs.forms.history import COLUMNS, ROOM
from birdtable.lab.envs.forms.onehot import widths
from birdtable.lab.envs.gymnasium import environment_id
from birdtable.lab.envs.small import read_trees
from birdtable.lab.part import Field

INTRODUCTION = """# Environments

This page is written by `python -m birdtable.lab.document` from the code; a test checks that it is up to date.

Every game plays in Gymnasium (`birdtable.lab.envs.gymnasium`, one learner among bots), PettingZoo
(`birdtable.lab.envs.pettingzoo`, every seat an agent), OpenSpiel (`birdtable.lab.envs.openspiel`, explicit chance
nodes) and, if its rules are compiled, in a vector engine (`birdtable.lab.envs.vector`, thousands of matches at once).
All of them run the same rules. An episode is a record that `birdtable replay` and the page open: `record_text()` of
Gymnasium's environment (`env.unwrapped`), of PettingZoo's in either interface, and of a state in OpenSpiel. The vector
engine keeps none; the same seed and actions in another environment give the same match. Any record can be stepped
through an environment.

- **Rewards** come at the end of a match: +1 shared by the winners, -1 shared by the rest, 0 if all win.
  `reward="points"` gives the points instead, except in OpenSpiel. In Gymnasium `info["rewards"]` has those of all
  seats.
- **Illegal actions** end the episode with -1 for the seat that took them and 0 for the others; the info names the rule
  (`illegal`). Masks say what is legal. OpenSpiel knows no such end: there they are refused, and nothing changes.
- **Options** of the game are passed as `options={"expert": True}`. Matches of CuBirds end after 1,000 turns (C5.3)
  unless `turn_limit` says otherwise.
- **Observations** hold all that the view of the seat holds, so that a learner may count cards as a careful player
  does: no two different views give the same numbers. `form` says how they are given: see below.
- **Text**: with `render_mode="ansi"`, `render()` gives the table as the seat to move sees it, with the question and
  every legal step in words; `"human"` prints it. `birdtable.terminal.scene_text.scene_text(game, view)` does so for
  any view, in five languages (`language="it"`).
- **Versions**: `-v1` changes whenever the same seed and actions would give other numbers, because of the rules, the
  encoding, the rewards or the meaning of an action. Bots may become stronger within a version. `-v0`, whose
  observations left out part of what the seat knows, is refused with a sentence that says so.

```python
import gymnasium
import birdtable.lab.envs.gymnasium

env = gymnasium.make("birdtable/Birdie-v1", players=("greedy", "random"))
observation, info = env.reset(seed=1)
while True:
    action = int(info["action_mask"].argmax())
    observation, reward, terminated, truncated, info = env.step(action)
    if terminated:
        break
```

With PettingZoo the same game is `birdtable.lab.envs.pettingzoo.env("birdie", players=3)` (also `raw_env` and
`parallel_env`), with OpenSpiel `pyspiel.load_game("python_birdie(players=3)")`.

## Many matches at once

`gymnasium.make_vec` takes the same arguments as `make` and gives, match by match, the same numbers as Gymnasium's own
`SyncVectorEnv` would, many times faster. `players` may be any bots; `random` plays without the interpreter, `novice`,
`hasty`, `greedy` and `learned` mostly so, all others are asked one by one. Wherever a name is `self` the learner plays
that seat too: it then sees what the seat to move sees (`info["to_move"]`), and the reward is that of the seat that
acted. With a seed of 7 the matches have the seeds 7, 8, 9 and so on, and later episodes go on with their numbers. A
match that is over begins anew in the same step (`info["final_obs"]`, `info["final_info"]`), or as `autoreset_mode`
says. `VectorTable` is the engine without Gymnasium around it, for learners that play all seats.

```python
import gymnasium
import birdtable.lab.envs.gymnasium

env = gymnasium.make_vec(
    "birdtable/CuBirds-v1", num_envs=64, vectorization_mode="vector_entry_point", players=("greedy",), seat=1
)
observations, infos = env.reset(seed=7)
for _ in range(100):
    actions = infos["action_mask"].argmax(axis=1)
    observations, rewards, terminated, truncated, infos = env.step(actions)
env.close()
```

"""

OPENSPIEL = """## OpenSpiel

`import birdtable.lab.envs.openspiel` makes every game known to OpenSpiel, as `python_` and its name. Its own algorithms
run on them unaided: CFR and best responses, MCCFR, and ISMCTS, which imagines the hidden cards by
`resample_from_infostate`.

- **Parameters** are `players` and all options: `python_birdie(players=3,expert=True,flap_values=1 3 6)`. Numbers have
  spaces between them, as a comma ends a parameter. A match of CuBirds ends after 1,000 turns unless `turn_limit` says
  otherwise. `position` is where it begins, in the notation of a state (`str(state)`), with `~` for `=` and `|` for `,`
  in a text such as `python_cubirds(position=seats~2 phase~lay turn_limit~9 hands~PPM|OO)`; in a dict of parameters it
  may stand as it is.
- **Returns** are the rewards above: +1 shared by the winners, -1 shared by the rest, so that they always add up to 0.
- **An information state** is all that the player has seen and done since the match began, in order, a line for each
  thing: perfect recall. No two courses of a match that differ in it have the same one, and no two that differ only in
  what is hidden have different ones. `observation_string` is the view, which forgets, for example, the order in which
  cards came; the tensor is the observation described above.
- **`resample_from_infostate`** gives a state that the player cannot tell from this one, with a history of its own.
  Hidden hands are dealt by their odds, hidden choices of others are equally likely, and only what the player knows is
  read, with one exception: where CuBirds is reshuffled in the middle of a round of four or five and the search takes
  too long, the cards that are really hidden are exchanged with each other as far as the player could not tell.
- **States** are cloned, pickled and saved (`pyspiel.serialize_game_and_state`), and give their `record_text()`.

```python
import pyspiel
import birdtable.lab.envs.openspiel

game = pyspiel.load_game("python_birdie(players=3,expert=True)")
state = game.new_initial_state()
while state.is_chance_node():
    state.apply_action(state.chance_outcomes()[0][0])
other = state.resample_from_infostate(state.current_player(), pyspiel.UniformProbabilitySampler(0.0, 1.0))
assert other.information_state_string() == state.information_state_string()
```
"""

SMALL_GAMES = """### How much can be won against a player

Two ends of matches (`birdtable.lab.envs.small`) are so small that a best response can be computed exactly. They are
played by the same rules; each begins at one of several positions that differ in the hands, which are hidden, and chance
chooses. In the small Birdie the last cards of round 2 are played, in the small CuBirds the last two turns before the
turn limit.

```python
import pyspiel
import birdtable.lab.envs.openspiel
from birdtable.lab.envs.small import SMALL

game = pyspiel.load_game("python_birdie", {"position": SMALL["birdie"]})
```

The table has NashConv: what the best responses of both sides win against a player, beyond what the player wins against
itself, added up (half of it is called exploitability). 0 is perfect, and no more than 4 is possible. Bots are taken as
fixed policies: in an information state their luck is always the same. `random` is the uniform policy. The solvers are
OpenSpiel's. `python -m birdtable.lab.exploitability` makes these figures again; a test checks some.
"""

CONFORMANCE = """## Conformance

`make test` runs the tests that the makers of these interfaces provide, for Birdie, CuBirds and a game that brings
nothing but its rules:

| whose | test | passes for |
|---|---|---|
| Gymnasium | `check_env`, rendering included | every environment of `make` |
| ours, as Gymnasium has none for vectors | `make_vec` gives what `SyncVectorEnv` gives over `make` | Birdie, CuBirds |
| PettingZoo | `api_test`, `parallel_api_test`, `seed_test`, `render_test` | every environment |
| OpenSpiel | `random_sim_test` with serialisation | every game, all numbers of players, options and positions |
| OpenSpiel | its Python `ISMCTSBot`, `MCTSBot`, outcome and external sampling (MCCFR) run unaided | Birdie, CuBirds |
"""

OTHERS = """## Other games

A game added with `catalog.register`, or by an installed package, plays here too. If it was added after
`birdtable.lab.envs.gymnasium` or `birdtable.lab.envs.openspiel` was imported, call `register("its name")` of that
module first; it returns the game's name there. A game may bring a `LabPart` (`birdtable/lab/part.py`): the
fields of its observations, and a compiled function that writes them, which the vector engine needs. Without one, an
observation holds the fields of the view.
"""


def document() -> str:
    """The page: the games of this package, and how others are observed."""
    ours = [name for name, entry in catalog.entries().items() if entry.module.startswith("birdtable.games.")]
    games = [line for name in ours for line in describe(encoding(name))]
    return "\n".join([INTRODUCTION + forms(), *games, OPENSPIEL, *small_games(), CONFORMANCE, OTHERS, plain_rules()])


def small_games() -> Iterator[str]:
    trees = read_trees()
    yield SMALL_GAMES
    for name, tree in trees.items():
        nodes = ", ".join(f"{number:,} {kind}" for kind, number in tree.nodes.items())
        known = " and ".join(f"{number:,}" for number in tree.information_states)
        yield f"- Small {catalog.game(name).title}: {nodes} nodes; {known} information states of the two players."
    yield ""
    yield f"| player | {' | '.join(f'small {catalog.game(name).title}' for name in trees)} |"
    yield "|---|" + "---|" * len(trees)
    for player in next(iter(trees.values())).nash_conv:
        yield f"| {player} | {' | '.join(f'{tree.nash_conv[player]:.4f}' for tree in trees.values())} |"
    yield ""


def forms() -> str:
    """How observations are given."""
    columns = "\n".join(f"| {name} | {about} |" for name, about in COLUMNS.items())
    return f"""## Forms of observations

- `form="compact"`: one number (int16) for every amount and every name, in the fields listed below.
- `form="onehot"`: the same, but what names one of several things is that many numbers, all 0 but one. Fields whose
  values are given as "one of" are of this kind; if several are given, the number combines them: the first counts
  singly, the next in steps of the values before it, and so on, and what is left above them is an amount.
- `form="history"`: what the seat has seen happen since the match began, as an array of {ROOM:,} rows. Secrets of others
  are left out, as everywhere. Each event is a row, or several if it shows different cards; then come zeros. If there
  are more rows, the oldest go. The vector engine does not have this form, `vectorization_mode="sync"` does.

| number of a row | what it holds |
|---|---|
{columns}
"""


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
    yield f"**Observations**: {coding.width:,} whole numbers (int16), one-hot {sum(widths(coding)):,}."
    yield "Seats are counted from the observer on."
    yield ""
    yield "| from | width | values | one-hot width | field | what it holds |"
    yield "|---|---|---|---|---|---|"
    for field, hot in zip(coding.fields, widths(coding), strict=True):
        place = coding.starts[field.name]
        yield f"| {place} | {field.width} | {values(field)} | {hot} | {field.name} | {field.about} |"
    yield ""
    yield f"**Histories**: events {', '.join(game.wording.sentences)}; places {', '.join(coding.part.places)}."
    yield ""


def values(field: Field) -> str:
    bounds = f"{field.low:,} to {field.high:,}"
    return f"{bounds}, one of {' × '.join(map(str, field.digits))}" if field.digits else bounds


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
