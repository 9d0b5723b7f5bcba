// Speed of the core without Python: for every game of the build, nanoseconds a deal, a clone, a legal list, a decision.
// Each figure is the median of five runs; a line of JSON each. Usage: bench_core [game ...]
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <yezi/yezi.hpp>

#include "plain_huxi.hpp"

namespace {

using Clock = std::chrono::steady_clock;

/// Nanoseconds per unit of work: the median of five runs of `work`, which returns how many units it did.
template <class Work>
double median_ns(Work work) {
  std::array<double, 5> runs{};
  static_cast<void>(work());
  for (double& run : runs) {
    const auto start = Clock::now();
    const double units = static_cast<double>(work());
    run = std::chrono::duration<double, std::nano>(Clock::now() - start).count() / units;
  }
  std::sort(runs.begin(), runs.end());
  return runs[2];
}

void report(std::string_view game, const char* what, double ns, double extra = 0) {
  std::printf("{\"game\": \"%.*s\", \"what\": \"%s\", \"ns\": %.1f, \"per_second\": %.0f",
              static_cast<int>(game.size()), game.data(), what, ns, 1e9 / ns);
  if (extra > 0) std::printf(", \"mean\": %.2f", extra);
  std::printf("}\n");
}

volatile std::uint64_t sink_value;  // keeps the compiler from dropping work

/// Positions from random games, one a game, at different depths.
std::vector<yezi::State> positions(const yezi::Game& game, std::size_t n) {
  std::vector<yezi::State> out;
  yezi::Rng rng(1);
  for (std::uint64_t index = 0; out.size() < n && index < 100 * n; ++index) {
    yezi::State state = game.deal(/*seed=*/1, index);
    for (std::uint32_t depth = rng.below(30); depth > 0 && !state.is_over(); --depth) {
      const auto count = game.ops().count(game.rules(), state.data());
      static_cast<void>(state.apply_index(rng.below(count)));
    }
    if (!state.is_over()) out.push_back(std::move(state));
  }
  return out;
}

void bench(const yezi::Game& game) {
  const yezi::Ops& ops = game.ops();
  const std::string_view id = game.info().id;
  const void* rules = game.rules();
  report(id, "state bytes", static_cast<double>(ops.state_size));

  constexpr std::size_t kGames = 4000;
  std::vector<std::int32_t> returns(kGames * static_cast<std::size_t>(game.num_players())), lengths(kGames);
  std::vector<std::int8_t> endings(kGames);
  double decisions = 0;
  const double game_ns = median_ns([&] {
    ops.simulate(rules, 1, 0, {}, {returns.data(), lengths.data(), endings.data()}, 0, kGames);
    decisions = 0;
    for (const std::int32_t length : lengths) decisions += length;
    return kGames;
  });
  report(id, "random game", game_ns, decisions / kGames);
  report(id, "random decision", game_ns * kGames / std::max(decisions, 1.0));

  const std::vector<yezi::Card> sorted = game.deck();
  std::vector<yezi::Card> deck = sorted;
  std::vector<std::uint64_t> block((ops.state_size + 7) / 8);
  report(id, "shuffle and deal", median_ns([&] {
           for (std::uint64_t i = 0; i < 20000; ++i) {
             deck = sorted;
             yezi::Rng::stream(1, i, 0, yezi::Purpose::deal).shuffle(deck.data(), deck.size());
             ops.deal(rules, 0, deck.data(), block.data());
           }
           return 20000;
         }));

  const std::vector<yezi::State> states = positions(game, 256);
  if (states.empty()) return;
  std::vector<yezi::Action> moves;
  std::uint64_t listed = 0;
  const double legal_ns = median_ns([&] {
    listed = 0;
    for (int round = 0; round < 20; ++round) {
      for (const yezi::State& state : states) {
        moves.clear();
        ops.legal_append(rules, state.data(), moves);
        listed += moves.size();
      }
    }
    sink_value = listed;
    return states.size() * 20;
  });
  const double mean = static_cast<double>(listed) / static_cast<double>(states.size() * 20);
  report(id, "legal list", legal_ns, mean);
  report(id, "legal move listed", legal_ns / mean);

  std::vector<std::int8_t> observation(4096);
  report(id, "observation", median_ns([&] {
           for (int round = 0; round < 20; ++round) {
             for (const yezi::State& state : states)
               ops.observe(rules, state.data(), ops.player(state.data()), observation.data());
           }
           return states.size() * 20;
         }));

  constexpr std::size_t kPool = 1024;
  std::vector<std::byte> pool(kPool * ops.state_size);
  report(id, "clone", median_ns([&] {
           for (int round = 0; round < 200; ++round) {
             for (std::size_t i = 0; i < kPool; ++i) {
               std::memcpy(pool.data() + i * ops.state_size, states[i % states.size()].data(), ops.state_size);
             }
             sink_value = static_cast<std::uint64_t>(pool[static_cast<std::size_t>(round)]);
           }
           return kPool * 200;
         }));
}

/// Hands of 21 zipai cards: half of them dealt at random, half made of seven melds (complete, if four of a kind
/// allows).
std::vector<std::uint8_t> zipai_hands(std::size_t n) {
  yezi::Rng rng(1);
  std::vector<std::uint8_t> rows(n * 20);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint8_t* row = rows.data() + i * 20;
    const auto add = [&](std::uint32_t type) { ++row[type]; };
    if (i % 2 == 0) {
      for (int card = 0; card < 21;) {
        const std::uint32_t type = rng.below(20);
        if (row[type] == 4) continue;
        add(type);
        ++card;
      }
      continue;
    }
    for (int meld = 0; meld < 7; ++meld) {
      const std::uint32_t size = 10 * rng.below(2), rank = rng.below(8), kind = rng.below(8);
      if (kind == 0) {
        for (const std::uint32_t r : {1U, 6U, 9U}) add(size + r);
      } else if (kind == 1) {
        for (int copy = 0; copy < 3; ++copy) add(size + rank);
      } else if (kind < 4) {
        add(rank);
        add(rank + 10);
        add(size + rank);
      } else {
        for (std::uint32_t k = 0; k < 3; ++k) add(size + rank + k);
      }
    }
    if (*std::max_element(row, row + 20) > 4) {
      std::fill(row, row + 20, std::uint8_t{0});
      --i;
    }
  }
  return rows;
}

