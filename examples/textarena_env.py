"""Birdtable as an environment of TextArena: every seat is a player who reads and writes text.

    pip install birdtable textarena
    python textarena_env.py

An answer that is refused leaves everything as it was, and the player is asked again with the reason; the third refusal
in a row forfeits the turn: as little as the rules allow is done.
"""

import textarena

from birdtable import catalog
from birdtable.agents.answers import parse_play, try_play
from birdtable.agents.part import forfeit_turn
from birdtable.agents.text import ANSWER, briefing, position_text
from birdtable.chance import Deal
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, BirdtableError

ATTEMPTS = 3


class BirdtableEnv(textarena.Env):
    def __init__(self, game: str = "birdie", **options):
        self.rules, self.options = catalog.game(game), options

    def reset(self, num_players: int, seed: int | None = None):
        self.table = self.rules.start(num_players, self.rules.cap(self.options))
        self.deal, self.news = Deal(seed or 0), [[] for _ in range(num_players)]
        self.refusal, self.refused = "", [0] * num_players
        self.let_chance_move()

    def let_chance_move(self):
        while self.rules.to_move(self.table) == CHANCE:
            self.take(self.deal.choose(self.rules, self.table))

    def take(self, step):
        for seat, news in enumerate(self.news):
            if self.rules.to_move(self.table) == seat:
                news.clear()
        events = self.rules.play(self.table, step)
        for seat, news in enumerate(self.news):
            news += [event.seen_by(seat) for event in events]

    def get_observation(self):
        seat = self.rules.to_move(self.table)
        position = position_text(self.rules, self.rules.view(self.table, seat), events=self.news[seat])
        return seat, f"{briefing(self.rules)}\n{position}\n{self.refusal}{ANSWER}\n"

    def step(self, action: str):
        seat = self.rules.to_move(self.table)
        world = self.rules.imagine(self.rules.view(self.table, seat), Rng(0))
        self.refusal = ""
        try:
            steps = parse_play(action, self.rules)
            try_play(self.rules, world, seat, steps)
            self.refused[seat] = 0
        except BirdtableError as error:
            self.refusal = f"Your last answer was refused and nothing was done: {error}\n"
            self.refused[seat] = (self.refused[seat] + 1) % ATTEMPTS
            steps = [] if self.refused[seat] else forfeit_turn(self.rules, world, seat)
        for step in steps:
            self.take(step)
        self.let_chance_move()
        return self.rules.to_move(self.table) == NOBODY, {"refused": self.refusal}

    def close(self):
        outcome = self.rules.outcome(self.table)
        seats = range(self.table.seats)
        rewards = {seat: 1.0 if outcome and seat in outcome.winners else -1.0 for seat in seats}
        return rewards, {seat: {"points": outcome.points[seat] if outcome else None} for seat in seats}


def play(game: str, agents, seed: int = 0):
    """Functions from text to text play a match; the rewards by seat."""
    env = BirdtableEnv(game)
    env.reset(num_players=len(agents), seed=seed)
    done = False
    while not done:
        seat, text = env.get_observation()
        done, _ = env.step(action=agents[seat](text))
    return env.close()


if __name__ == "__main__":
    from birdtable.lab.agents.scripted import nonsense, reader

    print(play("birdie", [reader, nonsense]))
