/// What happens in a game, in order, as each seat may see it. `deal` and `apply` of a game are templates over an event
/// sink: `NullEvents` costs nothing, `EventRecorder` collects what one viewer sees.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include <yezi/core/tree.hpp>

namespace yezi {

/// Viewers that are no seats.
inline constexpr int kEverything = -1;  ///< sees all
inline constexpr int kSpectator = -2;   ///< sees what everybody sees

/// A set of seats, bit s for seat s.
using SeatMask = std::uint32_t;
constexpr SeatMask seat_bit(int seat) { return SeatMask{1} << seat; }

constexpr bool sees(int viewer, SeatMask seats) {
  return viewer == kEverything || (viewer >= 0 && (seats & seat_bit(viewer)) != 0);
}

/// One event while it is being told to one viewer.
class Event {
 public:
  Event(int viewer, std::string_view kind, int seat) : viewer_(viewer), fields_(Tree::map()) {
    fields_.set("kind", kind).set("seat", seat);
  }
  /// A field that everybody sees.
  Event& show(std::string_view key, Tree value) {
    fields_.set(key, std::move(value));
    return *this;
  }
  /// A field that only the seats `who` may see; the key is missing for others.
  Event& tell(SeatMask who, std::string_view key, Tree value) {
    if (sees(viewer_, who)) fields_.set(key, std::move(value));
    return *this;
  }
  /// The event exists for these seats alone.
  Event& only(SeatMask who) {
    visible_ = sees(viewer_, who);
    return *this;
  }
  bool visible() const noexcept { return visible_; }
  Tree take() { return std::move(fields_); }

 private:
  int viewer_;
  bool visible_ = true;
  Tree fields_;
};

/// Tells nobody anything: `fill` is never called.
struct NullEvents {
  template <class Fill>
  constexpr void emit(std::string_view, int, Fill&&) const noexcept {}
};

/// Collects the events that one viewer sees.
class EventRecorder {
 public:
  explicit EventRecorder(int viewer) : viewer_(viewer) {}

  /// Emits an event of `kind` by `seat` (-1: nobody); `fill(Event&)` adds its fields.
  template <class Fill>
  void emit(std::string_view kind, int seat, Fill&& fill) {
    Event event(viewer_, kind, seat);
    fill(event);
    if (event.visible()) events_.push_back(event.take());
  }

  Tree take() { return Tree(std::move(events_)); }

 private:
  int viewer_;
  Tree::List events_;
};

}  // namespace yezi
