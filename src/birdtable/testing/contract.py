"""The contract every game passes, as a class of tests to inherit from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from birdtable import record
from birdtable.chance import Deal, Dice
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, SPECTATOR, AnyGame, BadInput, IllegalStep, Step, Value, Viewer
from birdtable.testing.walk import Setup, setups, walk

FIRST_SHUFFLE = range(1024)
"""The slots of a ``Deal`` before anything is shuffled again."""

picks = st.integers(0, 999)
seeds = st.integers(0, 2**32)
lengths = st.integers(0, 400)
held = settings(
    deadline=None,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.differing_executors, HealthCheck.too_slow],
)


class GameContract:
    """Inherit from it and name the ``game``: pytest then checks the game against the contract."""

    game: ClassVar[AnyGame]
    options: ClassVar[Mapping[str, Value]] = {}
    """Options of every match, such as a limit that makes random games short."""
    clauses: ClassVar[Collection[str]] = ()
    """The ids that refusals and outcomes may name; if empty, any."""

    def setups(self) -> list[Setup]:
        return setups(self.game, self.options)

    def walk_from(self, pick: int, seed: int, length: int) -> tuple[Setup, Any, list[Step]]:
        """A setup, and a random walk from it: its last state and its steps, fewer than ``length`` if the match ends."""
        every = self.setups()
        setup = every[pick % len(every)]
        state, steps = walk(self.game, setup, seed, length)
        if len(steps) < length:
            state, steps = walk(self.game, setup, seed, length % (len(steps) + 1))
        return setup, state, steps

    def position(self, pick: int, seed: int, length: int) -> Any:
        return self.walk_from(pick, seed, length)[1]

    def viewers(self, state: Any) -> list[Viewer]:
        """Every seat, and ``SPECTATOR``."""
        return [SPECTATOR, *range(state.seats)]

    def illegal_steps(self, state: Any, seed: int) -> Iterator[Step]:
        """Some steps of the game that are not legal now."""
        rng, legal = Rng(seed), set(self.game.legal_steps(state))
        for _ in range(30):
            step = self.game.steps[rng.below(len(self.game.steps))]
            if step not in legal:
                yield step

    def assert_names_a_clause(self, clause: str) -> None:
        assert clause
        assert not self.clauses or clause in self.clauses

    def test_the_steps_have_one_text_and_one_code_each(self) -> None:
        assert [self.game.codes[step] for step in self.game.steps] == list(range(len(self.game.steps)))
        assert all(step == " ".join(step.split()) and not set(step) & set(",#") for step in self.game.steps)

    def test_a_wrong_number_of_seats_is_refused_with_its_clause(self) -> None:
        for seats in (-1, 0, self.game.min_seats - 1, self.game.max_seats + 1):
            with pytest.raises(BadInput, match=self.game.seats_clause):
                self.game.start(seats)

    def test_unknown_options_are_refused(self) -> None:
        with pytest.raises(BadInput, match="feathers"):
            self.game.start(self.game.min_seats, {"feathers": True})

    def test_a_match_of_random_steps_ends_with_an_outcome(self) -> None:
        for seed, setup in enumerate(self.setups()):
            state, _ = walk(self.game, setup, seed, 100_000)
            assert self.game.to_move(state) == NOBODY
            outcome = self.game.outcome(state)
            assert outcome is not None
            assert len(outcome.points) == setup.seats
            assert list(outcome.winners) == sorted(set(outcome.winners) & set(range(setup.seats))) != []
            self.assert_names_a_clause(outcome.clause)

    def test_chance_always_has_something_to_give(self) -> None:
        """Also when it gives the first, or the last, of what it can as long as there is any."""
        for place in (0, -1):
            for setup in self.setups():
                state, rng = self.game.start(*setup), Rng(place)
                while (mover := self.game.to_move(state)) != NOBODY:
                    steps = self.game.legal_steps(state)
                    assert steps, self.game.state_text(state)
                    self.game.play(state, steps[place if mover == CHANCE else rng.below(len(steps))])

    def test_after_the_end_every_step_is_refused(self) -> None:
        for seed, setup in enumerate(self.setups()):
            state, _ = walk(self.game, setup, seed)
            assert self.game.legal_steps(state) == []
            for step in self.game.steps:
                with pytest.raises(IllegalStep) as refusal:
                    self.game.play(state, step)
                self.assert_names_a_clause(refusal.value.clause)

    @held
    @given(picks, seeds, lengths)
    def test_while_it_lasts_there_are_1_to_64_steps_and_no_outcome(self, pick: int, seed: int, length: int) -> None:
        state = self.position(pick, seed, length)
        legal = self.game.legal_steps(state)
        assert (self.game.outcome(state) is None) == (self.game.to_move(state) != NOBODY) == (legal != [])
        assert len(legal) == len(set(legal)) <= 64

    @held
    @given(picks, seeds, lengths)
    def test_every_listed_step_is_accepted_and_a_copy_is_independent(self, pick: int, seed: int, length: int) -> None:
        state = self.position(pick, seed, length)
        before = self.game.state_text(state)
        for step in self.game.legal_steps(state):
            copy = state.copy()
            assert self.game.state_text(copy) == before
            self.game.play(copy, step)
            assert self.game.state_text(copy) != before
            assert self.game.state_text(state) == before

    @held
    @given(picks, seeds, lengths)
    def test_no_other_step_is_accepted_and_a_refusal_changes_nothing(self, pick: int, seed: int, length: int) -> None:
        state = self.position(pick, seed, length)
        before = self.game.state_text(state)
        for step in self.illegal_steps(state, seed):
            with pytest.raises(IllegalStep) as refusal:
                self.game.play(state, step)
            self.assert_names_a_clause(refusal.value.clause)
            assert "\n" not in str(refusal.value)
            assert self.game.state_text(state) == before

    def test_what_is_no_step_of_the_game_is_refused(self) -> None:
        with pytest.raises(BadInput, match="juggle"):
            self.game.play(self.game.start(self.game.min_seats), "juggle 3")

    @held
    @given(picks, seeds, lengths)
    def test_the_odds_are_positive_and_of_the_listed_steps(self, pick: int, seed: int, length: int) -> None:
        state = self.position(pick, seed, length)
        if self.game.to_move(state) == CHANCE:
            odds = self.game.odds(state)
            assert [step for step, _ in odds] == self.game.legal_steps(state)
            assert all(weight > 0 for _, weight in odds)

    @held
    @given(picks, seeds)
    def test_the_cards_chance_deals_from_can_be_counted_without_the_rules(self, pick: int, seed: int) -> None:
        """As ``draw_pile`` says, by the events that everybody sees: so does a page that checks a shuffle."""
        setup, _, steps = self.walk_from(pick, seed, 400)
        pile = self.game.draw_pile(setup.seats)
        if pile is None:
            return
        state = self.game.start(setup.seats, setup.options)
        left: Counter[Step] = Counter()
        away: dict[str, list[Step]] = {}
        for step in steps:
            deals = self.game.to_move(state) == CHANCE
            if deals:
                odds = self.game.odds(state)
                kind = step.split()[0]
                if all(each.split()[0] != kind for each in left):
                    left.update(dict(odds))
                assert odds == [(s, left[s]) for s in self.game.steps if s.split()[0] == kind and left[s]]
                left[step] -= 1
            cards = [event for event in self.game.play(state, step) if event.what in pile.drawn]
            assert len(cards) <= deals
            for event in self.game.events(state):
                for source in pile.returns.get(event.what, ()):
                    left.update(away.pop(source, []))
                for source in pile.moves.get(event.what, ()):
                    away.pop(source, None)
                out = [step] if event in cards else [f"deal {card}" for card in re.findall("[A-Z][a-z]?", event.cards)]
                away.setdefault(event.what, []).extend(out)

    @held
    @given(picks, seeds, lengths)
    def test_states_and_views_have_texts_that_parse_back(self, pick: int, seed: int, length: int) -> None:
        state = self.position(pick, seed, length)
        text = self.game.state_text(state)
        again = self.game.parse_state(text)
        assert "\n" not in text
        assert self.game.state_text(again) == text
        assert self.game.legal_steps(again) == self.game.legal_steps(state)
        assert self.game.outcome(again) == self.game.outcome(state)
        for seat in self.viewers(state):
            view = self.game.view(state, seat)
            assert self.game.view(again, seat) == view
            assert self.game.parse_view(self.game.view_text(view)) == view

    @held
    @given(st.text(), picks, seeds, lengths, st.integers(0, 100))
    def test_texts_of_nothing_are_refused(self, text: str, pick: int, seed: int, length: int, cut: int) -> None:
        state = self.position(pick, seed, length)
        whole = self.game.state_text(state)
        for broken in (text, whole[: len(whole) * cut // 101], whole + text):
            with suppress(BadInput):
                assert self.game.state_text(self.game.parse_state(broken))
        with pytest.raises(BadInput):
            self.game.parse_view(self.game.view_text(self.game.view(state, SPECTATOR))[: -1 - cut])

    @held
    @given(picks, seeds, lengths)
    def test_records_parse_back_in_both_forms(self, pick: int, seed: int, length: int) -> None:
        setup, state, steps = self.walk_from(pick, seed, length)
        match = record.Recorder(self.game, [f"player {seat}" for seat in range(setup.seats)], setup.options)
        for step in steps:
            match.play(step)
        written = match.record()
        assert record.Record.parse(written.text(), game=self.game) == written
        assert record.Record.parse(written.json(), game=self.game) == written
        walk = record.Walk(written, game=self.game)
        assert [here.step for here in walk] == list(steps)
        assert self.game.state_text(walk.state) == self.game.state_text(state)

    @held
    @given(picks, seeds, lengths)
    def test_what_is_imagined_looks_the_same(self, pick: int, seed: int, length: int) -> None:
        state = self.position(pick, seed, length)
        for seat in self.viewers(state):
            view = self.game.view(state, seat)
            imagined = self.game.imagine(view, Rng(seed))
            assert self.game.view(imagined, seat) == view
            if seat == self.game.to_move(state) != CHANCE:
                assert self.game.legal_steps(imagined) == self.game.legal_steps(state)

    @held
    @given(picks, seeds, lengths)
    def test_imagining_changes_neither_view_nor_is_it_left_to_luck(self, pick: int, seed: int, length: int) -> None:
        state = self.position(pick, seed, length)
        for seat in self.viewers(state):
            view = self.game.view(state, seat)
            before = self.game.view_text(view)
            texts = [self.game.state_text(self.game.imagine(view, Rng(seed))) for _ in range(2)]
            assert texts[0] == texts[1]
            assert self.game.view_text(view) == before

    def test_neither_chance_nor_nobody_nor_a_seat_that_is_not_there_has_a_view(self) -> None:
        state = self.game.start(self.game.min_seats)
        for nobody in (CHANCE, NOBODY, state.seats):
            with pytest.raises(BadInput):
                self.game.view(state, nobody)

    @held
    @given(picks, seeds, lengths)
    def test_a_view_differs_only_by_what_its_seat_was_told(self, pick: int, seed: int, length: int) -> None:
        state = self.position(pick, seed, length)
        for seat in self.viewers(state):
            if seat != self.game.to_move(state):
                views: dict[str, str] = {}
                for news, view in self.consequences(state, seat):
                    assert views.setdefault(news, view) == view

    @held
    @given(picks, seeds, lengths)
    def test_of_chance_a_seat_is_told_no_more_than_it_sees(self, pick: int, seed: int, length: int) -> None:
        state = self.position(pick, seed, length)
        if self.game.to_move(state) == CHANCE:
            for seat in self.viewers(state):
                known: dict[str, str] = {}
                for news, view in self.consequences(state, seat):
                    assert known.setdefault(view, news) == news

    def consequences(self, state: Any, seat: Viewer) -> Iterator[tuple[str, str]]:
        """For each step what ``seat`` is told of it, and its view afterwards."""
        for step in self.game.legal_steps(state):
            after = state.copy()
            news = [event.seen_by(seat) for event in self.game.play(after, step)]
            yield repr(news), self.game.view_text(self.game.view(after, seat))

    @held
    @given(picks, seeds, lengths)
    def test_secrets_are_told_to_nobody_else(self, pick: int, seed: int, length: int) -> None:
        state = self.position(pick, seed, length)
        events = self.game.events(state)
        assert self.game.events(state) == events
        for event in events:
            for seat in self.viewers(state):
                seen = event.seen_by(seat)
                assert seen.seen_by(seat) == seen
                assert seen.secret == (event.secret if seat == event.seat else "")

    @held
    @given(picks, seeds, lengths)
    def test_people_are_shown_no_more_than_the_view(self, pick: int, seed: int, length: int) -> None:
        state = self.position(pick, seed, length)
        for seat in self.viewers(state):
            view = self.game.view(state, seat)
            strict = self.game.shown(view, "strict")
            assert self.game.shown(view, "assisted") == view
            assert self.game.shown(strict, "strict") == strict
            assert self.game.parse_view(self.game.view_text(strict)) == strict
            assert (strict.seat, strict.seats, strict.to_move) == (view.seat, view.seats, view.to_move)

    def test_the_same_seeds_give_the_same_match(self) -> None:
        for setup in self.setups():
            first, again = (walk(self.game, setup, 7, 2000, Dice(3)) for _ in range(2))
            assert first[1] == again[1]
            assert self.game.state_text(first[0]) == self.game.state_text(again[0])

    def test_a_deal_turns_the_same_cards_whatever_is_played(self) -> None:
        for setup in self.setups():
            cards: dict[int, Step] = {}
            for seed in range(4):
                for slot, step in self.first_draws(setup, seed):
                    assert cards.setdefault(slot, step) == step

    def first_draws(self, setup: Setup, seed: int) -> Iterator[tuple[int, Step]]:
        """The chance steps of the first shuffle in a match with ``Deal(5)``, each with its slot."""
        _, steps = walk(self.game, setup, seed, 2000, Deal(5))
        state = self.game.start(setup.seats, setup.options)
        for step in steps:
            assert step in self.game.legal_steps(state)
            if self.game.to_move(state) == CHANCE and state.slot() in FIRST_SHUFFLE:
                yield state.slot(), step
            self.game.apply(state, step)
