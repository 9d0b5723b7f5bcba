#include "support.hpp"

#include <doctest.h>

#include <cstdlib>
#include <fstream>

namespace yezi::test {

int num_games() {
  const char* given = std::getenv("YEZI_TEST_GAMES");
  return given == nullptr ? YEZI_TEST_GAMES : std::atoi(given);
}

std::filesystem::path source_dir() { return YEZI_SOURCE_DIR; }

std::vector<std::string> read_lines(const std::filesystem::path& path) {
  std::vector<std::string> lines;
  std::ifstream file(path, std::ios::binary);
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

bool sums_to_zero(std::string_view id) {
  const auto page = source_dir() / "docs" / "games" / (std::string(id) + ".md");
  for (const std::string& line : read_lines(page)) {
    if (line.find("sum to 0") != std::string::npos) return true;
  }
  return false;
}

Tree random_value(const Option& option, Rng& rng) {
  const auto integer = [&] {
    const auto range = static_cast<std::uint32_t>(option.high - option.low);
    switch (rng.below(4)) {  // the bounds are where rules break
      case 0: return option.low;
      case 1: return option.high;
      default: return option.low + static_cast<std::int32_t>(rng.below(range < 50 ? range + 1 : 50));
    }
  };
  switch (option.type) {
    case OptionType::boolean: return Tree(rng.below(2) == 1);
    case OptionType::integer: return Tree(integer());
    case OptionType::list: {
      if (rng.below(2) == 0) return {};
      Tree list = Tree::list();
      for (std::int32_t i = 0; i < option.fallback; ++i) list.push(integer());
      return list;
    }
    case OptionType::text: break;
  }
  std::vector<std::string> choices(1);
  for (const char c : option.choices) {
    if (c == '|') {
      choices.emplace_back();
    } else {
      choices.back() += c;
    }
  }
  return Tree(choices[rng.below(static_cast<std::uint32_t>(choices.size()))]);
}

std::vector<Setting> settings(int random) {
  std::vector<Setting> out;
  for (const Ops* ops : games()) {
    const std::string id(ops->info->id);
    for (const Preset& preset : ops->info->rules.presets) {
      Tree given = Tree::map().set("preset", preset.name);
      Game game;
      const Status status = Game::make(id, given, game);
      REQUIRE_MESSAGE(status.ok(), status.message);
      out.push_back({id + " " + to_json(given), game});
    }
    Rng rng(stream_key(1, 0, 0, Purpose::play));
    for (int made = 0, tries = 0; made < random && tries < 1000; ++tries) {
      Tree given = Tree::map();
      for (const Option& option : ops->info->rules.options) {
        if (rng.below(2) == 0) given.set(option.name, random_value(option, rng));
      }
      Game game;
      if (!Game::make(id, given, game).ok()) continue;  // options that exclude each other
      out.push_back({id + " " + to_json(given), game});
      ++made;
    }
  }
  return out;
}

Game default_game(const Ops& ops) {
  Game game;
  const Status status = Game::make(ops.info->id, Tree(), game);
  REQUIRE_MESSAGE(status.ok(), status.message);
  return game;
}

State random_deal(const Game& game, std::uint64_t seed, std::uint64_t index) {
  const int dealer = static_cast<int>(index % static_cast<unsigned>(game.num_players()));
  return game.deal(seed, index, dealer);
}

std::uint32_t draw_index(const State& state, Rng& rng) {
  const std::uint32_t count = state.game().ops().count(state.game().rules(), state.data());
  return count > 1 ? rng.below(count) : 0;
}

}  // namespace yezi::test
