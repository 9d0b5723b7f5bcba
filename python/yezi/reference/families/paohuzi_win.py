"""paohuzi: winning arrangements, 胡息 and the amount of a win.

Sections *Combinations*, *Winning and settlement* and *Hand cases* of the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from ...errors import QueryError
from ..decks import zipai
from .zipai_melds import CHI, Meld, Melds, canonical, name, order, split

# Melds

TABLE_KINDS = ("ti", "pao", "wei", "chouwei", "peng", "chi")
COPIES = {"ti": 4, "pao": 4, "kan": 3, "wei": 3, "chouwei": 3, "peng": 3, "pair": 2}
HUXI = {"ti": (9, 12), "pao": (6, 9), "kan": (3, 6), "wei": (3, 6), "chouwei": (3, 6), "peng": (1, 3), "pair": (0, 0)}
"""胡息 of a meld of equal cards: small, big."""
SPECIAL_CHI = ((0, 1, 2), (1, 6, 9), (10, 11, 12), (11, 16, 19))
"""一二三 二七十 壹贰叁 贰柒拾: 3 small, 6 big; every other chi 0."""
GROUPS = 7
HAND = 21
"""The most cards in a hand."""


def same(kind: str, card: int) -> Meld:
    """The meld of equal cards of this kind."""
    return kind, (card,) * COPIES[kind]


def is_four(meld: Meld) -> bool:
    return meld[0] in ("ti", "pao")


def huxi(meld: Meld) -> int:
    kind, cards = meld
    big = zipai.is_big(cards[0])
    if kind == "chi":
        return (6 if big else 3) if cards in SPECIAL_CHI else 0
    return HUXI[kind][big]


def total_huxi(melds: Sequence[Meld]) -> int:
    return sum(map(huxi, melds))


# Winning arrangement


def arrangements(hand: Sequence[int], fixed: Sequence[Meld], card: int | None, drawn: bool, wall: bool) -> list[Melds]:
    """All arrangements of hand (copies by type), table melds and winning card, in canonical order."""
    locked = [same("ti" if copies == 4 else "kan", type) for type, copies in enumerate(hand) if copies >= 3]
    loose = [copies if copies < 3 else 0 for copies in hand]
    found: set[Melds] = set()
    for melds, rest, triple in _placed([*fixed, *locked], loose, card, drawn, wall):
        pair = any(map(is_four, melds))
        if 3 * len(melds) + sum(rest) == 3 * GROUPS - pair:
            found.update(canonical([*melds, *groups]) for groups in split(rest, triple, pair))
    return sorted(found, key=order)


def _placed(
    melds: list[Meld], loose: list[int], card: int | None, drawn: bool, wall: bool
) -> Iterator[tuple[list[Meld], list[int], int | None]]:
    """Step 2, every way to place the card: the melds, the loose cards, and the type of which three may be a `peng`."""
    if card is None:
        yield melds, loose, None
        return
    held = [same(kind, card) for kind in ("kan", "wei", "chouwei")]
    if drawn and any(meld in held for meld in melds):
        yield _upgraded(melds, held, same("ti", card)), loose, None
        return
    if drawn and loose[card] == 2:
        rest = list(loose)
        rest[card] = 0
        yield [*melds, same("wei", card)], rest, None
        return
    joined = list(loose)
    joined[card] += 1
    yield melds, joined, card
    if wall:
        held.append(same("peng", card))
    if any(meld in held for meld in melds):
        yield _upgraded(melds, held, same("pao", card)), loose, None


def _upgraded(melds: list[Meld], old: list[Meld], new: Meld) -> list[Meld]:
    return [new if meld in old else meld for meld in melds]


def decompositions(
    hand: Sequence[int],
    fixed: Sequence[Meld],
    card: int | None,
    drawn: bool,
    rules: SimpleNamespace,
    wall: bool = True,
) -> list[tuple[Melds, int]]:
    """All decompositions with enough 胡息, each with its 胡息, in canonical order."""
    found = [(melds, total_huxi(melds)) for melds in arrangements(hand, fixed, card, drawn, wall)]
    return [(melds, points) for melds, points in found if points >= rules.min_huxi]


def ting(hand: Sequence[int], fixed: Sequence[Meld], drawn: bool, rules: SimpleNamespace, wall: bool) -> list[int]:
    """The types, in deck order, that win and of which the player holds fewer than four."""
    held = zipai.counts(card for meld in fixed for card in meld[1])
    return [
        card
        for card in range(len(zipai.TYPES))
        if hand[card] + held[card] < zipai.COPIES and decompositions(hand, fixed, card, drawn, rules, wall)
    ]


def special(hand: Sequence[int]) -> Melds | None:
    """三提五坎: the ti and kan of a dealt hand with at least three ti or five kan."""
    fours = [card for card, copies in enumerate(hand) if copies == 4]
    threes = [card for card, copies in enumerate(hand) if copies == 3]
    if len(fours) < 3 and len(threes) < 5:
        return None
    return canonical([same("ti", card) for card in fours] + [same("kan", card) for card in threes])


# Winning and settlement


@dataclass(frozen=True)
class Facts:
    """What the amount depends on besides the groups."""

    by: str
    """special, tian, di, zimo, draw, discard"""
    dealer: bool = False
    """The winner is the dealer."""
    opening_discard: bool = False
    """Won on the dealer's opening discard."""
    last: bool = False
    """The wall is empty."""

    @property
    def zimo(self) -> bool:
        return self.by in ("zimo", "tian") or (self.by == "special" and self.dealer)

    @property
    def dihu(self) -> bool:
        return self.by == "di" or self.opening_discard

    @property
    def haidi(self) -> bool:
        return self.last and self.by in ("zimo", "draw")


