#include <doctest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "support.hpp"

using namespace yezi;

namespace {

std::unique_ptr<Batch> make_batch(const Game& game, std::size_t n, const BatchOptions& options = {}) {
  std::unique_ptr<Batch> batch;
  const Status status = Batch::make(game, n, options, batch);
  REQUIRE_MESSAGE(status.ok(), status.message);
  return batch;
}

void check(const Status& status, ErrorKind kind, const std::vector<std::string>& parts) {
  CAPTURE(status.message);
  CHECK(status.kind == kind);
  for (const std::string& part : parts) {
    CAPTURE(part);
    CHECK(status.message.find(part) != std::string::npos);
  }
}

/// Whether every column of a row says what its state says.
bool row_agrees(Batch& batch, std::size_t i, const State& state) {
  const std::vector<std::int32_t> returns = state.returns();
  const std::shared_ptr<const LegalRows> rows = batch.legal();
  const std::vector<Action> legal(rows->actions.begin() + rows->offsets[i],
                                  rows->actions.begin() + rows->offsets[i + 1]);
  return batch.state(i) == state && batch.player()[i] == state.player() && (batch.over()[i] != 0) == state.is_over() &&
         std::equal(returns.begin(), returns.end(), batch.returns() + i * returns.size()) &&
         legal == state.legal_actions();
}

std::vector<Action> random_codes(Batch& batch, Rng& rng, bool by_index) {
  const std::shared_ptr<const LegalRows> rows = batch.legal();
  std::vector<Action> codes(batch.size(), -7);  // what a finished row gets is ignored
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const std::int64_t begin = rows->offsets[i], count = rows->offsets[i + 1] - begin;
    if (count == 0) continue;
    const std::int64_t index = rng.below(static_cast<std::uint32_t>(count));
    codes[i] = by_index ? index : rows->actions[static_cast<std::size_t>(begin + index)];
  }
  return codes;
}

bool all_over(const Batch& batch) { return std::memchr(batch.over(), 0, batch.size()) == nullptr; }

}  // namespace

