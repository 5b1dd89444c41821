"""What OpenSpiel calls the parameters of a game: how many play, its options, and where the match begins.

A flag is true or false and a choice its word. Numbers stand with spaces between them (``flap_values=1 3 6``), as a
comma ends a parameter; and for the same reason ``position``, the text of a state as ``Game.state_text`` writes it, may
have ``~`` for ``=`` and ``|`` for ``,``. Of several positions with ``/`` between them chance chooses one, each by the
number before it (``2 seats=2 ... / 1 seats=2 ...``): so hands can be hidden that were dealt before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from birdtable.game import AnyGame, BadInput, Option, Value, check_option, parse_value

Parameter = bool | int | str
IN_A_PARAMETER = str.maketrans("=,", "~|")
IN_A_STATE = str.maketrans("~|", "=,")


class Setting:
    """What a match of OpenSpiel begins with."""

    def __init__(self, game: AnyGame, given: Mapping[str, Parameter]) -> None:
        parameters = {**defaults(game), **given}
        self.game = game
        self.position = str(parameters["position"]).translate(IN_A_STATE)
        options = {option.name: parse_parameter(option, parameters[option.name]) for option in game.options}
        if self.position:
            self.starts = [parse_start(game, text) for text in self.position.split("/")]
            self.options = self.read_options(options)
            check_players(game, int(parameters["players"]), self.players)
        else:
            self.options = game.complete(options)
            self.starts = [(1, game.start(int(parameters["players"]), self.options))]
        for cap in game.caps:
            if self.options.get(cap) is None:
                raise BadInput(f"{cap} must be given: matches in OpenSpiel come to an end")

    @property
    def players(self) -> int:
        return int(self.starts[0][1].seats)

    @property
    def parameters(self) -> dict[str, Parameter]:
        """Those that this setting can be made of again."""
        named = {option.name: parameter_of(self.options.get(option.name)) for option in self.game.options}
        return {"players": self.players, **named, "position": self.position.translate(IN_A_PARAMETER)}

    def read_options(self, given: Mapping[str, Value]) -> dict[str, Any]:
        """Those of the position, which no parameter may contradict."""
        all_options = [options_of(self.game, start) for _, start in self.starts]
        if len({start.seats for _, start in self.starts}) > 1 or any(each != all_options[0] for each in all_options):
            raise BadInput("position: all positions must have the same players and options")
        options = all_options[0]
        usual = defaults(self.game)
        for name, value in given.items():
            if value != options.get(name) and parameter_of(value) != usual[name]:
                raise BadInput(f"{name} cannot be {value!r}: in the position it is {options.get(name)!r}")
        return options


def parse_start(game: AnyGame, text: str) -> tuple[int, Any]:
    """A position, and how often it is dealt."""
    weight, _, rest = text.strip().partition(" ")
    if not weight.isdecimal():
        return 1, game.parse_state(text.strip())
    if int(weight) == 0:
        raise BadInput("position: a position is dealt once or more often, not 0 times")
    return int(weight), game.parse_state(rest)


def options_of(game: AnyGame, state: Any) -> dict[str, Any]:
    options: dict[str, Any] = getattr(game.view(state, 0), "options", {})
    return options


def defaults(game: AnyGame) -> dict[str, Parameter]:
    """Every parameter of a game, as it is if nothing is said."""
    usual = game.cap({option.name: option.default for option in game.options if option.name not in game.caps})
    named = {option.name: parameter_of(usual.get(option.name)) for option in game.options}
    return {"players": game.min_seats, **named, "position": ""}


def parameter_of(value: Value) -> Parameter:
    """An option's value; no number is 0, which none can be."""
    if value is None:
        return 0
    return " ".join(map(str, value)) if isinstance(value, tuple) else value


def parse_parameter(option: Option, value: Parameter) -> Value:
    if option.kind == "numbers":
        return parse_value(option, ",".join(str(value).split()))
    return check_option(option, None if option.kind in ("number", "seat") and value == 0 else value)


def check_players(game: AnyGame, given: int, players: int) -> None:
    if given not in (players, game.min_seats):
        raise BadInput(f"players cannot be {given}: in the position there are {players}")
