/// Poker cards 扑克: rank then suit, `3s` … `2d`, and the jokers `BJ` (小王, black) and `RJ` (大王, red).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace yezi::poker {

inline constexpr int kSuits = 4, kNatural = 52, kTypes = 54;
/// Type of the small joker, which ranks just above the 52 cards, and of the big one.
inline constexpr int kBlackJoker = 52, kRedJoker = 53;
inline constexpr std::string_view kSuitLetters = "shcd";
/// The letters of the ranks from the three up, as the climbing games of one or more packs order them; `B` and `R` are
/// the jokers.
inline constexpr std::string_view kThreeLow = "3456789TJQKA2BR";

/// The names of the card types: rank by rank in the order of `letters`, inside a rank s h c d, then the jokers.
struct Names {
  std::array<char, 2 * kTypes> text{};

  constexpr explicit Names(std::string_view letters) {
    for (std::size_t t = 0; t < kNatural; ++t) {
      text[2 * t] = letters[t / kSuits];
      text[2 * t + 1] = kSuitLetters[t % kSuits];
    }
    for (std::size_t t = kNatural; t < kTypes; ++t) {
      text[2 * t] = t == kBlackJoker ? 'B' : 'R';
      text[2 * t + 1] = 'J';
    }
  }
  constexpr std::string_view operator[](std::size_t type) const { return {text.data() + 2 * type, 2}; }
  /// The type with this name, or −1.
  constexpr int find(std::string_view name) const {
    for (std::size_t t = 0; t < kTypes; ++t) {
      if ((*this)[t] == name) return static_cast<int>(t);
    }
    return -1;
  }
};

}  // namespace yezi::poker
