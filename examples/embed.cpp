// Plays one random game and prints its settlement as JSON: yezi_embed [GAME [SEED]]
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include <yezi/yezi.hpp>

int main(int argc, char** argv) {
  // A build with YEZI_GAMES can be without paohuzi.
  const std::string_view favourite =
      yezi::find_game("paohuzi") != nullptr ? "paohuzi" : yezi::games().front()->info->id;
  const std::string_view id = argc > 1 ? argv[1] : favourite;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 7;

  yezi::Game game;
  if (const yezi::Status status = yezi::Game::make(id, yezi::Tree::map(), game); !status.ok()) {
    std::cerr << status.message << '\n';
    return 2;
  }

  yezi::State state = game.deal(seed);
  yezi::Rng rng(seed);
  std::int64_t decisions = 0;
  for (; !state.is_over(); ++decisions) {
    const std::vector<yezi::Action> moves = state.legal_actions();
    const yezi::Action move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    if (const yezi::Status status = state.apply(move); !status.ok()) {
      std::cerr << status.message << '\n';
      return 1;
    }
  }

  const auto number = [](std::int32_t chips) { return yezi::Tree(chips); };
  yezi::Tree out = yezi::Tree::map();
  out.set("game", game.info().id).set("seed", seed).set("decisions", decisions).set("ending", state.ending());
  out.set("returns", yezi::Tree::list_of(state.returns(), number)).set("detail", state.detail());
  std::cout << yezi::to_json(out) << '\n';
  return 0;
}
