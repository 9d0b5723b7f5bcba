"""Nothing leaks: what a seat is shown depends only on what it may know.

Two courses that differ in hidden cards alone (a deck with other seats' and wall cards exchanged, or a redraw by
`resample`) are played side by side. As long as a seat has seen the same events and made the same decisions in both, its
view, observation and legal moves must be the same.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

from helpers import dealt, play_one, walk

DEALS = 4


def dump(tree: Any) -> str:
    return json.dumps(tree, sort_keys=True, ensure_ascii=False)


class Shown:
    """What a seat was shown, by what it knew: its events and decisions, whether it is asked, and the public phase."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.by_knowledge: dict[str, tuple[str, bytes]] = {}
        self.pairs = 0

    def add(self, state: Any, decisions: list[int]) -> None:
        view = state.view(self.seat)
        asked = state.player == self.seat
        known = dump([state.events(self.seat), decisions, asked, view["phase"]])
        legal = state.legal_actions().tolist() if asked else None
        shown = dump([view, state.observation(self.seat).tolist(), legal])
        before, key = self.by_knowledge.setdefault(known, (shown, state.key()))
        assert shown == before, (
            f"seat {self.seat} of {state.game!r} can tell two courses apart that it cannot know apart"
        )
        self.pairs += key != state.key()


def exchanged(state: Any, seat: int, rng: random.Random) -> Any:
    """A deal with the same dealer whose deck has cards exchanged that the seat has not seen."""
    game, dealer, deck = state.game, state.dealer, state.deck
    events = state.events(seat)
    for _ in range(12):
        i, j = rng.sample(range(len(deck)), 2)
        changed = [*deck]
        changed[i], changed[j] = deck[j], deck[i]
        if game.deal(deck=changed, dealer=dealer).events(seat) == events:
            deck = changed
    return game.deal(deck=deck, dealer=dealer)


def follow(shown: Shown, state: Any, decisions: list[int], course: list[tuple[int, int, Any]]) -> None:
    """Plays a course on from another position for as long as the seat can be shown the same."""
    decisions = list(decisions)
    for player, action, events in course:
        shown.add(state, decisions)
        if state.is_over or state.player != player:
            return
        legal = state.legal_actions().tolist()
        for choice in [action, *legal[:8]]:  # a hidden move may need another card to look the same
            if choice not in legal:
                continue
            state.apply(choice)
            if player == shown.seat or state.events(shown.seat) == events:
                break
            state.undo()
        else:
            return
        if player == shown.seat:
            decisions.append(action)
    shown.add(state, decisions)


def test_a_seat_cannot_tell_hidden_cards_apart(core_game: Any) -> None:
    pairs = 0
    for index in range(DEALS):
        for seat in range(core_game.num_players):
            start, rng = dealt(core_game, index)
            shown = Shown(seat)
            decisions: list[int] = []
            others: list[tuple[Any, list[int], int]] = [(exchanged(start, seat, rng), [], 0) for _ in range(2)]
            course: list[tuple[int, int, list[dict[str, Any]]]] = []
            state = start.clone()
            while True:
                shown.add(state, decisions)
                if state.is_over:
                    break
                if rng.random() < 0.2:
                    others.append((state.resample(seat, rng.randrange(2**64)), list(decisions), len(course)))
                player, action = state.player, play_one(state, rng)
                course.append((player, action, state.events(seat)))
                if player == seat:
                    decisions.append(action)
            for other, already, begin in others:
                follow(shown, other, already, course[begin:])
            pairs += shown.pairs
    assert pairs > 50


def seen_by_all(
    game: Any, everything: Sequence[dict[str, Any]], seen: Sequence[Sequence[dict[str, Any]]]
) -> list[list[set[str]]]:
    """For every event and seat the fields that the seat sees; every seat's events are a part of everything, in order."""
    fields: list[list[set[str]]] = [[set() for _ in seen] for _ in everything]
    for seat, events in enumerate(seen):
        waiting = iter(events)
        event = next(waiting, None)
        for number, whole in enumerate(everything):
            if event is not None and event.items() <= whole.items():
                fields[number][seat] = set(event)
                event = next(waiting, None)
        assert event is None, f"{game!r}: seat {seat} saw {event}, which did not happen so"
    return fields


class Items(dict[str, Any]):
    """A dict whose values can be compared as sets: lists as text."""

    def __init__(self, event: dict[str, Any]) -> None:
        super().__init__({key: dump(value) for key, value in event.items()})


def test_private_events_are_those_of_the_acting_seat(core_game: Any) -> None:
    private = 0
    for state, _ in walk(core_game, 40):
        if not state.is_over:
            continue
        everything = state.events()
        seen = [[Items(event) for event in state.events(seat)] for seat in range(core_game.num_players)]
        fields = seen_by_all(core_game, [Items(event) for event in everything], seen)
        for event, by_seat in zip(everything, fields, strict=True):
            public = set.intersection(*by_seat)
            for seat, own in enumerate(by_seat):
                assert own <= public or event["seat"] == seat, f"seat {seat} sees {own - public} of {event}"
                private += not own <= public
    assert private, "these events hide nothing"


def test_questions_to_others_show_nothing(core_game: Any) -> None:
    """While secret answers are being collected, the seats that are not asked see the same all the time."""
    hides = asked_twice = 0
    for index in range(60):
        state, rng = dealt(core_game, index)
        seats = range(core_game.num_players)
        shown = {seat: (state.view(seat), state.observation(seat).tolist(), state.events(seat)) for seat in seats}
        while not state.is_over:
            play_one(state, rng)
            for seat in seats:
                before, now = shown[seat], (state.view(seat), state.observation(seat).tolist(), state.events(seat))
                shown[seat] = now
                if state.is_over or before[0]["player"] is not None or now[0]["player"] is not None:
                    continue
                hides += 1
                if all(before[0].get(key) == now[0].get(key) for key in ("phase", "table", "wall")):
                    asked_twice += 1
                    assert before == now
    assert not hides or asked_twice
