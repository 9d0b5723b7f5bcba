/// The trick loop of the climbing games (斗地主, 掼蛋, 板子炮, 原子, 长沙): who acts after a move or a pass.
///
/// The *top* is the seat whose move lies on the table and must be beaten. Seats act in the order +1; a seat that takes
/// no part or has no cards is left out. When the turn comes back to the top nobody has beaten it: the trick is over,
/// and the top leads the next one, or, when it has no cards left, the seat that inherits the lead (接风).
#pragma once

#include <cstdint>

namespace yezi::climbing {

template <int kSeats>
constexpr int next_seat(int seat) {
  return seat + 1 == kSeats ? 0 : seat + 1;
}

/// The seat that acts after `seat`: the next one of `active` (bit s for seat s), or `top` when the turn comes back to
/// it.
template <int kSeats>
constexpr int next_turn(int seat, int top, std::uint32_t active) {
  do {
    seat = next_seat<kSeats>(seat);
  } while (seat != top && (active >> seat & 1) == 0);
  return seat;
}

}  // namespace yezi::climbing
