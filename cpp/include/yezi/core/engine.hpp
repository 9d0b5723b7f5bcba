/// Games and states at run time, for any game by its id: what embedders and the bindings use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <yezi/core/ops.hpp>

namespace yezi {

class State;

/// A game with its options. Cheap to copy; states refer to the Game that dealt them by value.
class Game {
 public:
  Game() = default;

  /// The game `id` with the options of the map `given` ("preset" among them; null: defaults).
  static Status make(std::string_view id, const Tree& given, Game& out);

  explicit operator bool() const noexcept { return ops_ != nullptr; }
  const Ops& ops() const noexcept { return *ops_; }
  const GameInfo& info() const noexcept { return *ops_->info; }
  const void* rules() const noexcept { return rules_->data(); }
  Tree rules_tree() const { return yezi::rules_tree(info().rules, rules()); }
  int num_players() const { return ops_->num_players(rules()); }
  /// The number of dense codes, -1 where codes are not dense.
  std::int64_t num_actions() const { return ops_->num_actions(rules()); }
  /// Every card in the deck's own order.
  std::vector<Card> deck() const;
  std::vector<std::string> card_names(std::span<const Card> cards) const;

  /// The deck of game `index` of `seed` in its `round`-th deal.
  std::vector<Card> shuffled_deck(std::uint64_t seed, std::uint64_t index = 0, std::uint64_t round = 0) const;
  /// Reads and checks the names of a whole deck.
  Status parse_deck(std::span<const std::string> names, std::vector<Card>& out) const;

  /// Deals a checked deck (from `shuffled_deck` or `parse_deck`); 0 <= dealer < num_players.
  State deal(std::span<const Card> deck, int dealer = 0) const;
  State deal(std::uint64_t seed, std::uint64_t index = 0, int dealer = 0) const;

  /// The canonical string of a code; invalid_move for what is no code of this game.
  Status format(Action action, std::string& out) const;
  Status parse(std::string_view move, Action& out) const;

  /// Runs an analysis; kind and parameters are checked against info().analyses.
  Status analyse(std::string_view kind, const Tree& query, Tree& out) const;

  friend bool operator==(const Game& a, const Game& b) noexcept;

 private:
  const Ops* ops_ = nullptr;
  std::shared_ptr<const std::vector<std::byte>> rules_;
};

/// A position of a game: a block of bytes. Copying it clones the game.
class State {
 public:
  State() = default;
  /// A copy of the position at `bytes` (game.ops().state_size of them), which is valid.
  State(Game game, const void* bytes);
  State(const State& other) : State(other.game_, other.data()) {}
  State(State&&) noexcept = default;
  State& operator=(const State& other);
  State& operator=(State&&) noexcept = default;

  /// The position whose bytes() these are; argument when they are no valid position of `game`.
  static Status restore(const Game& game, std::span<const std::byte> bytes, State& out);

  const Game& game() const noexcept { return game_; }
  const void* data() const noexcept { return block_.get(); }
  void* data() noexcept { return block_.get(); }
  std::span<const std::byte> bytes() const noexcept { return {block_.get(), size()}; }
  std::size_t size() const noexcept { return game_ ? game_.ops().state_size : 0; }

  int player() const { return game_.ops().player(data()); }
  bool is_over() const { return player() < 0; }
  /// The name of the ending, empty until over.
  std::string_view ending() const;
  std::vector<Action> legal_actions() const;
  /// The legal moves as strings, sorted.
  std::vector<std::string> legal_moves() const;
  /// Plays a move; illegal_move (state unchanged) when it is not legal, invalid_move when it cannot be read.
  Status apply(Action action);
  Status apply(std::string_view move);
  /// Plays the index-th of legal_actions().
  Status apply_index(std::size_t index);
  std::vector<std::int32_t> returns() const;
  /// Why this settlement; an empty map until over.
  Tree detail() const;
  /// What `seat` may know; kEverything for everything.
  Tree view(int seat = kEverything) const { return game_.ops().view(game_.rules(), data(), seat); }
  std::vector<std::int8_t> observation(int seat) const;
  /// A position that `seat` cannot tell from this one, with what it cannot know redrawn.
  State resample(int seat, std::uint64_t seed) const;

  friend bool operator==(const State& a, const State& b) noexcept;

 private:
  Game game_;
  std::unique_ptr<std::byte[]> block_;
};

/// Replays a trace (docs/conventions.md: Traces) and verifies every step, the returns and the detail.
/// ErrorKind::trace says where it differs.
Status replay(const Tree& trace, State& out);

/// The message of an illegal move: the move, the seat, the legal moves (the first twelve).
std::string illegal_message(const Game& game, const void* state, Action action);

}  // namespace yezi
