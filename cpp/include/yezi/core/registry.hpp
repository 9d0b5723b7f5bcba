/// The games of this build.
#pragma once

#include <span>
#include <string_view>

#include <yezi/core/ops.hpp>

namespace yezi {

/// Every game, sorted by id.
std::span<const Ops* const> games() noexcept;

/// The game with this id, or null pointer.
const Ops* find_game(std::string_view id) noexcept;

}  // namespace yezi
