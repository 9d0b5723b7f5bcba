/// Claims on an exposed card (吃 碰 杠 跑 胡): who is asked in which order, when the asking stops, and which claim
/// wins.
///
/// The seats that may claim stand at *places* 0 … Places-1 in the order that breaks ties; the game maps places to
/// seats. A claim has a priority of 1 or more (0: no claim). One claim outranks another when its priority is higher, or
/// equal and its place earlier. Every place is asked once, strongest possible claim first, until no place that is still
/// unasked could outrank the best claim made.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace yezi {

/// One round; plain data, part of a State.
template <int Places>
struct Claims {
  static constexpr std::int16_t kUnanswered = -1;
  static constexpr int kNobody = -1;
  using Priorities = std::array<std::uint8_t, Places>;

  std::array<std::int16_t, Places>
      answer;           ///< code of the move (`pass` is one), kUnanswered for who has not been asked
  Priorities possible;  ///< of the strongest claim that the place could make
  Priorities made;      ///< of the claim that it has made
  std::int16_t asked;   ///< the place that is being asked, kNobody when no round goes on

  /// No round.
  static constexpr Claims idle() {
    Claims claims{};
    claims.answer.fill(kUnanswered);
    claims.asked = kNobody;
    return claims;
  }
  /// Begins a round; `asked` is then the first place to ask, kNobody when nobody can claim anything.
  static constexpr Claims begin(const Priorities& possible) {
    Claims claims = idle();
    claims.possible = possible;
    claims.asked = static_cast<std::int16_t>(claims.next());
    return claims;
  }

  /// Records the answer of the place asked, a claim of `priority` (0: pass), and asks the next one.
  /// Claims of priority `joint` (0: none) do not exclude one another: all places that could still join are asked.
  constexpr void reply(std::int16_t code, int priority, int joint = 0) {
    record(asked, code, priority);
    asked = static_cast<std::int16_t>(next(joint));
  }
  constexpr void record(int place, std::int16_t code, int priority) {
    answer[at(place)] = code;
    made[at(place)] = static_cast<std::uint8_t>(priority);
  }

  /// The place of the best claim made, kNobody for none. Of joint claims the first one.
  constexpr int best() const {
    int found = kNobody;
    for (int place = 0; place < Places; ++place) {
      if (made[at(place)] > (found == kNobody ? 0 : made[at(found)])) found = place;
    }
    return found;
  }

  /// The place to ask next, kNobody when the round is decided.
  constexpr int next(int joint = 0) const {
    const int leader = best();
    const int beat = leader == kNobody ? 0 : made[at(leader)];
    int found = kNobody;
    for (int place = 0; place < Places; ++place) {
      if (answer[at(place)] != kUnanswered) continue;
      const int strength = possible[at(place)];
      const bool ties = strength == beat && (place < leader || beat == joint);
      if (strength == 0 || (strength <= beat && !ties)) continue;
      if (found == kNobody || strength > possible[at(found)]) found = place;
    }
    return found;
  }

  /// Whether the claim possible at `place` is stronger than the one possible at `other`.
  constexpr bool stronger(int place, int other) const {
    return possible[at(place)] > possible[at(other)] || (possible[at(place)] == possible[at(other)] && place < other);
  }

 private:
  static constexpr std::size_t at(int place) { return static_cast<std::size_t>(place); }
};

}  // namespace yezi
