/// Many games of one kind side by side, and whole random runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <yezi/core/engine.hpp>
#include <yezi/core/pool.hpp>

namespace yezi {

struct BatchOptions {
  std::uint64_t seed = 0;
  std::uint64_t first = 0;  ///< index of row 0: row k is game first + k of the seed
  DealerRule dealer;        ///< a listed dealer is copied
  int threads = 1;
  bool autoreset = false;  ///< a step of a finished game deals it anew
};

/// Legal actions of all rows: row i has actions[offsets[i] … offsets[i+1]-1], ascending; a finished row has none.
struct LegalRows {
  std::vector<std::int64_t> offsets;
  std::vector<Action> actions;
};

/// n games, stepped together. The columns stay where they are for the life of the batch. Results do not depend on the
/// number of threads. Not to be used from two threads at once.
class Batch {
 public:
  static constexpr std::size_t kMaxRows = std::size_t{1} << 24;

  /// argument: n above kMaxRows, threads not in 1 … 256, a dealer that is no seat, rows beyond the last index.
  static Status make(const Game& game, std::size_t n, const BatchOptions& options, std::unique_ptr<Batch>& out);

  const Game& game() const noexcept { return game_; }
  std::size_t size() const noexcept { return n_; }
  const std::int8_t* player() const noexcept { return player_.data(); }     ///< [n], -1 when over
  const std::uint8_t* over() const noexcept { return over_.data(); }        ///< [n]
  const std::int32_t* returns() const noexcept { return returns_.data(); }  ///< [n, players]
  const std::uint64_t* rounds() const noexcept { return round_.data(); }    ///< [n] redeals

  /// Plays one code in every unfinished row; entries of finished rows are ignored (with autoreset those rows are dealt
  /// anew). illegal_move naming the first bad row: then nothing was stepped. `codes` has size() entries.
  Status step(std::span<const Action> codes);
  /// The same with positions in each row's ascending legal list.
  Status step_index(std::span<const Action> indices);
  /// Plays every unfinished row with uniform random moves to its end, or at most `max_steps` decisions.
  void play_random(std::int64_t max_steps = INT64_MAX);

  /// The legal lists of the present position: immutable, shared, valid for as long as somebody holds them.
  std::shared_ptr<const LegalRows> legal();
  /// Writes 0/1 into out[n, num_actions]: only what changed since the last call with the same `out` is written.
  /// Precondition: dense codes; the first call clears `out`.
  void mask(std::int8_t* out);
  /// Writes the observation of each row's player into out[n, width]; zeros for finished rows.
  void observe(std::int8_t* out);
  std::size_t observation_size() const noexcept { return width_; }

  State state(std::size_t i) const;
  /// Copies a position of the same game and options in.
  Status set(std::size_t i, const State& state);

 private:
  Batch(const Game& game, std::size_t n, const BatchOptions& options);
  BatchColumns columns() noexcept;
  Status play(std::span<const Action> input, bool by_index);

  Game game_;
  std::size_t n_, width_;
  BatchOptions options_;
  std::vector<std::int8_t> dealers_;
  std::unique_ptr<std::byte[]> states_;
  std::vector<std::int8_t> player_;
  std::vector<std::uint8_t> over_;
  std::vector<std::int32_t> returns_;
  std::vector<std::uint64_t> round_;
  std::vector<Rng> rng_;
  Pool pool_;
  std::vector<std::vector<Action>> scratch_;  // a list a chunk
  std::vector<Action> codes_;
  std::vector<std::size_t> bad_;             // first bad row of each chunk
  std::shared_ptr<const LegalRows> legal_;   // of the present position, once asked for
  std::shared_ptr<const LegalRows> masked_;  // what mask() set last
  std::int8_t* mask_ = nullptr;
};

/// Plays games first … first + n-1 of `seed` to their ends with uniform random moves; `out` has n rows.
/// The game k is the same whatever n, `first` and the number of threads.
class Simulation {
 public:
  static constexpr std::size_t kMaxGames = std::size_t{1} << 28;

  /// argument: as Batch::make, n above kMaxGames.
  static Status make(const Game& game, const BatchOptions& options, std::size_t n, std::unique_ptr<Simulation>& out);
  /// Plays rows begin … end-1.
  void run(const SimulationColumns& out, std::size_t begin, std::size_t end);

 private:
  Simulation(const Game& game, const BatchOptions& options, std::size_t n);
  Game game_;
  BatchOptions options_;
  std::vector<std::int8_t> dealers_;
  Pool pool_;
};

}  // namespace yezi
