// Hot paths allocate nothing. A program of its own, because it replaces the global allocation functions.
#include <doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "counting_new.hpp"
#include "support.hpp"

using namespace yezi;
using test::allocations;

TEST_SUITE("allocations") {
  TEST_CASE("the counter counts") {
    const std::size_t before = allocations;
    const auto block = std::make_unique<std::vector<int>>(3);
    CHECK(allocations == before + 2);
    CHECK(block->size() == 3);
  }

  TEST_CASE("playing, counting, observing and simulating") {
    for (const test::Setting& setting : test::settings(1)) {
      CAPTURE(setting.name);
      const Game& game = setting.game;
      const Ops& ops = game.ops();
      const void* rules = game.rules();
      std::vector<std::int8_t> observation(game.deal(1).observation(0).size());
      std::vector<std::int32_t> returns(kMaxPlayers);
      std::vector<Card> deck = game.deck();
      State state = game.deal(1);
      std::size_t worst = 0;
      for (std::uint64_t index = 0; index < 20; ++index) {
        Rng rng(index);
        const std::size_t before = allocations;
        rng.shuffle(deck.data(), deck.size());
        ops.deal(rules, 0, deck.data(), state.data());
        while (ops.player(state.data()) >= 0) {
          ops.observe(rules, state.data(), ops.player(state.data()), observation.data());
          const Action action = ops.nth(rules, state.data(), rng.below(ops.count(rules, state.data())));
          if (!ops.is_legal(rules, state.data(), action)) break;
          ops.apply(rules, state.data(), action);
        }
        ops.returns(rules, state.data(), returns.data());
        worst = std::max<std::size_t>(worst, allocations - before);
        CHECK(ops.player(state.data()) == -1);
      }
      CHECK(worst == 0);

      std::unique_ptr<Simulation> simulation;
      REQUIRE(Simulation::make(game, {}, 100, simulation).ok());
      std::vector<std::int32_t> chips(100 * kMaxPlayers), lengths(100);
      std::vector<std::int8_t> endings(100);
      const SimulationColumns out{chips.data(), lengths.data(), endings.data()};
      std::size_t before = allocations;
      simulation->run(out, 0, 100);
      CHECK(allocations - before <= 1);  // what hands the loop to the pool

      BatchOptions options;
      options.autoreset = true;
      std::unique_ptr<Batch> batch;
      REQUIRE(Batch::make(game, 100, options, batch).ok());
      const std::vector<Action> first(100);
      observation.resize(100 * batch->observation_size());
      before = allocations;
      bool good = true;
      for (int step = 0; step < 50; ++step) {
        good = good && batch->step_index(first).ok();
        batch->observe(observation.data());
      }
      CHECK(good);
      CHECK(allocations - before <= 3 * 50);  // one for each loop handed to the pool
    }
  }
}
