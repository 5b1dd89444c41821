"""``birdtable verify``: was the shuffle fair?"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from birdtable import catalog, committed, record
from birdtable.chair.follow import CARDBOARD
from birdtable.committed import Verdict
from birdtable.game import CHANCE, BadInput, Outcome
from birdtable.puzzles import deals
from birdtable.puzzles.days import parse_day
from birdtable.record import Record, Walk


def verify(
    file: Annotated[Path, typer.Argument(help="A record downloaded from a server.")],
    shown: Annotated[
        str, typer.Option("--commitment", help="The hash that the table showed before the first card.")
    ] = "",
    secret: Annotated[
        str, typer.Option(help="For a deal of the day: the secret that its server shows the day after.")
    ] = "",
    original: Annotated[
        Path | None, typer.Option(help="For a deal that was handed on: the record of the first match.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object for each record.")] = False,
) -> None:
    """Draw every card of a record again, from the server's secret and the entropy of the seats.

    Everything happens on this machine. The check fails if a single card, or a single byte of the secrets, differs.

    The cards of a deal that several people play come from outside its record: give --secret or --original. For a match
    with real cards, the rules are checked, and the cards that were seen are counted.

    Examples:

      birdtable verify k3xw8fq2m.birdtable

      birdtable verify k3xw8fq2m.birdtable --commitment 6b86b273ff34fce1...

      birdtable verify k3xw8fq2m.birdtable --original w7hd2k9qa.birdtable
    """
    for each in record.load(file):
        match = each.extra.get("match", "?")
        try:
            if each.extra.get("place") == CARDBOARD:
                print_cardboard(match, verify_cardboard(each), as_json=as_json)
                continue
            if is_shared(each.extra):
                print_shared(match, verify_shared(each, secret, original), as_json=as_json)
                continue
            verdict = committed.verify(each, shown=shown)
        except BadInput as error:
            raise BadInput(f"{file}, match {match}: {error}") from None
        if as_json:
            found = {
                "match": match,
                "fair": True,
                "draws": verdict.draws,
                "entropy": [seat + 1 for seat in verdict.seats],
                "attempts": verdict.attempts or None,
                "silent": [seat + 1 for seat in verdict.silent],
                "redraws": verdict.redraws,
                "carried": verdict.carried,
            }
            print(json.dumps(found))
        else:
            since = " made at this table" if verdict.carried else ""
            count = verdict.draws - verdict.carried
            print(f"match {match}: all {count} draws{since} are those of the committed secret")
            for line in circumstances(verdict):
                print(f"  {line}")


def is_shared(extra: Mapping[str, str]) -> bool:
    """Others have the same cards, so that the record does not carry what makes them."""
    return "deal" in extra or "same deal as" in extra


def verify_shared(found: Record, secret: str, original: Path | None) -> Outcome:
    if "same deal as" in found.extra:
        if original is None:
            first = found.extra["same deal as"]
            raise BadInput(f"it has the cards of match {first}: give the record of that one with --original")
        return deals.verify_handed_on(found, next(iter(record.load(original))))
    day, shown = parse_day(found.extra["deal"]), found.extra.get("shuffle commitment", "")
    if not secret and shown in ("", committed.commitment(dated := deals.secret_of_date(found.game, day))):
        return deals.verify(found, dated)
    if not secret:
        raise BadInput(f"it is the deal of {found.extra['deal']}: give the secret shown the day after with --secret")
    return deals.verify(found, read_secret(secret, shown))


def read_secret(text: str, shown: str) -> bytes:
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        raise BadInput(f"{text!r} is no secret: it consists of 64 digits and letters from a to f") from None
    if shown and committed.commitment(secret) != shown:
        raise BadInput("this is not the secret whose hash is in the record")
    return secret


def print_shared(match: str, outcome: Outcome, *, as_json: bool) -> None:
    points = ", ".join(map(str, outcome.points))
    if as_json:
        print(json.dumps({"match": match, "fair": True, "points": outcome.points}))
    else:
        print(f"match {match}: all cards are those of the deal; points by seat: {points}")


class Seen(NamedTuple):
    """What is known of a match with real cards that was played by the rules."""

    cards: int
    assumed: int
    points: tuple[int, ...]
    """None if the match is not over."""


def verify_cardboard(found: Record) -> Seen:
    game = catalog.game(found.game)
    walk = Walk(found, game=game)
    drawn = {here.number for here in walk if here.mover == CHANCE and here.step.startswith("deal ")}
    assumed = found.extra.get("assumed", "").split()
    for number in assumed:
        if not number.isdecimal() or int(number) not in drawn:
            raise BadInput(f"the line 'assumed' names step {number}, which deals no card")
    outcome = game.outcome(walk.state)
    return Seen(len(drawn) - len(assumed), len(assumed), outcome.points if outcome else ())


def print_cardboard(match: str, seen: Seen, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"match": match, "seen": seen.cards, "assumed": seen.assumed, "points": seen.points}))
        return
    points = ", ".join(map(str, seen.points)) or "the match is not over"
    print(f"match {match}: real cards, played by the rules; points by seat: {points}")
    print(f"  cards that were seen: {seen.cards}; cards that nobody at the device saw: {seen.assumed}")


def circumstances(verdict: Verdict) -> list[str]:
    """What a fair stream does not settle: who had a hand in it, and how often there was new luck."""
    lines = [f"entropy of seat {list_seats(verdict.seats)}" if verdict.seats else "no entropy of the seats"]
    if verdict.attempts:
        lines.append(f"shuffled at attempt {verdict.attempts}")
    if verdict.silent:
        lines.append(f"committed but did not reveal: seat {list_seats(verdict.silent)}")
    if verdict.carried:
        lines.append(f"carried on from another table, whose record checks the first {verdict.carried} draws")
    if verdict.redraws:
        lines.append(f"take-backs after which cards were drawn anew: {verdict.redraws}")
    return lines


def list_seats(seats: tuple[int, ...]) -> str:
    return ", ".join(str(seat + 1) for seat in seats)