@dataclass(frozen=True)
class Win:
    """A win with the groups that count."""

    facts: Facts
    melds: Melds
    huxi: int
    amount: int
    tags: list[str]
    parts: dict[str, int] = field(default_factory=dict)
    """`hundreds` and `doubles`, or `tun` and `fan`."""


def best_win(rules: SimpleNamespace, facts: Facts, found: Sequence[tuple[Melds, int]]) -> Win | None:
    """Of decompositions with their 胡息: the largest amount, then the most 胡息, then the first in canonical order."""
    wins = [settle(rules, facts, melds, points) for melds, points in found]
    return min(wins, key=lambda win: (-win.amount, -win.huxi, order(win.melds)), default=None)


def settle(rules: SimpleNamespace, facts: Facts, melds: Melds, points: int) -> Win:
    scoring = _loudi if rules.scoring == "loudi" else _tun
    amount, tags, parts = scoring(rules, facts, melds, points)
    return Win(facts, melds, points, amount, sorted(tags), parts)


def _red(cards: Sequence[int]) -> int:
    return sum(map(zipai.is_red, cards))


Scored = tuple[int, list[str], dict[str, int]]


def _loudi(rules: SimpleNamespace, facts: Facts, melds: Melds, points: int) -> Scored:
    red_of = [_red(cards) for _, cards in melds]
    red = sum(red_of)
    special = facts.by == "special"
    ordinary = {
        "tianhu": facts.by == "tian",
        "dihu": facts.dihu,
        "wuhu": red == 0,
        "honghu": red >= 13,
        "kahu30": points == 30,
    }
    hundreds = ["tianhu"] if special else [tag for tag, holds in ordinary.items() if holds]
    doubling = {
        "zimo": facts.by == "zimo",
        "yidianhong": red == 1,
        "shihong": 10 <= red <= 12,
        "bianhu": red >= 2 and max(red_of) == red,
        "haidi": facts.haidi,
        "kahu20": points == 20,
    }
    doubles = [] if special else [tag for tag, holds in doubling.items() if holds]
    amount = (100 * len(hundreds) or points) * 2 ** len(doubles)
    if rules.cap:
        amount = min(amount, rules.cap)
    tags = hundreds + doubles
    if facts.by == "discard":
        tags.append("fangpao")
        amount = min(amount, rules.pao_cap)
    return amount, tags, {"hundreds": len(hundreds), "doubles": len(doubles)}


def _tun(rules: SimpleNamespace, facts: Facts, melds: Melds, points: int) -> Scored:
    tian = facts.by == "tian"
    if rules.tian_double and (tian or facts.dihu or (facts.by == "special" and facts.dealer)):
        points *= 2
    tun = 1 + (points - rules.min_huxi) // 3 + (rules.zimo_tun if facts.zimo else 0)
    if facts.by == "special":
        names = {"special": rules.special_fan} if rules.special_fan > 1 else {}
    else:
        names = _mingtang(rules.mingtang, melds)
    fan = sum(names.values()) if names else 1
    if facts.haidi:
        fan += 2 if names else 1
    situation = {
        "zimo": facts.zimo,
        "tianhu": tian,
        "dihu": facts.dihu,
        "haidi": facts.haidi,
        "special": facts.by == "special",
    }
    tags = {*names, *(tag for tag, holds in situation.items() if holds)}
    return tun * fan, list(tags), {"tun": tun, "fan": fan}


