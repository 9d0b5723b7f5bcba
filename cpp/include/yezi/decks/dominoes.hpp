/// Chinese dominoes 骨牌: a tile is its two pips, the larger first.
#pragma once

#include <cstdint>
#include <string_view>

namespace yezi::dominoes {

struct Tile {
  std::string_view name;
  std::uint8_t high, low;

  constexpr int points() const { return high + low; }
  constexpr bool is_double() const { return high == low; }
  constexpr bool shows(int pip) const { return high == pip || low == pip; }
  /// The half that stays open when `pip` is joined.
  constexpr int other(int pip) const { return pip == high ? low : high; }
};

constexpr Tile tile(std::string_view name) {
  return {name, static_cast<std::uint8_t>(name[0] - '0'), static_cast<std::uint8_t>(name[1] - '0')};
}

}  // namespace yezi::dominoes
