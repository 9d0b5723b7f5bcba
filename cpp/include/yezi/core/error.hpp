/// How the core reports errors: a `Status` with a kind and a message. The core throws nothing of its own,
/// prints nothing and never aborts; only an allocation can fail with `std::bad_alloc`.
#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

/// A precondition of a hot function, checked in debug and sanitizer builds only.
#define YEZI_ASSERT(condition) assert(condition)

namespace yezi {

enum class ErrorKind : std::uint8_t {
  none,
  unknown_game,
  rules,         ///< unknown option or preset, wrong type, out of range
  deck,          ///< not exactly the cards of the game
  illegal_move,  ///< readable, but not legal in this state
  invalid_move,  ///< no move of this game has this code or string
  query,         ///< analysis: unknown kind, bad parameter
  trace,         ///< a trace that cannot be read or does not replay
  argument,      ///< anything else out of range
};

/// The outcome of a call that checks its input. A call that fails has changed nothing.
struct [[nodiscard]] Status {
  ErrorKind kind = ErrorKind::none;
  std::string message;

  bool ok() const noexcept { return kind == ErrorKind::none; }
  static Status error(ErrorKind kind, std::string message) { return {kind, std::move(message)}; }
};

/// `text` in single quotes, cut after 80 bytes (at a character's border): for messages.
std::string quoted(std::string_view text);

}  // namespace yezi
