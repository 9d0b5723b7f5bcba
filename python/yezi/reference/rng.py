"""The portable random stream of yezi: the same lines as `cpp/include/yezi/core/rng.hpp`.

SplitMix64 seeds xoshiro256**; bounded draws are Lemire's multiply-shift with rejection on the upper 32 bits;
a shuffle is Fisher-Yates from the end. Known answers: `tests/data/rng.json`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15

DEAL = 0
"""Purpose of the stream that shuffles a deck."""
PLAY = 1
"""Purpose of the stream that chooses random moves."""
RESAMPLE = 2
"""Purpose of the stream that redraws hidden cards."""

T = TypeVar("T")


def mix(z: int) -> int:
    """SplitMix64's output for the state `z` (after its increment)."""
    z = (z + GOLDEN) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def stream_key(seed: int, index: int, round: int, purpose: int) -> int:
    """The one formula from which every stream is derived (docs/conventions.md: Deck and deal)."""
    return mix(mix(mix(mix(seed) ^ index) ^ round) ^ purpose)


def _rotl(x: int, k: int) -> int:
    return ((x << k) | (x >> (64 - k))) & MASK


class Rng:
    """xoshiro256** whose four words are successive SplitMix64 outputs from `key`."""

    def __init__(self, key: int) -> None:
        self.s = [mix((key + i * GOLDEN) & MASK) for i in range(4)]

    @classmethod
    def stream(cls, seed: int, index: int = 0, round: int = 0, purpose: int = DEAL) -> Rng:
        return cls(stream_key(seed, index, round, purpose))

    def next(self) -> int:
        """The next 64 random bits."""
        s = self.s
        result = (_rotl((s[1] * 5) & MASK, 7) * 9) & MASK
        t = (s[1] << 17) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = _rotl(s[3], 45)
        return result

    def below(self, n: int) -> int:
        """A uniform integer in 0..n-1, 1 <= n < 2**32."""
        m = (self.next() >> 32) * n
        low = m & 0xFFFFFFFF
        if low < n:
            threshold = ((1 << 32) - n) % n
            while low < threshold:
                m = (self.next() >> 32) * n
                low = m & 0xFFFFFFFF
        return m >> 32

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A shuffled copy of `items`."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out
