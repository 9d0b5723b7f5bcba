#include <doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "support.hpp"

using namespace yezi;

TEST_SUITE("registry") {
  TEST_CASE("games are sorted by id and found by it") {
    REQUIRE(!games().empty());
    std::string_view last;
    for (const Ops* ops : games()) {
      CHECK(last < ops->info->id);
      last = ops->info->id;
      CHECK(find_game(last) == ops);
    }
    CHECK(find_game("") == nullptr);
    CHECK(find_game("no_such_game") == nullptr);
    CHECK(find_game(std::string(last) + "x") == nullptr);
  }

  TEST_CASE("what a game says about itself") {
    for (const Ops* ops : games()) {
      const GameInfo& info = *ops->info;
      CAPTURE(std::string(info.id));
      for (const char c : info.id) CHECK((c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')));
      CHECK(!info.name.empty());
      CHECK(!info.english.empty());
      CHECK(info.version >= 1);
      CHECK(info.max_decisions > 0);
      CHECK(!info.endings.empty());
      CHECK(std::set<std::string_view>(info.endings.begin(), info.endings.end()).size() == info.endings.size());
      CHECK(ops->card_types > 0);
      CHECK(ops->card_types <= 256);

      std::set<std::string_view> options{"preset"};
      std::set<std::size_t> places;
      for (const Option& option : info.rules.options) {
        CAPTURE(std::string(option.name));
        CHECK(options.insert(option.name).second);
        const auto entries = option.type == OptionType::list ? static_cast<std::size_t>(option.fallback) : 1;
        for (std::size_t i = 0; i < entries; ++i) CHECK(places.insert(option.offset + 4 * i).second);
        CHECK(option.offset + 4 * entries <= ops->rules_size);
        CHECK(!option.help.empty());
        if (option.type == OptionType::integer) {
          CHECK(option.low <= option.fallback);
          CHECK(option.fallback <= option.high);
        }
      }
      CHECK_MESSAGE(places.size() * 4 == ops->rules_size, "every number of Rules is an option");

      CHECK(!info.rules.presets.empty());
      std::set<std::string_view> presets;
      for (const Preset& preset : info.rules.presets) {
        CAPTURE(std::string(preset.name));
        CHECK(presets.insert(preset.name).second);
        Game with, spelled;
        CHECK(Game::make(info.id, Tree::map().set("preset", preset.name), with).ok());
        CHECK(Game::make(info.id, preset_tree(info.rules, preset.name), spelled).ok());
        CHECK(with == spelled);
      }
      for (const Analysis& analysis : info.analyses) CHECK(!analysis.help.empty());
      for (const BulkAnalysis& bulk : info.bulk) {
        CHECK(bulk.width > 0);
        CHECK(!bulk.outputs.empty());
        CHECK((bulk.run != nullptr));
      }
    }
  }

  TEST_CASE("decks and cards") {
    for (const test::Setting& setting : test::settings()) {
      CAPTURE(setting.name);
      const Game& game = setting.game;
      const std::vector<Card> deck = game.deck();
      CHECK(!deck.empty());
      CHECK(deck.size() <= kMaxDeck);
      std::set<std::string> names;
      for (int type = 0; type < game.ops().card_types; ++type) {
        const std::string name(game.ops().card_name(static_cast<Card>(type)));
        CHECK(names.insert(name).second);
        CHECK(game.ops().parse_card(name) == type);
        CHECK(game.ops().parse_card(name + "?") == -1);
      }
      CHECK(game.ops().parse_card("") == -1);
      for (std::size_t i = 0; i < deck.size(); ++i) CHECK(deck[i] < game.ops().card_types);

      std::vector<Card> read;
      CHECK(game.parse_deck(game.card_names(deck), read).ok());
      CHECK(read == deck);
      std::vector<Card> shuffled = game.shuffled_deck(1, 2, 3);
      CHECK(shuffled != deck);
      CHECK(shuffled == game.shuffled_deck(1, 2, 3));
      CHECK(shuffled != game.shuffled_deck(1, 2, 4));
      std::vector<Card> sorted = deck;
      std::sort(sorted.begin(), sorted.end());
      std::sort(shuffled.begin(), shuffled.end());
      CHECK(shuffled == sorted);
    }
  }

  TEST_CASE("seats, codes and observations") {
    for (const test::Setting& setting : test::settings()) {
      CAPTURE(setting.name);
      const Game& game = setting.game;
      CHECK(game.num_players() >= 2);
      CHECK(game.num_players() <= kMaxPlayers);
      CHECK((game.num_actions() == -1 || game.num_actions() > 0));
      CHECK(game.num_actions() == test::default_game(game.ops()).num_actions());
      std::set<std::string_view> parts;
      for (const Part& part : game.ops().observation_layout(game.rules())) {
        CHECK(part.size > 0);
        CHECK(parts.insert(part.name).second);
      }
      CHECK(!parts.empty());
      std::string text;
      CHECK(game.format(-1, text).kind == ErrorKind::invalid_move);
      if (game.num_actions() > 0) {
        std::set<std::string> moves;
        for (Action code = 0; code < game.num_actions(); ++code) {
          Action read = -1;
          REQUIRE(game.format(code, text).ok());
          REQUIRE_MESSAGE(moves.insert(text).second, text);
          REQUIRE(game.parse(text, read).ok());
          REQUIRE(read == code);
        }
        CHECK(game.format(game.num_actions(), text).kind == ErrorKind::invalid_move);
      }
    }
  }
}
