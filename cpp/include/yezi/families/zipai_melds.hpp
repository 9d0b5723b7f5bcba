/// What zipai games share: the 38 chi melds, and the lays 吃 / 比 (the chi melds that are put down together when a card
/// is eaten).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <yezi/decks/zipai.hpp>

namespace yezi::zipai {

// ---- Chi melds ------------------------------------------------------------------------------------------------------

inline constexpr int kChis = 38;

/// Three types ascending: a run 一二三, 二七十 of one size, or two and one of a rank in both sizes.
using Chi = std::array<std::uint8_t, 3>;

/// In ascending lexicographic order.
inline constexpr std::array<Chi, kChis> kChi = [] {
  std::array<Chi, kChis> chis{};
  std::size_t n = 0;
  for (std::uint8_t t = 0; t < kTypes; ++t) {
    const auto at = [&](int step) { return static_cast<std::uint8_t>(t + step); };
    if (!is_big(t)) chis[n++] = {t, t, at(10)};
    if (rank(t) < 8) chis[n++] = {t, at(1), at(2)};
    if (rank(t) == 1) chis[n++] = {t, at(5), at(8)};
    if (!is_big(t)) chis[n++] = {t, at(10), at(10)};
  }
  return chis;
}();

/// The chi melds whose lowest type is t are kFirstChi[t] … kFirstChi[t+1]-1.
inline constexpr std::array<std::uint8_t, kTypes + 1> kFirstChi = [] {
  std::array<std::uint8_t, kTypes + 1> first{};
  for (const Chi& chi : kChi) ++first[chi[0] + std::size_t{1}];
  for (std::size_t t = 0; t < kTypes; ++t) first[t + 1] = static_cast<std::uint8_t>(first[t + 1] + first[t]);
  return first;
}();

/// The types of a chi meld, and those that it holds twice.
struct ChiTypes {
  Types once, twice;
};
inline constexpr std::array<ChiTypes, kChis> kChiTypes = [] {
  std::array<ChiTypes, kChis> types{};
  for (std::size_t i = 0; i < kChis; ++i) {
    for (const int t : kChi[i]) {
      types[i].twice |= types[i].once & bit(t);
      types[i].once |= bit(t);
    }
  }
  return types;
}();

/// The number of the chi meld with these types (ascending), -1 for what is none.
constexpr int find_chi(const Chi& types) {
  for (std::size_t i = 0; i < kChis; ++i) {
    if (kChi[i] == types) return static_cast<int>(i);
  }
  return -1;
}

/// What the chi melds are worth; all others nothing.
struct ChiPoints {
  std::int8_t small_run, small_red, big_run, big_red;  ///< 一二三, 二七十, 壹贰叁, 贰柒拾

