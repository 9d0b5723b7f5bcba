#include <doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "support.hpp"

using namespace yezi;

namespace {

void check(const Status& status, ErrorKind kind, std::initializer_list<std::string_view> parts) {
  CAPTURE(status.message);
  CHECK(status.kind == kind);
  for (const std::string_view part : parts) {
    CAPTURE(std::string(part));
    CHECK(status.message.find(part) != std::string::npos);
  }
}

/// The first game of seed 3 that has a decision.
State undecided(const Game& game) {
  for (std::uint64_t index = 0;; ++index) {
    State state = game.deal(3, index);
    if (!state.is_over()) return state;
  }
}

/// A code that no state allows, and that is a move where the game has such a one.
Action illegal_code(const State& state) {
  const Game& game = state.game();
  for (std::uint64_t index = 0; index < 50; ++index) {
    State other = test::random_deal(game, 9, index);
    while (!other.is_over()) {
      for (const Action action : other.legal_actions()) {
        if (!game.ops().is_legal(game.rules(), state.data(), action)) return action;
      }
      CHECK(other.apply_index(index % other.legal_actions().size()).ok());
    }
  }
  return -1;
}

}  // namespace

TEST_SUITE("engine") {
  TEST_CASE("unknown games are named, with those that exist") {
    Game game;
    std::vector<std::string_view> parts{"'no_such_game'"};
    const Status status = Game::make("no_such_game", Tree(), game);
    check(status, ErrorKind::unknown_game, {"'no_such_game'", games().front()->info->id, games().back()->info->id});
    CHECK(!game);
  }

  TEST_CASE("bad options leave the game alone") {
    for (const Ops* ops : games()) {
      Game game = test::default_game(*ops);
      const Game before = game;
      check(Game::make(ops->info->id, Tree::map().set("no_such_option", 1), game), ErrorKind::rules,
            {ops->info->id, "'no_such_option'", "preset"});
      check(Game::make(ops->info->id, Tree::map().set("preset", "no_such_preset"), game), ErrorKind::rules,
            {"'no_such_preset'", ops->info->rules.presets.front().name});
      check(Game::make(ops->info->id, Tree::list(), game), ErrorKind::rules, {"[]"});
      for (const Option& option : ops->info->rules.options) {
        check(Game::make(ops->info->id, Tree::map().set(option.name, "no_such_value"), game), ErrorKind::rules,
              {option.name, "'no_such_value'"});
        if (option.type != OptionType::integer || option.high == INT32_MAX) continue;
        check(Game::make(ops->info->id, Tree::map().set(option.name, std::int64_t{option.high} + 1), game),
              ErrorKind::rules, {option.name, std::to_string(option.low) + ".." + std::to_string(option.high)});
      }
      CHECK(game == before);
    }
  }

  TEST_CASE("games are equal when their options are") {
    for (const Ops* ops : games()) {
      const Game game = test::default_game(*ops);
      Game same;
      CHECK(Game::make(ops->info->id, game.rules_tree(), same).ok());
      CHECK(game == same);
      CHECK(game.deal(1) == same.deal(1));
      CHECK(!(game == Game()));
      for (const Ops* other : games()) CHECK((test::default_game(*other) == game) == (other == ops));
    }
  }

  TEST_CASE("decks that are not the game's are refused") {
    for (const Ops* ops : games()) {
      const Game game = test::default_game(*ops);
      CAPTURE(std::string(ops->info->id));
      const std::vector<std::string> good = game.card_names(game.shuffled_deck(1));
      std::vector<Card> out{7};
      std::vector<std::string> deck = good;
      deck.pop_back();
      check(game.parse_deck(deck, out), ErrorKind::deck,
            {std::to_string(good.size() - 1), std::to_string(good.size())});
      deck = good;
      deck[1] = "no card";
      check(game.parse_deck(deck, out), ErrorKind::deck, {"'no card'", good[0]});
      deck = good;
      std::size_t other = 1;
      while (deck[other] == deck[0]) ++other;
      deck[other] = deck[0];
      check(game.parse_deck(deck, out), ErrorKind::deck, {"times"});
      CHECK(out == std::vector<Card>{7});
    }
  }

  TEST_CASE("refused moves change nothing") {
    for (const Ops* ops : games()) {
      CAPTURE(std::string(ops->info->id));
      State state = undecided(test::default_game(*ops));
      const State before = state;
      const std::size_t moves = state.legal_actions().size();
      check(state.apply("no such move"), ErrorKind::invalid_move, {ops->info->id, "'no such move'"});
      check(state.apply(Action{-1}), ErrorKind::invalid_move, {"-1"});
      check(state.apply(INT64_MAX), ErrorKind::invalid_move, {"9223372036854775807"});
      check(state.apply(INT64_MIN), ErrorKind::invalid_move, {"-9223372036854775808"});
      check(state.apply_index(moves), ErrorKind::illegal_move, {std::to_string(moves)});
      const Action illegal = illegal_code(state);
      REQUIRE(illegal >= 0);
      std::string text;
      REQUIRE(state.game().format(illegal, text).ok());
      check(state.apply(illegal), ErrorKind::illegal_move, {text, "seat " + std::to_string(state.player())});
      check(state.apply(text), ErrorKind::illegal_move, {text, state.legal_moves().front()});
      CHECK(state == before);
      CHECK(state.apply_index(0).ok());
      CHECK(!(state == before));
    }
  }

  TEST_CASE("nothing is played after the end") {
    for (const Ops* ops : games()) {
      CAPTURE(std::string(ops->info->id));
      State state = undecided(test::default_game(*ops));
      const Action first = state.legal_actions().front();
      CHECK(state.ending().empty());
      CHECK(state.detail() == Tree::map());
      while (!state.is_over()) REQUIRE(state.apply_index(state.legal_actions().size() - 1).ok());
      const State end = state;
      check(state.apply(first), ErrorKind::illegal_move, {"over"});
      check(state.apply_index(0), ErrorKind::illegal_move, {"0 legal moves"});
      CHECK(state == end);
      CHECK(state.legal_actions().empty());
      CHECK(state.legal_moves().empty());
      CHECK(!state.ending().empty());
    }
  }

  TEST_CASE("copies are positions of their own") {
    for (const Ops* ops : games()) {
      const State state = undecided(test::default_game(*ops));
      State copy = state, assigned;
      assigned = state;
      assigned = *&assigned;
      CHECK(copy == state);
      CHECK(assigned == state);
      CHECK(copy.apply_index(0).ok());
      CHECK(!(copy == state));
      CHECK(assigned == state);
      const State moved = std::move(copy);
      CHECK(!(moved == state));
    }
    CHECK(State() == State());
    CHECK(!(State() == test::default_game(*games().front()).deal(1)));
  }

  TEST_CASE("bytes of another length are no position") {
    for (const Ops* ops : games()) {
      const Game game = test::default_game(*ops);
      const State state = game.deal(1);
      State out = state;
      check(State::restore(game, {}, out), ErrorKind::argument, {ops->info->id, "0 bytes"});
      check(State::restore(game, state.bytes().first(state.size() - 1), out), ErrorKind::argument,
            {std::to_string(state.size())});
      const std::vector<std::byte> ones(state.size(), std::byte{0xFF});
      check(State::restore(game, ones, out), ErrorKind::argument, {});
      CHECK(out == state);
      CHECK(State::restore(game, state.bytes(), out).ok());
      CHECK(out == state);
    }
  }

  TEST_CASE("analyses check their kind and parameters") {
    for (const Ops* ops : games()) {
      const Game game = test::default_game(*ops);
      Tree out(7);
      check(game.analyse("no_such_kind", Tree::map(), out), ErrorKind::query,
            {ops->info->id, "'no_such_kind'", "allowed"});
      for (const Analysis& analysis : ops->info->analyses) {
        Tree query = Tree::map();
        for (const Parameter& parameter : analysis.parameters) {
          if (parameter.help.starts_with("optional")) continue;
          check(game.analyse(analysis.kind, query, out), ErrorKind::query, {analysis.kind, parameter.name, "missing"});
          query.set(parameter.name, Tree());
        }
        query.set("no_such_parameter", 1);
        check(game.analyse(analysis.kind, query, out), ErrorKind::query, {"'no_such_parameter'", "allowed"});
      }
      CHECK(out == Tree(7));
    }
  }

  TEST_CASE("the same seed and index deal the same game") {
    for (const Ops* ops : games()) {
      const Game game = test::default_game(*ops);
      CHECK(game.deal(7, 3) == game.deal(game.shuffled_deck(7, 3)));
      CHECK(!(game.deal(7, 3) == game.deal(7, 4)));
      CHECK(!(game.deal(7, 3) == game.deal(8, 3)));
    }
  }
}
