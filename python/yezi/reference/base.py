"""The contract of a game of the reference, and the public API around it.

A game is a module `yezi.reference.<id>` with the names listed in `REQUIRED`, in this order, mirroring the static
functions of the C++ struct (`cpp/include/yezi/core/game.hpp`). Positions are dataclasses whose fields are ints, strings,
bools, None, and lists and dicts (with string keys) of these. Everything here is written for clarity; nothing compiled is imported.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from ..errors import (
    ArgumentError,
    BackendError,
    DeckError,
    IllegalMoveError,
    InvalidMoveError,
    QueryError,
    RulesError,
    TraceError,
)
from ..interface import SEED_BOUND, GameMethods, StateMethods, check_int, check_seed, plain, shown
from .rng import RESAMPLE, Rng

REQUIRED = (
    "INFO",
    "OPTIONS",
    "PRESETS",
    "ANALYSES",
    "State",
    "check",
    "num_players",
    "num_actions",
    "deck",
    "deal",
    "player",
    "legal",
    "apply",
    "ending",
    "returns",
    "detail",
    "next_deal",
    "format",
    "parse",
    "view",
    "observation_layout",
    "observe",
    "resample",
)
"""What a game module defines:

INFO                                   an `Info`
OPTIONS                                tuple of `Option`
PRESETS                                dict: name -> dict of options
ANALYSES                               dict: kind -> `Analysis`
State                                  the dataclass of a position
check(rules)                           raise RulesError for combinations of options that make no game
num_players(rules) -> int
num_actions(rules) -> int | None       None where codes are not dense
deck(rules) -> list[str]               every card in the deck's own order
deal(rules, dealer, deck, events) -> State      plays on until somebody decides or the game is over
player(rules, state) -> int            the seat to move, -1 when over
legal(rules, state) -> list[int]       codes, ascending; empty when over
apply(rules, state, action, events)    in place; `action` is legal; plays on as `deal` does
ending(rules, state) -> str | None     a name of INFO.endings
returns(rules, state) -> list[int]     zeros until over
detail(rules, state) -> dict           called only when over
next_deal(rules, state) -> (dealer, dict of changed options)      called only when over
format(action) -> str                  for every code of the game
parse(text) -> int                     raise ValueError when it is no move
view(rules, state, seat) -> dict       seat None: everything
observation_layout(rules) -> list[(name, size)]
observe(rules, state, seat) -> list[int]        a function of view(seat) alone
resample(rules, state, seat, rng)      in place: redraw what `seat` cannot know
"""


def copied(tree: Any) -> Any:
    """A deep copy of lists and dicts of plain values."""
    if isinstance(tree, list):
        return [copied(item) for item in tree]
    if isinstance(tree, dict):
        return {key: copied(item) for key, item in tree.items()}
    return tree


def copied_position(position: Any) -> Any:
    """A deep copy of a game's State."""
    return replace(position, **copied(vars(position)))


def is_plain(value: Any, depth: int = 0) -> bool:
    """Whether a value of a query is made of strings, integers, truths, None, and lists and dicts of these."""
    if depth > 32:
        return False
    if isinstance(value, (list, tuple)):
        return all(is_plain(item, depth + 1) for item in value)
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_plain(item, depth + 1) for key, item in value.items())
    if isinstance(value, str):
        return value.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in value)
    return value is None or (hasattr(value, "__index__") and -(1 << 63) <= int(value) < 1 << 63)


@dataclass(frozen=True)
class Info:
    """What a game is called, and in which ways it ends (`endings`: index = the small int of `simulate`)."""

    id: str
    name: str
    english: str
    endings: tuple[str, ...]


@dataclass(frozen=True)
class Option:
    """An option: an int in `low`..`high`, a bool (default True/False), or one of the texts `choices`."""

    name: str
    default: int | bool | str
    help: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    def check(self, game: str, value: Any) -> int | bool | str:
        """`value` in its plain type, or RulesError naming what is allowed."""
        if self.choices:
            if isinstance(value, str) and value in self.choices:
                return value
            allowed = ", ".join(self.choices)
        elif isinstance(self.default, bool):
            if isinstance(value, (bool, np.bool_)):
                return bool(value)
            allowed = "True, False"
        else:
            if (
                not isinstance(value, (bool, np.bool_))
                and hasattr(value, "__index__")
                and self.low <= value <= self.high
            ):
                return int(value)
            allowed = f"an integer in {self.low}..{self.high}"
        raise RulesError(f"{game}: option {self.name!r} is {shown(value)}; allowed: {allowed}")


