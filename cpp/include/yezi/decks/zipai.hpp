/// Zipai 字牌: 20 types of four copies each, 一 … 十 small (0–9) and 壹 … 拾 big (10–19). Type % 10 is the rank.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace yezi::zipai {

inline constexpr int kTypes = 20;
inline constexpr int kCopies = 4;
inline constexpr int kRanks = 10;

inline constexpr std::array<std::string_view, kTypes> kNames = {"一", "二", "三", "四", "五", "六", "七",
                                                                "八", "九", "十", "壹", "贰", "叁", "肆",
                                                                "伍", "陆", "柒", "捌", "玖", "拾"};
inline constexpr std::string_view kAliases = "abcdefghijABCDEFGHIJ";

/// A set of types: bit t for type t.
using Types = std::uint32_t;
constexpr Types bit(int type) { return Types{1} << type; }
inline constexpr Types kAll = (Types{1} << kTypes) - 1;
inline constexpr Types kSmall = (Types{1} << kRanks) - 1, kBig = kAll & ~kSmall;
inline constexpr Types kRed = (bit(1) | bit(6) | bit(9)) * ((Types{1} << kRanks) + 1);  ///< ranks 2, 7 and 10

constexpr bool is_big(int type) { return type >= kRanks; }
constexpr int rank(int type) { return type % kRanks; }

template <class F>
constexpr void for_types(Types types, F f) {
  for (; types != 0; types &= types - 1) f(std::countr_zero(types));
}

/// Reads the card at the front of `text` (its name or its ASCII alias) and drops it from there; -1 when there is none.
constexpr int take_card(std::string_view& text) {
  if (text.empty()) return -1;
  if (const std::size_t alias = kAliases.find(text[0]); alias != std::string_view::npos) {
    text.remove_prefix(1);
    return static_cast<int>(alias);
  }
  for (int type = 0; type < kTypes; ++type) {
    const std::string_view name = kNames[static_cast<std::size_t>(type)];
    if (text.substr(0, name.size()) == name) {
      text.remove_prefix(name.size());
      return type;
    }
  }
  return -1;
}

/// The one card that `text` names, by its name or alias; -1 for anything else.
constexpr int read_card(std::string_view text) {
  const int type = take_card(text);
  return text.empty() ? type : -1;
}

/// A multiset of cards, at most four of a type: `more_than[k]` holds the types with more than k copies.
struct Cards {
  std::array<Types, kCopies> more_than;

  constexpr int count(int type) const {
    int n = 0;
    for (const Types plane : more_than) n += static_cast<int>(plane >> type & 1U);
    return n;
  }
  constexpr int size() const {
    int n = 0;
    for (const Types plane : more_than) n += std::popcount(plane);
    return n;
  }
  /// The types with exactly n copies, 1 <= n <= 4.
  constexpr Types exactly(int n) const {
    const auto k = static_cast<std::size_t>(n);
    return more_than[k - 1] & (n == kCopies ? kAll : ~more_than[k]);
  }
  constexpr Types types() const { return more_than[0]; }
  constexpr void add(int type) {
    const Types b = bit(type);
    for (std::size_t k = kCopies - 1; k > 0; --k) more_than[k] |= more_than[k - 1] & b;
    more_than[0] |= b;
  }
  constexpr void remove(int type) {
    const Types b = bit(type);
    for (std::size_t k = 0; k + 1 < kCopies; ++k) more_than[k] = (more_than[k] & ~b) | (more_than[k + 1] & b);
    more_than[kCopies - 1] &= ~b;
  }
  constexpr void remove_all(int type) {
    for (Types& plane : more_than) plane &= ~bit(type);
  }
  constexpr bool is_sound() const {
    return (more_than[0] & ~kAll) == 0 && (more_than[1] & ~more_than[0]) == 0 && (more_than[2] & ~more_than[1]) == 0 &&
           (more_than[3] & ~more_than[2]) == 0;
  }
  /// Calls f(type) for every card in deck order.
  template <class F>
  constexpr void for_cards(F f) const {
    for_types(types(), [&](int type) {
      for (int n = count(type); n > 0; --n) f(type);
    });
  }
};

}  // namespace yezi::zipai
