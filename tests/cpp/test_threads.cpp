// Batches and simulations on several threads: equal results, and food for the thread sanitizer.
#include <doctest.h>

#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "support.hpp"

using namespace yezi;

namespace {

struct Results {
  std::vector<std::int32_t> returns, lengths;
  std::vector<std::int8_t> endings;
  bool operator==(const Results&) const = default;
};

Results simulate(const Game& game, std::size_t n, int threads, std::size_t slice) {
  BatchOptions options;
  options.seed = 17;
  options.threads = threads;
  options.dealer.kind = DealerRule::Kind::rotate;
  std::unique_ptr<Simulation> simulation;
  REQUIRE(Simulation::make(game, options, n, simulation).ok());
  Results out;
  out.returns.resize(n * static_cast<std::size_t>(game.num_players()));
  out.lengths.resize(n);
  out.endings.resize(n);
  for (std::size_t begin = 0; begin < n; begin += slice) {
    simulation->run({out.returns.data(), out.lengths.data(), out.endings.data()}, begin, std::min(n, begin + slice));
  }
  return out;
}

/// A course of steps, random plays and questions; everything that was seen, in bytes.
std::vector<std::int64_t> course(const Game& game, std::size_t n, int threads) {
  BatchOptions options;
  options.seed = 23;
  options.threads = threads;
  options.autoreset = true;
  std::unique_ptr<Batch> batch;
  REQUIRE(Batch::make(game, n, options, batch).ok());
  std::vector<std::int8_t> observation(n * batch->observation_size());
  std::vector<std::int8_t> mask;
  if (game.num_actions() > 0 && game.num_actions() < 1000)
    mask.resize(n * static_cast<std::size_t>(game.num_actions()));
  std::vector<std::int64_t> seen;
  std::vector<Action> indices(n);
  for (std::size_t step = 0; step < 20; ++step) {
    const std::shared_ptr<const LegalRows> rows = batch->legal();
    seen.insert(seen.end(), rows->offsets.begin(), rows->offsets.end());
    seen.insert(seen.end(), rows->actions.begin(), rows->actions.end());
    for (std::size_t i = 0; i < n; ++i) {
      const std::int64_t count = rows->offsets[i + 1] - rows->offsets[i];
      indices[i] = count == 0 ? 0 : static_cast<std::int64_t>(i * 7 + step * 13) % count;
    }
    REQUIRE(batch->step_index(indices).ok());
    if (step % 5 == 4) batch->play_random(static_cast<std::int64_t>(step));
    batch->observe(observation.data());
    seen.insert(seen.end(), observation.begin(), observation.end());
    if (!mask.empty()) {
      batch->mask(mask.data());
      seen.insert(seen.end(), mask.begin(), mask.end());
    }
    seen.insert(seen.end(), batch->player(), batch->player() + n);
    seen.insert(seen.end(), batch->returns(), batch->returns() + n * static_cast<std::size_t>(game.num_players()));
  }
  return seen;
}

}  // namespace

TEST_SUITE("threads") {
  TEST_CASE("simulations do not depend on threads or slices") {
    for (const Ops* ops : games()) {
      CAPTURE(std::string(ops->info->id));
      const Game game = test::default_game(*ops);
      const auto n = static_cast<std::size_t>(600 + 10 * test::num_games());
      const Results alone = simulate(game, n, 1, n);
      CHECK(simulate(game, n, 3, n) == alone);
      CHECK(simulate(game, n, 2, 550) == alone);
    }
  }

  TEST_CASE("batches do not depend on threads") {
    for (const Ops* ops : games()) {
      CAPTURE(std::string(ops->info->id));
      const Game game = test::default_game(*ops);
      const auto alone = course(game, 700, 1);
      CHECK(course(game, 700, 2) == alone);
      CHECK(course(game, 700, 4) == alone);
    }
  }

  TEST_CASE("games are shared between threads, each with its own states and batches") {
    for (const Ops* ops : games()) {
      CAPTURE(std::string(ops->info->id));
      const Game game = test::default_game(*ops);
      std::vector<std::vector<std::int32_t>> returns(3);
      std::vector<std::thread> players;
      for (std::vector<std::int32_t>& out : returns) {
        players.emplace_back([&out, &game] {
          for (std::uint64_t index = 0; index < 10; ++index) {
            State state = test::random_deal(game, 31, index);
            Rng rng(index);
            while (!state.is_over()) {
              static_cast<void>(state.view(state.player()));
              static_cast<void>(state.resample(state.player(), index));
              static_cast<void>(state.legal_moves());
              if (!state.apply_index(test::draw_index(state, rng)).ok()) return;
            }
            static_cast<void>(state.detail());
            for (const std::int32_t chips : state.returns()) out.push_back(chips);
          }
        });
      }
      for (std::thread& player : players) player.join();
      CHECK(returns[0].size() == 10 * static_cast<std::size_t>(game.num_players()));
      CHECK(returns[1] == returns[0]);
      CHECK(returns[2] == returns[0]);
    }
  }
}