@dataclass(frozen=True)
class Analysis:
    """An analysis: the names of its parameters with a line of help each, and the function (rules, query) -> dict.

    A parameter whose help begins with `optional` may be left out. The function raises QueryError for bad values.
    """

    help: str
    parameters: dict[str, str]
    run: Callable[[Any, dict[str, Any]], dict[str, Any]]


@dataclass
class Event:
    """Something that happened. `public` is seen by the `audience` (None: everybody), `private` only by seats in `knows`.

    A viewer None sees everything.
    """

    kind: str
    seat: int
    public: dict[str, Any] = field(default_factory=dict)
    private: dict[str, Any] = field(default_factory=dict)
    knows: tuple[int, ...] = ()
    audience: tuple[int, ...] | None = None

    def seen_by(self, viewer: int | None) -> dict[str, Any] | None:
        if viewer is not None and self.audience is not None and viewer not in self.audience:
            return None
        fields: dict[str, Any] = copied({"kind": self.kind, "seat": self.seat, **self.public})
        if viewer is None or viewer in self.knows:
            fields.update(copied(self.private))
        return fields


class EventLog(list[Event]):
    """Collects events in order."""

    def emit(
        self,
        kind: str,
        seat: int,
        public: dict[str, Any] | None = None,
        *,
        private: dict[str, Any] | None = None,
        knows: Iterable[int] = (),
        audience: Iterable[int] | None = None,
    ) -> None:
        self.append(
            Event(
                kind,
                seat,
                copied(public or {}),
                copied(private or {}),
                tuple(knows),
                None if audience is None else tuple(audience),
            )
        )


def resolve(module: Any, given: dict[str, Any]) -> SimpleNamespace:
    """Every option of a game: defaults, then the preset, then the options given beside it."""
    info, options = module.INFO, {option.name: option for option in module.OPTIONS}
    values = {name: option.default for name, option in options.items()}
    named = dict(given)
    if "preset" in named:
        preset = named.pop("preset")
        if not isinstance(preset, str) or preset not in module.PRESETS:
            raise RulesError(f"{info.id}: preset {shown(preset)} is unknown; allowed: {', '.join(module.PRESETS)}")
        values.update(module.PRESETS[preset])
    for name, value in named.items():
        if name not in options:
            raise RulesError(f"{info.id}: unknown option {name!r}; allowed: preset, {', '.join(options)}")
        values[name] = options[name].check(info.id, value)
    rules = SimpleNamespace(**values)
    module.check(rules)
    return rules