def _mingtang(table: str, melds: Melds) -> dict[str, int]:
    """The 名堂 of a win with their 番."""
    if table == "none":
        return {}
    cards = [card for _, cards in melds for card in cards]
    red, big = _red(cards), sum(map(zipai.is_big, cards))
    small = len(cards) - big
    names = {}
    if red == 0:
        names["wuhu"] = 5
    if red == 1:
        names["dianhu"] = 3
    if all(kind != "chi" for kind, _ in melds):
        names["duiduihu"] = 4
    if table == "liangzhang":
        if red in (4, 7, 11, 12):
            names["honghu"] = 2
        if red == 10:
            names["jiadianhu"] = 3
        if red >= 13:
            names["hongwu"] = 4 + (red - 13)
        if big >= 18:
            names["dazihu"] = 6 + (big - 18)
        if small >= 16:
            names["xiaozihu"] = 8 + (small - 16)
    else:
        if 10 <= red <= 12:
            names["honghu"] = 2
        if red >= 13:
            names["hongwu"] = 4
        if "wuhu" in names and "duiduihu" in names:
            names["wuhu"], names["duiduihu"] = 5, 5  # 10 in all
    return names


def payments(rules: SimpleNamespace, win: Win, winner: int, source: int, active: Sequence[int]) -> dict[int, int]:
    """What each payer pays to the winner; `source` is the seat that exposed the winning card."""
    if win.facts.by == "discard":
        return {source: (3 if rules.scoring == "loudi" else 2) * win.amount}
    return {seat: win.amount for seat in active if seat != winner}


# Hand cases


def analyse(rules: SimpleNamespace, query: dict[str, Any]) -> dict[str, Any]:
    """The analysis `hu`."""
    hand = _read_cards("hand", query["hand"], query["hand"], f"at most {HAND} cards out of {' '.join(zipai.TYPES)}")
    if len(hand) > HAND:
        raise _bad("hand", query["hand"], f"at most {HAND} cards")
    given = query.get("melds", [])
    if not isinstance(given, (list, tuple)) or len(given) > GROUPS:
        raise _bad("melds", given, f"a list of at most {GROUPS} strings")
    fixed = [_read_meld(text) for text in given]
    card = query.get("card")
    if card is not None:
        single = _read_cards("card", card if isinstance(card, str) else None, card, "one card or null")
        if len(single) != 1:
            raise _bad("card", card, "one card or null")
        card = single[0]
    everything = [*hand, *(each for meld in fixed for each in meld[1]), *([] if card is None else [card])]
    for type, copies in enumerate(zipai.counts(everything)):
        if copies > zipai.COPIES:
            shown = {key: query[key] for key in ("hand", "melds", "card") if key in query}
            raise _bad("query", shown, f"each card at most 4 times (here {zipai.TYPES[type]} {copies} times)")
    drawn, wall = query.get("drawn", False), query.get("wall", True)
    for parameter, flag in (("drawn", drawn), ("wall", wall)):
        if not isinstance(flag, bool):
            raise _bad(parameter, flag, "true, false")

    complete = arrangements(zipai.counts(hand), fixed, card, drawn, wall)
    found = decompositions(zipai.counts(hand), fixed, card, drawn, rules, wall)
    best = max((points for _, points in found), default=None)
    result: dict[str, Any] = {
        "win": bool(found),
        "huxi": best,
        "best": [[name(meld) for meld in melds] for melds, points in found if points == best],
        "all": len(found),
        "complete": len(complete),
    }
    if card is not None:
        result["ting"] = {
            "drawn": zipai.text(ting(zipai.counts(hand), fixed, True, rules, True)),
            "wall": zipai.text(ting(zipai.counts(hand), fixed, False, rules, True)),
            "discard": zipai.text(ting(zipai.counts(hand), fixed, False, rules, False)),
        }
    return result


def _bad(parameter: str, value: Any, allowed: str) -> QueryError:
    return QueryError(f"paohuzi hu: {parameter} is {value!r}; allowed: {allowed}")


def _read_cards(parameter: str, cards: Any, value: Any, allowed: str) -> list[int]:
    """The cards of a string or list; `value` is what the error quotes."""
    if isinstance(cards, (str, list, tuple)) and all(isinstance(card, str) for card in cards):
        try:
            return zipai.read(cards)
        except ValueError:
            pass
    raise _bad(parameter, value, allowed)


def _read_meld(text: Any) -> Meld:
    allowed = f"`kind cards` with a kind out of {', '.join(TABLE_KINDS)}, for example 'peng 五五五', 'chi 二七十'"
    kind, _, rest = text.partition(" ") if isinstance(text, str) else ("", "", "")
    cards = tuple(_read_cards("melds", rest, text, allowed))
    if kind in TABLE_KINDS and cards and (cards in CHI if kind == "chi" else (kind, cards) == same(kind, cards[0])):
        return kind, cards
    raise _bad("melds", text, allowed)