  constexpr int of(int chi) const {
    const Chi& types = kChi[static_cast<std::size_t>(chi)];
    if (types == Chi{0, 1, 2}) return small_run;
    if (types == Chi{1, 6, 9}) return small_red;
    if (types == Chi{10, 11, 12}) return big_run;
    return types == Chi{11, 16, 19} ? big_red : 0;
  }
};

// ---- Lays -----------------------------------------------------------------------------------------------------------

inline constexpr int kLays = 376;

/// One, two or three chi melds, ascending numbers, that share a type c; at most three c and two of every other type.
struct Lay {
  std::array<std::uint8_t, 3> chi;
  std::uint8_t size;
};

/// How many cards of each type a lay has: the types with more than 0, 1, 2 of them.
constexpr std::array<Types, 3> lay_cards(const Lay& lay) {
  std::array<Types, 3> more_than{};
  for (std::size_t i = 0; i < lay.size; ++i) {
    for (const int t : kChi[lay.chi[i]]) {
      more_than[2] |= more_than[1] & bit(t);
      more_than[1] |= more_than[0] & bit(t);
      more_than[0] |= bit(t);
    }
  }
  return more_than;
}

/// The types that a lay can be laid for: every meld holds them, and of the other types there are at most two.
/// (Four or more of a type do not pass: the two melds beside one that holds it twice hold it at least once each.)
constexpr Types lay_claims(const Lay& lay) {
  Types shared = kAll;
  int copies = 0;
  for (std::size_t i = 0; i < lay.size; ++i) shared &= kChiTypes[lay.chi[i]].once;
  Types claims = 0;
  const Types thrice = lay_cards(lay)[2];
  for_types(shared, [&](int c) {
    copies = 0;
    for (std::size_t i = 0; i < lay.size; ++i) copies += 1 + static_cast<int>(kChiTypes[lay.chi[i]].twice >> c & 1U);
    if (copies <= 3 && (thrice & ~bit(c)) == 0) claims |= bit(c);
  });
  return claims;
}

/// Ordered by the number of melds, then lexicographically.
inline constexpr std::array<Lay, kLays> kLay = [] {
  std::array<Lay, kLays> lays{};
  std::size_t n = 0;
  for (std::uint8_t i = 0; i < kChis; ++i) lays[n++] = {{i, 0, 0}, 1};
  for (std::uint8_t i = 0; i < kChis; ++i) {
    for (std::uint8_t j = i; j < kChis; ++j) {
      if ((kChiTypes[i].once & kChiTypes[j].once) == 0) continue;
      if (const Lay lay{{i, j, 0}, 2}; lay_claims(lay) != 0) lays[n++] = lay;
    }
  }
  for (std::uint8_t i = 0; i < kChis; ++i) {
    for (std::uint8_t j = i; j < kChis; ++j) {
      const Types shared = kChiTypes[i].once & kChiTypes[j].once;
      if (shared == 0) continue;
      for (std::uint8_t k = j; k < kChis; ++k) {
        if ((shared & kChiTypes[k].once) == 0) continue;
        if (const Lay lay{{i, j, k}, 3}; lay_claims(lay) != 0) lays[n++] = lay;
      }
    }
  }
  return lays;
}();
static_assert(kLay[38].chi == std::array<std::uint8_t, 3>{0, 1, 0} &&
              kLay[202].chi == std::array<std::uint8_t, 3>{0, 29, 29} &&
              kLay[375].chi == std::array<std::uint8_t, 3>{35, 37, 37});

/// The number of the lay of these ascending chi melds, -1 for none.
constexpr int find_lay(const Lay& wanted) {
  for (std::size_t i = 0; i < kLays; ++i) {
    if (kLay[i].size == wanted.size && kLay[i].chi == wanted.chi) return static_cast<int>(i);
  }
  return -1;
}

/// A lay for a type c with what it needs beside the c's: types once or more (low half) and twice (high half).
struct LayNeed {
  std::uint64_t need;
  std::uint16_t lay;
};
/// The same form for loose cards: a lay can be made when `need & ~available` is 0.
constexpr std::uint64_t available(Types once, Types twice) { return once | std::uint64_t{twice} << 32; }

/// For every type c: the lays with one, two, three c, and those with one or two; each list ascending.
class LayLists {
 public:
  static constexpr int kOneOrTwo = 4;

  constexpr LayLists() {
    for (std::size_t pass = 0; pass < 2; ++pass) {  // count, then fill
      for (std::size_t i = 0; i < kLays; ++i) {
        const std::array<Types, 3> cards = lay_cards(kLay[i]);
        for_types(lay_claims(kLay[i]), [&](int c) {
          int copies = 0;
          for (const Types plane : cards) copies += static_cast<int>(plane >> c & 1U);
          const LayNeed entry{available(cards[0] & ~bit(c), cards[1] & ~bit(c)), static_cast<std::uint16_t>(i)};
          put(pass, list(c, copies), entry);
          if (copies <= 2) put(pass, list(c, kOneOrTwo), entry);
        });
      }
      if (pass == 0) {
        for (std::size_t l = 0; l < kLists; ++l) end_[l + 1] = static_cast<std::uint16_t>(end_[l + 1] + end_[l]);
      }
    }
    for (std::size_t l = kLists; l > 0; --l) end_[l] = end_[l - 1];  // filled: every start has moved to its end
    end_[0] = 0;
  }
  /// Calls f(lay) for the lays of a list, ascending, that the loose cards `have` allow.
  template <class F>
  constexpr void for_lays(int c, int copies, std::uint64_t have, F&& f) const {
    const std::size_t l = list(c, copies);
    for (std::size_t i = end_[l]; i < end_[l + 1]; ++i) {
      if ((entries_[i].need & ~have) == 0) f(static_cast<int>(entries_[i].lay));
    }
  }
  constexpr bool any(int c, int copies, std::uint64_t have) const {
    const std::size_t l = list(c, copies);
    for (std::size_t i = end_[l]; i < end_[l + 1]; ++i) {
      if ((entries_[i].need & ~have) == 0) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t kLists = kTypes * 4;
  static constexpr std::size_t list(int c, int copies) { return static_cast<std::size_t>(c * 4 + copies - 1); }
  constexpr void put(std::size_t pass, std::size_t l, const LayNeed& entry) {
    if (pass == 0) {
      ++end_[l + 1];
    } else {
      entries_[end_[l]++] = entry;
    }
  }

  std::array<LayNeed, 736> entries_{};
  std::array<std::uint16_t, kLists + 1> end_{};
};
inline constexpr LayLists kLayLists;

}  // namespace yezi::zipai
