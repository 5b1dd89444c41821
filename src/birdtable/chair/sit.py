"""Works out from the taps of a table what it looks like, and what a bot does there."""

from __future__ import annotations

from collections.abc import Iterator

from birdtable import catalog
from birdtable.bots.interface import Bot, ask
from birdtable.bots.levels import BY_ID
from birdtable.bots.luck import luck_of
from birdtable.bots.roster import bot
from birdtable.chair.follow import Follower
from birdtable.chair.part import follower_of
from birdtable.chair.table import AskChair, ChairAnswer, ChairTable, Said
from birdtable.companion.evenings import Finished
from birdtable.companion.part import part_of
from birdtable.companion.words import Words
from birdtable.game import BadInput, Event, Now, Randomness, Seat, Step, ends_play
from birdtable.languages import catalogue
from birdtable.texts import event_text, merge


def sit(ask: AskChair, rng: Randomness, now: Now | None = None) -> ChairAnswer:
    """``BadInput`` if the table makes no sense as a whole; a tap that is impossible is told in the answer."""
    table = ask.table
    words = Words(table.game, catalogue(ask.language))
    check(table, words)
    follower = follower_of(table.game)(table, words, now)
    fault = follower.follow()
    wanted, game, state = follower.asks(), follower.game, follower.state
    play: tuple[Step, ...] = ()
    says: tuple[Said, ...] = ()
    scored = follower.scored
    if wanted.what == "bot" and ask.think:
        play, events = think(follower, wanted.seat, bot(table.levels[wanted.seat], table.game), rng)
        says = tuple(tell(follower, wanted.seat, events))
        scored = follower.score_bot(play)
    return ChairAnswer(
        taken=follower.taken,
        fault=fault.text if fault else "",
        clause=fault.clause if fault else "",
        view=follower.public_view(),
        hands={seat: own_hand(follower, seat) for seat in range(follower.seats) if follower.is_bot(seat)},
        wanted=wanted,
        play=play,
        says=says,
        story=tuple(follower.story),
        scored=scored,
        outcome=game.outcome(state),
        finished=finish(follower),
        record=follower.record().text(),
    )


def finish(follower: Follower) -> Finished | None:
    """With the luck of the cards that were seen; one that was only assumed is nobody's luck."""
    outcome, table = follower.game.outcome(follower.state), follower.table
    if outcome is None or follower.lies_open():
        return None
    return Finished(
        game=table.game,
        players=table.players,
        points=outcome.points,
        winners=outcome.winners,
        luck=tuple(round(each, 3) for each in luck_of(follower.record(), unseen=set(follower.assumed))),
        bots=tuple(seat for seat in range(follower.seats) if follower.is_bot(seat)),
        **follower.feats(),
    )


def check(table: ChairTable, words: Words) -> None:
    game = catalog.game(table.game)
    try:
        game.complete_for(len(table.players), table.options)
    except BadInput as error:
        raise words.whole(error, part_of(table.game).senseless) from None
    if len(table.levels) != len(table.players) or any(level and level not in BY_ID for level in table.levels):
        raise BadInput(f"every player is a person or one of {', '.join(BY_ID)}")
    if len(set(table.players)) < len(table.players) or not all(name == name.strip() != "" for name in table.players):
        raise BadInput("every player has a name of their own")


def think(follower: Follower, seat: Seat, player: Bot, rng: Randomness) -> tuple[tuple[Step, ...], list[Event]]:
    """The whole play of a bot, each step chosen from a view of its own seat."""
    game, state = follower.game, follower.state.copy()
    steps: list[Step] = []
    events: list[Event] = []
    while state.to_move == seat:
        steps.append(ask(player, game.view(state, seat), game.legal_steps(state), rng))
        happened = game.play(state, steps[-1])
        events += happened
        if ends_play(state, seat, happened):
            break
    return tuple(steps), events


def tell(follower: Follower, seat: Seat, events: list[Event]) -> Iterator[Said]:
    """What the bot does, as its own seat sees it: people lay its cards for it."""
    names, translations = list(follower.table.players), follower.words.translations
    told = (event.seen_by(seat) for event in events if not follower.is_to_be_entered(event))
    seen = merge(follower.game.name, told)
    for event in seen:
        if text := event_text(follower.game.name, event, names, translations):
            yield Said(text=text, cards=event.secret or event.cards)


def own_hand(follower: Follower, seat: Seat) -> tuple[str, ...]:
    return tuple(follower.game.view(follower.state, seat).hand or ())