TEST_SUITE("batch") {
  TEST_CASE("rows are the games of the seed, stepped as single states are") {
    for (const test::Setting& setting : test::settings(1)) {
      CAPTURE(setting.name);
      const Game& game = setting.game;
      BatchOptions options;
      options.seed = 11;
      options.first = 40;
      options.dealer.kind = DealerRule::Kind::rotate;
      const auto batch = make_batch(game, 9, options);
      std::vector<State> states;
      for (std::size_t i = 0; i < batch->size(); ++i) {
        const std::uint64_t index = options.first + i;
        states.push_back(
            game.deal(options.seed, index, static_cast<int>(index % static_cast<unsigned>(game.num_players()))));
      }
      Rng rng(3);
      for (bool by_index = false; !all_over(*batch); by_index = !by_index) {
        const std::vector<Action> input = random_codes(*batch, rng, by_index);
        const Status status = by_index ? batch->step_index(input) : batch->step(input);
        REQUIRE_MESSAGE(status.ok(), status.message);
        for (std::size_t i = 0; i < states.size(); ++i) {
          if (states[i].is_over()) continue;
          REQUIRE(
              (by_index ? states[i].apply_index(static_cast<std::size_t>(input[i])) : states[i].apply(input[i])).ok());
          REQUIRE(row_agrees(*batch, i, states[i]));
        }
      }
    }
  }

  TEST_CASE("steps without asking for the lists first") {
    for (const Ops* ops : games()) {
      const Game game = test::default_game(*ops);
      const auto asked = make_batch(game, 5), silent = make_batch(game, 5);
      Rng rng(4);
      while (!all_over(*asked)) {
        const std::vector<Action> codes = random_codes(*asked, rng, false);
        REQUIRE(asked->step(codes).ok());
        REQUIRE(silent->step(codes).ok());
      }
      for (std::size_t i = 0; i < 5; ++i) CHECK(asked->state(i) == silent->state(i));
    }
  }

  TEST_CASE("a bad entry is named and nothing is stepped") {
    for (const Ops* ops : games()) {
      CAPTURE(std::string(ops->info->id));
      const Game game = test::default_game(*ops);
      for (const bool asked : {false, true}) {
        const auto batch = make_batch(game, 600);
        std::size_t row = 500;  // in the second chunk
        while (batch->over()[row] != 0) ++row;
        Rng rng(5);
        std::vector<Action> codes = random_codes(*batch, rng, false), indices = random_codes(*batch, rng, true);
        if (!asked) REQUIRE(batch->set(0, batch->state(0)).ok());  // forgets the lists
        const std::string name = "row " + std::to_string(row);
        codes[row] = -1;
        check(batch->step(codes), ErrorKind::invalid_move, {name, "-1"});
        indices[row] = static_cast<Action>(batch->state(row).legal_actions().size());
        check(batch->step_index(indices), ErrorKind::illegal_move, {name, std::to_string(indices[row])});
        indices[row] = -1;
        check(batch->step_index(indices), ErrorKind::illegal_move, {name, "-1"});
        indices.pop_back();
        check(batch->step_index(indices), ErrorKind::argument, {"599", "600"});
        const auto fresh = make_batch(game, 600);
        for (std::size_t i = 0; i < 600; ++i) REQUIRE(batch->state(i) == fresh->state(i));
      }
    }
  }

  TEST_CASE("what a run cannot be made with") {
    const Game game = test::default_game(*games().front());
    const auto refused = [&](std::size_t n, const BatchOptions& options, const std::vector<std::string>& parts) {
      std::unique_ptr<Batch> batch;
      std::unique_ptr<Simulation> simulation;
      check(Batch::make(game, n, options, batch), ErrorKind::argument, parts);
      check(Simulation::make(game, options, n, simulation), ErrorKind::argument, parts);
      CHECK(batch == nullptr);
      CHECK(simulation == nullptr);
    };
    refused(Simulation::kMaxGames + 1, {}, {"n is " + std::to_string(Simulation::kMaxGames + 1), "0.."});
    std::unique_ptr<Batch> large;
    check(Batch::make(game, Batch::kMaxRows + 1, {}, large), ErrorKind::argument, {std::to_string(Batch::kMaxRows)});
    BatchOptions options;
    for (const int threads : {0, -1, 257}) {
      options.threads = threads;
      refused(2, options, {"threads is " + std::to_string(threads), "1..256"});
    }
    options = {};
    for (const int dealer : {-1, game.num_players()}) {
      options.dealer.seat = dealer;
      refused(2, options, {"dealer is " + std::to_string(dealer), "0.." + std::to_string(game.num_players() - 1)});
    }
    options = {};
    const std::int8_t seats[] = {0, 100};
    options.dealer.kind = DealerRule::Kind::listed;
    options.dealer.seats = seats;
    refused(2, options, {"row 1", "100"});
    options = {};
    options.first = UINT64_MAX;
    refused(2, options, {"18446744073709551615"});
    CHECK(make_batch(game, 0)->legal()->offsets == std::vector<std::int64_t>{0});
  }

  TEST_CASE("positions in and out") {
    const Game game = test::default_game(*games().front());
    const auto batch = make_batch(game, 3);
    State state = game.deal(99);
    while (!state.is_over()) REQUIRE(state.apply_index(0).ok());
    REQUIRE(batch->set(1, state).ok());
    CHECK(row_agrees(*batch, 1, state));
    check(batch->set(3, state), ErrorKind::argument, {"row 3", "3"});
    for (const test::Setting& other : test::settings(0)) {
      if (other.game == game) continue;
      check(batch->set(0, other.game.deal(1)), ErrorKind::argument, {"other options"});
      break;
    }
  }

  TEST_CASE("lists that were handed out stay as they are") {
    for (const Ops* ops : games()) {
      const auto batch = make_batch(test::default_game(*ops), 4);
      const std::shared_ptr<const LegalRows> rows = batch->legal();
      const LegalRows copy = *rows;
      CHECK(batch->legal() == rows);
      batch->play_random(1);
      CHECK(batch->legal() != rows);
      CHECK(rows->actions == copy.actions);
      CHECK(rows->offsets == copy.offsets);
    }
  }

  TEST_CASE("masks and observations") {
    for (const test::Setting& setting : test::settings(1)) {
      CAPTURE(setting.name);
      const Game& game = setting.game;
      BatchOptions options;
      options.autoreset = true;
      const auto batch = make_batch(game, 6, options);
      const std::size_t codes = game.num_actions() < 0 ? 0 : static_cast<std::size_t>(game.num_actions());
      std::vector<std::int8_t> mask(6 * codes, 9), seen(6 * batch->observation_size());
      Rng rng(6);
      for (int step = 0; step < 60; ++step) {
        if (codes > 0) batch->mask(mask.data());
        batch->observe(seen.data());
        for (std::size_t i = 0; i < 6; ++i) {
          const State state = batch->state(i);
          if (codes > 0) {
            std::vector<std::int8_t> wanted(codes);
            for (const Action action : state.legal_actions()) wanted[static_cast<std::size_t>(action)] = 1;
            REQUIRE(std::memcmp(wanted.data(), mask.data() + i * codes, codes) == 0);
          }
          const std::vector<std::int8_t> wanted =
              state.is_over() ? std::vector<std::int8_t>(batch->observation_size()) : state.observation(state.player());
          REQUIRE(std::memcmp(wanted.data(), seen.data() + i * wanted.size(), wanted.size()) == 0);
        }
        REQUIRE(batch->step(random_codes(*batch, rng, false)).ok());
      }
    }
  }

  TEST_CASE("autoreset deals the next round of the row one step after the end") {
    for (const Ops* ops : games()) {
      const Game game = test::default_game(*ops);
      BatchOptions options;
      options.seed = 5;
      options.autoreset = true;
      const auto batch = make_batch(game, 3, options);
      batch->play_random();
      CHECK(all_over(*batch));
      CHECK(batch->rounds()[2] == 0);
      const State last = batch->state(2);
      CHECK(row_agrees(*batch, 2, last));
      REQUIRE(batch->step(std::vector<Action>(3, -7)).ok());
      CHECK(batch->rounds()[2] == 1);
      CHECK(batch->state(2) == game.deal(game.shuffled_deck(5, 2, 1), 0));
    }
  }

  TEST_CASE("simulation, play_random and single states play the same random games") {
    for (const test::Setting& setting : test::settings(1)) {
      CAPTURE(setting.name);
      const Game& game = setting.game;
      const auto players = static_cast<std::size_t>(game.num_players());
      BatchOptions options;
      options.seed = 21;
      options.first = 1000;
      constexpr std::size_t kGames = 20;
      std::unique_ptr<Simulation> simulation;
      REQUIRE(Simulation::make(game, options, kGames, simulation).ok());
      std::vector<std::int32_t> returns(kGames * players), lengths(kGames);
      std::vector<std::int8_t> endings(kGames);
      const SimulationColumns out{returns.data(), lengths.data(), endings.data()};
      simulation->run(out, 0, 7);
      simulation->run(out, 7, kGames);
      const auto batch = make_batch(game, kGames, options);
      batch->play_random(3);
      batch->play_random();
      for (std::size_t i = 0; i < kGames; ++i) {
        State state = game.deal(options.seed, options.first + i);
        Rng rng = Rng::stream(options.seed, options.first + i, 0, Purpose::play);
        int length = 0;
        for (; !state.is_over(); ++length) REQUIRE(state.apply_index(test::draw_index(state, rng)).ok());
        REQUIRE(lengths[i] == length);
        REQUIRE(game.info().endings[static_cast<std::size_t>(endings[i])] == state.ending());
        REQUIRE(std::memcmp(returns.data() + i * players, state.returns().data(), players * 4) == 0);
        REQUIRE(row_agrees(*batch, i, state));
      }
    }
  }
}
