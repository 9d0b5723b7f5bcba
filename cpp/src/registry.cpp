#include <yezi/core/registry.hpp>

#ifndef YEZI_GAMES_DEF
#define YEZI_GAMES_DEF "games.def"
#endif

namespace yezi {

namespace tables {
#define YEZI_GAME(id) extern const Ops id;
#include YEZI_GAMES_DEF
#undef YEZI_GAME
}  // namespace tables

namespace {
constexpr const Ops* const kGames[] = {
#define YEZI_GAME(id) &tables::id,
#include YEZI_GAMES_DEF
#undef YEZI_GAME
};
}  // namespace

std::span<const Ops* const> games() noexcept { return kGames; }

const Ops* find_game(std::string_view id) noexcept {
  for (const Ops* ops : kGames) {
    if (ops->info->id == id) return ops;
  }
  return nullptr;
}

}  // namespace yezi