class ReferenceGame(GameMethods):
    """A game of the reference: the API of `yezi.Game` without batches and simulation."""

    backend = "reference"

    def __init__(self, module: ModuleType, given: dict[str, Any]) -> None:
        self._module: Any = module
        self._rules = resolve(module, given)
        self.given = {name: plain(value) for name, value in given.items()}
        self.id: str = module.INFO.id
        self.name: str = module.INFO.name
        self.num_players: int = module.num_players(self._rules)
        self.num_actions: int | None = module.num_actions(self._rules)
        self.endings: tuple[str, ...] = module.INFO.endings

    @property
    def rules(self) -> dict[str, Any]:  # type: ignore[override]
        return dict(copied(vars(self._rules)))

    @property
    def presets(self) -> dict[str, dict[str, Any]]:
        return dict(copied(self._module.PRESETS))

    @property
    def deck(self) -> list[str]:
        return list(self._module.deck(self._rules))

    @property
    def observation_layout(self) -> dict[str, slice]:
        layout, start = {}, 0
        for name, size in self._module.observation_layout(self._rules):
            layout[name] = slice(start, start + size)
            start += size
        return layout

    @property
    def analyses(self) -> dict[str, dict[str, str]]:
        return {kind: dict(analysis.parameters) for kind, analysis in self._module.ANALYSES.items()}

    def deal(
        self,
        seed: int | None = None,
        index: int = 0,
        dealer: int = 0,
        *,
        deck: Sequence[str] | None = None,
        round: int = 0,
    ) -> ReferenceState:
        dealer = check_int("dealer", dealer, 0, self.num_players)
        if deck is None:
            rng = Rng.stream(
                check_seed(seed), check_int("index", index, 0, SEED_BOUND), check_int("round", round, 0, SEED_BOUND)
            )
            cards = rng.shuffled(self.deck)
        else:
            if seed is not None:
                raise ArgumentError("deal takes a seed or a deck, not both")
            cards = self._check_deck(deck)
        return ReferenceState(self, cards, dealer)

    def _check_deck(self, deck: Sequence[str]) -> list[str]:
        cards = list(deck)
        whole = self.deck
        for card in cards:
            if card not in whole:
                raise DeckError(
                    f"{self.id}: {card!r} is no card of this deck; its cards are {' '.join(dict.fromkeys(whole))}"
                )
        if len(cards) != len(whole):
            raise DeckError(f"{self.id}: the deck has {len(cards)} cards; it must have {len(whole)}")
        wanted = Counter(whole)
        for card, count in Counter(cards).items():
            if count != wanted[card]:
                raise DeckError(
                    f"{self.id}: the deck holds {card!r} {count} times; it must hold it {wanted[card]} times"
                )
        return cards

    def format(self, action: int) -> str:
        try:
            return str(self._module.format(check_int("action", action, 0, 1 << 63)))
        except (ValueError, IndexError, KeyError) as error:
            raise InvalidMoveError(f"{self.id}: {action!r} is the code of no move") from error

    def parse(self, move: str) -> int:
        if not isinstance(move, str):
            raise TypeError(f"a move is a string, not {shown(move)}")
        try:
            return int(self._module.parse(move))
        except (ValueError, IndexError, KeyError) as error:
            raise InvalidMoveError(f"{self.id}: {move!r} is no move") from error

    def analyse(self, kind: str, **query: Any) -> dict[str, Any]:
        analyses = self._module.ANALYSES
        if not isinstance(kind, str):
            raise TypeError(f"the kind of an analysis is a string, not {shown(kind)}")
        if kind not in analyses:
            raise QueryError(f"{self.id}: unknown analysis {kind!r}; allowed: {', '.join(analyses) or 'none'}")
        analysis = analyses[kind]
        for name in query:
            if name not in analysis.parameters:
                raise QueryError(
                    f"{self.id} {kind}: unknown parameter {name!r}; allowed: {', '.join(analysis.parameters)}"
                )
        for name, text in analysis.parameters.items():
            if name not in query and not text.startswith("optional"):
                raise QueryError(f"{self.id} {kind}: parameter {name!r} is missing ({text})")
        for name, value in query.items():
            if not is_plain(value):
                raise QueryError(
                    f"{self.id} {kind}: parameter {name!r} is {shown(value)}; "
                    "allowed: strings, integers, truths, None and lists of these"
                )
        return dict(analysis.run(self._rules, query))

    def next_dealer_and_rules(self, state: ReferenceState) -> tuple[int, dict[str, Any]]:
        dealer, changes = self._module.next_deal(self._rules, state._position)
        return dealer, dict(changes)

    def restore(self, key: bytes) -> ReferenceState:
        """The state whose `key()` is `key`; it has no history. That the fields make a possible position is not checked."""
        if not isinstance(key, bytes):
            raise TypeError(f"a key is bytes, not {shown(key)}")
        try:
            fields = json.loads(key.decode())
            position = self._module.State(**fields)
        except (TypeError, ValueError, AttributeError) as error:
            raise ArgumentError(f"{self.id}: these {len(key)} bytes are no key of a state") from error
        return ReferenceState(self, None, None, position)

    def _absent(self, what: str) -> BackendError:
        return BackendError(f"the reference has no {what}; use yezi.make({self.id!r}) without backend='reference'")

    def batch(self, *args: Any, **kwargs: Any) -> Any:
        raise self._absent("batch")

    def simulate(self, *args: Any, **kwargs: Any) -> Any:
        raise self._absent("simulate")

    def analyse_batch(self, *args: Any, **kwargs: Any) -> Any:
        raise self._absent("analyse_batch")


