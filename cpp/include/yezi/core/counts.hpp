/// Up to fifteen small counts in one word, four bits each, and sets of kinds in the same spacing (bit 4·i for kind i):
/// a hand is compared, changed and searched in a few operations, on any processor.
#pragma once

#include <bit>
#include <cstdint>

namespace yezi::counts {

/// A count of 0 … 7 for each of the kinds 0 … 14.
using Counts = std::uint64_t;
/// A set of kinds: a Counts of zeros and ones.
using Set = std::uint64_t;

inline constexpr Set kEach = 0x1111'1111'1111'1111;

constexpr Set one(int kind) { return Set{1} << (4 * kind); }
constexpr int get(Counts hand, int kind) { return static_cast<int>(hand >> (4 * kind) & 15); }
/// How many in all; at most 255.
constexpr int total(Counts hand) {
  constexpr Counts kBytes = 0x0101'0101'0101'0101;
  return static_cast<int>(((hand & 15 * kBytes) + (hand >> 4 & 15 * kBytes)) * kBytes >> 56);
}
/// Whether `hand` has what `wanted` asks for.
constexpr bool covers(Counts hand, Counts wanted) { return (((hand | 8 * kEach) - wanted) & 8 * kEach) == 8 * kEach; }

constexpr bool has(Set set, int kind) { return (set >> (4 * kind) & 1) != 0; }
constexpr int size(Set set) { return static_cast<int>(set * kEach >> 60); }
/// The lowest member; precondition: there is one.
constexpr int lowest(Set set) { return std::countr_zero(set) >> 2; }
constexpr Set without_lowest(Set set) { return set & (set - 1); }
/// The kinds 0 … kind−1.
constexpr Set below(int kind) { return ((Set{1} << (4 * kind)) - 1) & kEach; }
/// The kinds above `kind`.
constexpr Set above(int kind) { return kEach << (4 * kind) << 4; }
/// The run of n kinds from `kind` on.
constexpr Set run(int kind, int n) { return below(n) << (4 * kind); }
/// The k-th member (from 0); precondition: k < size.
constexpr int nth(Set set, std::uint32_t k) {
  Counts differs = (set * kEach) ^ ((k + 1) * kEach);  // zero from the k-th member up to the next one
  differs |= differs >> 2;
  differs |= differs >> 1;
  return lowest(set & ~differs);
}
/// Calls f(kind) for every member, ascending.
template <class F>
constexpr void for_each(Set set, F f) {
  for (; set != 0; set = without_lowest(set)) f(lowest(set));
}

/// The kinds of which a hand has at least one, two, three, four; no count exceeds four.
struct Levels {
  Set one, two, three, four;

  constexpr explicit Levels(Counts hand) {
    const Set low = hand & kEach, middle = hand >> 1 & kEach;
    four = hand >> 2 & kEach;
    three = (low & middle) | four;
    two = middle | four;
    one = low | two;
  }
};

}  // namespace yezi::counts
