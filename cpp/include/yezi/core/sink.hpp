/// Sinks for legal moves. A game's generator is a template over a callable `sink(Action)`; the sink decides whether the
/// moves are collected, counted, searched or picked, so one generator serves lists, counts, tests and playouts.
#pragma once

#include <cstddef>
#include <cstdint>

namespace yezi {

/// A move as one number, 0 <= code < 2^63: the same move in every state and under every option.
using Action = std::int64_t;

/// Writes the moves one after another; the caller knows that they fit.
struct WriteSink {
  Action* out;
  void operator()(Action action) noexcept { *out++ = action; }
};

/// Appends the moves to a vector.
template <class Vector>
struct AppendSink {
  Vector& out;
  void operator()(Action action) { out.push_back(action); }
};

struct CountSink {
  std::uint32_t count = 0;
  void operator()(Action) noexcept { ++count; }
};

/// Finds the k-th move (from 0).
struct NthSink {
  std::uint32_t left;
  Action found = -1;
  void operator()(Action action) noexcept {
    if (left-- == 0) found = action;
  }
};

struct FindSink {
  Action wanted;
  bool found = false;
  void operator()(Action action) noexcept { found |= action == wanted; }
};

}  // namespace yezi