class ReferenceState(StateMethods):
    """A state of the reference: the API of `yezi.State`."""

    def __init__(self, game: ReferenceGame, deck: list[str] | None, dealer: int | None, position: Any = None) -> None:
        self._game = game
        self._m: Any = game._module
        self._rules = game._rules
        self._deck = deck
        self._dealer = dealer
        self._history: list[tuple[int, int]] = []
        self._undo: list[tuple[Any, int]] = []
        self._events = EventLog()
        self._prior: dict[int, list[dict[str, Any]]] | None = None  # what each seat saw before a resample
        self._legal: list[int] | None = None  # of the present position, once asked for
        if position is None:
            position = self._m.deal(self._rules, dealer, list(deck or ()), self._events)
        self._position = position

    @property
    def game(self) -> ReferenceGame:
        return self._game

    @property
    def player(self) -> int:
        return int(self._m.player(self._rules, self._position))

    @property
    def is_over(self) -> bool:
        return self.player < 0

    @property
    def ending(self) -> str | None:
        name: str | None = self._m.ending(self._rules, self._position)
        return name

    @property
    def dealer(self) -> int | None:
        return self._dealer

    @property
    def deck(self) -> list[str] | None:
        return None if self._deck is None else list(self._deck)

    @property
    def history(self) -> list[int]:
        return [action for _, action in self._history]

    @property
    def players(self) -> list[int]:
        return [player for player, _ in self._history]

    def _codes(self) -> list[int]:
        if self._legal is None:
            self._legal = list(self._m.legal(self._rules, self._position))
        return self._legal

    def legal_actions(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        return np.array(self._codes(), dtype=np.int64)

    def legal_moves(self) -> list[str]:
        return sorted(self._m.format(action) for action in self._codes())

    def apply(self, action: int | str) -> None:
        code = self._game.parse(action) if isinstance(action, str) else action
        text = self._game.format(code)
        if self.is_over:
            raise IllegalMoveError(f"{self._game.id}: {text!r} cannot be played: the game is over")
        if code not in self._codes():
            moves = self.legal_moves()
            shown = ", ".join(moves[:12]) + (f", … ({len(moves)} in all)" if len(moves) > 12 else "")
            raise IllegalMoveError(f"{self._game.id}: {text!r} is not legal for seat {self.player}; legal: {shown}")
        self._undo.append((copied_position(self._position), len(self._events)))
        self._history.append((self.player, int(code)))
        self._legal = None
        self._m.apply(self._rules, self._position, int(code), self._events)

    def undo(self) -> None:
        if not self._undo:
            raise TraceError("there is no decision to take back")
        self._position, length = self._undo.pop()
        del self._events[length:]
        self._legal = None
        self._history.pop()

    def returns(self) -> np.ndarray[Any, np.dtype[np.int32]]:
        return np.array(self._m.returns(self._rules, self._position), dtype=np.int32)

    def detail(self) -> dict[str, Any]:
        return dict(self._m.detail(self._rules, self._position)) if self.is_over else {}

    def _check_seat(self, seat: int | None) -> int | None:
        return None if seat is None else check_int("seat", seat, 0, self._game.num_players)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        return dict(self._m.view(self._rules, self._position, self._check_seat(seat)))

    def events(self, seat: int | None = None) -> list[dict[str, Any]]:
        seat = self._check_seat(seat)
        if self._deck is None and (seat is None or self._prior is None):
            raise TraceError("this state has no history of its own, so it has no events to show")
        seen = [event.seen_by(seat) for event in self._events]
        before = [] if self._prior is None or seat is None else copied(self._prior[seat])
        return before + [event for event in seen if event is not None]

    def observation(self, seat: int) -> np.ndarray[Any, np.dtype[np.int8]]:
        seat = check_int("seat", seat, 0, self._game.num_players)
        return np.array(self._m.observe(self._rules, self._position, seat), dtype=np.int8)

    def resample(self, seat: int, seed: int) -> ReferenceState:
        seat = check_int("seat", seat, 0, self._game.num_players)
        rng = Rng.stream(check_seed(seed), purpose=RESAMPLE)
        position = copied_position(self._position)
        self._m.resample(self._rules, position, seat, rng)
        other = ReferenceState(self._game, None, None, position)
        if self._deck is not None or self._prior is not None:
            spectator = -1  # sees what everybody sees
            public = [event.seen_by(spectator) for event in self._events]
            seats = range(self._game.num_players)
            other._prior = {s: [event for event in public if event is not None] for s in seats}
            other._prior[seat] = self.events(seat)
            if self._prior is not None:
                for s in seats:
                    if s != seat:
                        other._prior[s] = copied(self._prior[s]) + other._prior[s]
        return other

    def clone(self, history: bool = True) -> ReferenceState:
        position = copied_position(self._position)
        if not history:
            return ReferenceState(self._game, None, None, position)
        other = ReferenceState(self._game, self._deck, self._dealer, position)
        other._history = list(self._history)
        other._undo = [(copied_position(old), length) for old, length in self._undo]
        other._events = EventLog(self._events)
        other._prior = copied(self._prior)
        return other

    def key(self) -> bytes:
        return json.dumps(asdict(self._position), ensure_ascii=False, sort_keys=True).encode()