/// analyse_batch("huxi") beside the plain recursive decomposition; the results must be the same.
bool bench_huxi(const yezi::Game& game) {
  const auto bulk = std::find_if(game.info().bulk.begin(), game.info().bulk.end(),
                                 [](const yezi::BulkAnalysis& b) { return b.kind == "huxi"; });
  constexpr std::size_t kHands = 100000;
  const std::vector<std::uint8_t> rows = zipai_hands(kHands);
  std::vector<std::int16_t> ours(kHands), plain(kHands);
  void* const outputs[] = {ours.data()};
  report("paohuzi", "huxi of a hand, core", median_ns([&] {
           static_cast<void>(bulk->run(game.rules(), rows.data(), 0, kHands, outputs));
           return kHands;
         }));
  yezi::bench::PlainHuxi huxi;
  report("paohuzi", "huxi of a hand, plain recursion", median_ns([&] {
           for (std::size_t i = 0; i < kHands; ++i)
             plain[i] = static_cast<std::int16_t>(huxi(rows.data() + i * 20, 15));
           return kHands;
         }));
  const auto complete =
      static_cast<double>(kHands - static_cast<std::size_t>(std::count(ours.begin(), ours.end(), -1)));
  report("paohuzi", "hands that win, percent", 100 * complete / kHands);
  return ours == plain;
}

}  // namespace

int main(int argc, char** argv) {
  for (const yezi::Ops* ops : yezi::games()) {
    const bool wanted =
        argc < 2 || std::any_of(argv + 1, argv + argc, [&](const char* id) { return ops->info->id == id; });
    yezi::Game game;
    if (!wanted || !yezi::Game::make(ops->info->id, {}, game).ok()) continue;
    bench(game);
    if (ops->info->id == "paohuzi" && !bench_huxi(game)) {
      std::fputs("the plain decomposition differs\n", stderr);
      return 1;
    }
  }
}
