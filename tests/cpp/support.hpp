// What the tests share. Everything is over the games of the build: no game is named.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <yezi/yezi.hpp>

namespace yezi::test {

/// Random games for each set of options (environment variable YEZI_TEST_GAMES).
int num_games();

/// The root of the source tree.
std::filesystem::path source_dir();

/// Whether the game's page says that the returns sum to 0.
bool sums_to_zero(std::string_view id);

/// The non-empty lines of a file; empty when it cannot be opened.
std::vector<std::string> read_lines(const std::filesystem::path& path);

/// A game with its options and what they were made from.
struct Setting {
  std::string name;  ///< for messages: the id and the options as JSON
  Game game;
};

/// Every game: with each preset, and with `random` sets of options drawn at random.
std::vector<Setting> settings(int random = 4);

/// A random value that the option allows.
Tree random_value(const Option& option, Rng& rng);

/// The defaults of a game by its id.
Game default_game(const Ops& ops);

/// A deal of a random dealer.
State random_deal(const Game& game, std::uint64_t seed, std::uint64_t index);

/// The index of a uniform random legal move, drawn as the core draws it.
std::uint32_t draw_index(const State& state, Rng& rng);

}  // namespace yezi::test
