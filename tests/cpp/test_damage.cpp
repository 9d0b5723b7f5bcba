// Hostile input: bytes that are no position, trees that are no query, texts that are no move. It is refused, or every
// function is safe on it; the address sanitizer watches.
#include <doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "invariants.hpp"

using namespace yezi;

namespace {

void damage(std::vector<std::byte>& bytes, Rng& rng) {
  const auto size = static_cast<std::uint32_t>(bytes.size());
  for (std::uint32_t n = 1 + rng.below(3); n > 0; --n) {
    const std::uint32_t at = rng.below(size);
    switch (rng.below(4)) {
      case 0: bytes[at] ^= std::byte{1} << rng.below(8); break;
      case 1: bytes[at] = static_cast<std::byte>(rng.below(256)); break;
      case 2: std::swap(bytes[at], bytes[rng.below(size)]); break;
      default: bytes[at] = static_cast<std::byte>(static_cast<int>(bytes[at]) + (rng.below(2) == 0 ? 1 : -1)); break;
    }
  }
}

/// Plays on from a position that `valid` accepted.
void play_on(State state, Rng& rng) {
  for (int step = 0; !state.is_over(); ++step) {
    REQUIRE(step <= state.game().info().max_decisions);
    REQUIRE(state.apply_index(test::draw_index(state, rng)).ok());
  }
  test::check_position(state, rng, true);
}

Tree random_tree(Rng& rng, int depth) {
  static constexpr std::int64_t kNumbers[] = {0,   1,   -1,  2,         3,         7,         20,       127,
                                              128, 255, 256, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
  static constexpr const char* kTexts[] = {"",           "x",  "pass", "66",       "3s",       "一",
                                           "一一一一一", "1m", "RJ",   "\xff\xfe", "exhausted"};
  switch (rng.below(depth > 2 ? 4 : 6)) {
    case 0: return {};
    case 1: return Tree(rng.below(2) == 0);
    case 2: return Tree(kNumbers[rng.below(std::size(kNumbers))]);
    case 3: return Tree(kTexts[rng.below(std::size(kTexts))]);
    case 4: {
      Tree list = Tree::list();
      for (std::uint32_t n = rng.below(6); n > 0; --n) list.push(random_tree(rng, depth + 1));
      return list;
    }
    default: {
      Tree map = Tree::map();
      for (std::uint32_t n = rng.below(3); n > 0; --n)
        map.set(kTexts[rng.below(std::size(kTexts))], random_tree(rng, depth + 1));
      return map;
    }
  }
}

std::string damaged(std::string text, Rng& rng) {
  for (std::uint32_t n = 1 + rng.below(3); n > 0; --n) {
    const auto size = static_cast<std::uint32_t>(text.size());
    switch (size == 0 ? 2 : rng.below(4)) {
      case 0: text[rng.below(size)] = static_cast<char>(rng.below(256)); break;
      case 1: text.erase(rng.below(size), 1); break;
      case 2: text.insert(text.begin() + rng.below(size + 1), static_cast<char>(32 + rng.below(96))); break;
      default: text += text; break;
    }
  }
  return text;
}

}  // namespace

TEST_SUITE("damage") {
  TEST_CASE("damaged positions are refused or safe") {
    for (const test::Setting& setting : test::settings()) {
      CAPTURE(setting.name);
      const Game& game = setting.game;
      Rng rng(8);
      for (int k = 0; k < test::num_games(); ++k) {
        State state = test::random_deal(game, 6, static_cast<std::uint64_t>(k));
        do {
          std::vector<std::byte> bytes(state.bytes().begin(), state.bytes().end());
          damage(bytes, rng);
          State crafted;
          if (State::restore(game, bytes, crafted).ok()) {
            test::check_position(crafted, rng, true);
            play_on(crafted, rng);
          }
        } while (!state.is_over() && state.apply_index(test::draw_index(state, rng)).ok());
      }
    }
  }

  TEST_CASE("positions under other options are refused or safe") {
    const std::vector<test::Setting> settings = test::settings();
    for (const test::Setting& from : settings) {
      for (const test::Setting& to : settings) {
        if (&from.game.ops() != &to.game.ops()) continue;
        CAPTURE(from.name);
        CAPTURE(to.name);
        Rng rng(9);
        State state = test::random_deal(from.game, 7, rng.below(50));
        do {
          State other;
          if (State::restore(to.game, state.bytes(), other).ok()) {
            test::check_position(other, rng, true);
            if (rng.below(8) == 0) play_on(other, rng);
          }
        } while (!state.is_over() && state.apply_index(test::draw_index(state, rng)).ok());
      }
    }
  }

  TEST_CASE("random bytes are no position") {
    for (const Ops* ops : games()) {
      const Game game = test::default_game(*ops);
      Rng rng(10);
      for (int k = 0; k < 20 * test::num_games(); ++k) {
        std::vector<std::byte> bytes(ops->state_size);
        for (std::byte& byte : bytes) byte = static_cast<std::byte>(rng.below(k % 2 == 0 ? 256 : 5));
        State state;
        REQUIRE(State::restore(game, bytes, state).kind == ErrorKind::argument);
      }
    }
  }

  TEST_CASE("queries of any shape") {
    for (const Ops* ops : games()) {
      CAPTURE(std::string(ops->info->id));
      const Game game = test::default_game(*ops);
      Rng rng(11);
      for (const Analysis& analysis : ops->info->analyses) {
        for (int k = 0; k < 20 * test::num_games(); ++k) {
          Tree query = Tree::map();
          for (const Parameter& parameter : analysis.parameters) {
            if (!parameter.help.starts_with("optional") || rng.below(2) == 0)
              query.set(parameter.name, random_tree(rng, 0));
          }
          Tree out;
          const Status status = game.analyse(analysis.kind, query, out);
          REQUIRE(
              (status.ok() ? out.members() != nullptr : status.kind == ErrorKind::query && !status.message.empty()));
        }
      }
    }
  }

  TEST_CASE("rows of any bytes") {
    for (const Ops* ops : games()) {
      CAPTURE(std::string(ops->info->id));
      const Game game = test::default_game(*ops);
      Rng rng(12);
      for (const BulkAnalysis& bulk : ops->info->bulk) {
        for (int k = 0; k < 20 * test::num_games(); ++k) {
          constexpr std::size_t kRows = 4;
          const std::uint32_t highest = k % 2 == 0 ? 255 : 4;
          std::vector<std::uint8_t> rows(kRows * static_cast<std::size_t>(bulk.width));
          for (std::uint8_t& count : rows) count = static_cast<std::uint8_t>(rng.below(highest + 1));
          std::vector<std::vector<std::int64_t>> columns;
          std::vector<void*> outputs;
          for (const Column& column : bulk.outputs)
            columns.emplace_back(kRows * static_cast<std::size_t>(column.width));
          for (auto& column : columns) outputs.push_back(column.data());
          const Status status = bulk.run(game.rules(), rows.data(), 0, kRows, outputs.data());
          REQUIRE(
              (status.ok() || (status.kind == ErrorKind::query && status.message.find("row") != std::string::npos)));
        }
      }
    }
  }

  TEST_CASE("texts of any kind") {
    for (const Ops* ops : games()) {
      CAPTURE(std::string(ops->info->id));
      const Game game = test::default_game(*ops);
      Rng rng(13);
      for (int k = 0; k < test::num_games(); ++k) {
        State state = test::random_deal(game, 8, static_cast<std::uint64_t>(k));
        while (!state.is_over()) {
          std::string move;
          REQUIRE(game.format(state.legal_actions()[test::draw_index(state, rng)], move).ok());
          const std::string text = damaged(move, rng);
          Action code = -1, again = -1;
          if (game.parse(text, code).ok()) {
            CAPTURE(text);
            std::string canonical;
            REQUIRE(game.format(code, canonical).ok());
            REQUIRE(game.parse(canonical, again).ok());
            REQUIRE(again == code);
          }
          REQUIRE(state.apply(move).ok());
        }
      }
      for (int k = 0; k < 100 * test::num_games(); ++k) {  // codes
        std::string text;
        Action again = -1;
        const auto code = static_cast<Action>(rng.next() >> (1 + rng.below(63)));
        if (!game.format(code, text).ok()) continue;
        REQUIRE(game.parse(text, again).ok());
        REQUIRE(again == code);
      }
    }
  }
}
