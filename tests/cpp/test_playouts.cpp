// Random games over every preset and random options; the traces that they write replay.
#include <doctest.h>

#include <string>
#include <vector>

#include "invariants.hpp"

using namespace yezi;

namespace {

struct Played {
  std::vector<Card> deck;
  int dealer = 0;
  std::vector<Action> actions;
  State end;
  Tree trace;
};

/// A random game with every position checked.
Played play(const test::Setting& setting, std::uint64_t index) {
  const Game& game = setting.game;
  Played out;
  out.deck = game.shuffled_deck(2, index);
  out.dealer = static_cast<int>(index % static_cast<unsigned>(game.num_players()));
  State state = game.deal(out.deck, out.dealer);
  Rng rng = Rng::stream(2, index, 0, Purpose::play);
  Tree steps = Tree::list();
  const auto texts = [](const std::string& text) { return Tree(text); };
  for (;;) {
    test::check_position(state, rng);
    if (state.is_over()) break;
    const std::vector<Action> legal = state.legal_actions();
    const Action action = legal[test::draw_index(state, rng)];
    std::string move;
    REQUIRE(game.format(action, move).ok());
    steps.push(Tree::map()
                   .set("player", state.player())
                   .set("legal", Tree::list_of(state.legal_moves(), texts))
                   .set("move", move));
    out.actions.push_back(action);
    REQUIRE(state.apply(action).ok());
    REQUIRE(out.actions.size() <= static_cast<std::size_t>(game.info().max_decisions));
  }
  const auto numbers = [](std::int32_t chips) { return Tree(chips); };
  out.trace.set("game", game.info().id).set("rules", game.rules_tree()).set("dealer", out.dealer);
  out.trace.set("deck", Tree::list_of(game.card_names(out.deck), texts)).set("steps", std::move(steps));
  out.trace.set("returns", Tree::list_of(state.returns(), numbers)).set("detail", state.detail());
  out.end = std::move(state);
  return out;
}

Tree events(const Played& played, int viewer) {
  State scratch = played.end;
  const Game& game = played.end.game();
  Tree out = game.ops().events(game.rules(), played.dealer, played.deck.data(), scratch.data(), played.actions.data(),
                               played.actions.size(), viewer);
  REQUIRE(scratch == played.end);
  return out;
}

/// Whether `part` comes out of `whole` by leaving out events and fields.
bool is_part(const Tree& part, const Tree& whole) {
  std::size_t at = 0;
  for (const Tree& event : *part.items()) {
    const auto matches = [&](const Tree& full) {
      for (const Tree::Member& field : *event.members()) {
        if (full.find(field.key) == nullptr || *full.find(field.key) != field.value) return false;
      }
      return true;
    };
    while (at < whole.items()->size() && !matches((*whole.items())[at])) ++at;
    if (at++ == whole.items()->size()) return false;
  }
  return true;
}

void check_events(const Played& played) {
  const Tree all = events(played, kEverything);
  REQUIRE(!all.items()->empty());
  for (const Tree& event : *all.items()) {
    REQUIRE(event.find("kind")->text() != nullptr);
    const std::int64_t* seat = event.find("seat")->integer();
    REQUIRE(seat != nullptr);
    REQUIRE(*seat >= -1);
    REQUIRE(*seat < played.end.game().num_players());
  }
  const Tree open = events(played, kSpectator);
  REQUIRE(is_part(open, all));
  for (int seat = 0; seat < played.end.game().num_players(); ++seat) {
    const Tree own = events(played, seat);
    REQUIRE(is_part(own, all));
    REQUIRE(is_part(open, own));
  }
}

}  // namespace

TEST_SUITE("playouts") {
  TEST_CASE("random games hold every invariant") {
    for (const test::Setting& setting : test::settings()) {
      CAPTURE(setting.name);
      for (int k = 0; k < test::num_games(); ++k) {
        CAPTURE(k);
        const Played played = play(setting, static_cast<std::uint64_t>(k));
        State end;
        const Status status = replay(played.trace, end);
        REQUIRE_MESSAGE(status.ok(), status.message);
        REQUIRE(end == played.end);
        if (k % 8 == 0) check_events(played);
      }
    }
  }

  TEST_CASE("perft counts what playing on counts") {
    for (const test::Setting& setting : test::settings(0)) {
      CAPTURE(setting.name);
      const Ops& ops = setting.game.ops();
      for (std::uint64_t index = 0; index < 5; ++index) {
        const State state = test::random_deal(setting.game, 4, index);
        const void* rules = setting.game.rules();
        CHECK(ops.perft(rules, state.data(), 0) == 1);
        if (state.is_over()) continue;
        const std::vector<Action> legal = state.legal_actions();
        CHECK(ops.perft(rules, state.data(), 1) == legal.size());
        if (legal.size() > 200) continue;
        std::uint64_t leaves = 0;
        for (const Action action : legal) {
          State next = state;
          REQUIRE(next.apply(action).ok());
          leaves += next.is_over() ? 1 : next.legal_actions().size();
        }
        CHECK(ops.perft(rules, state.data(), 2) == leaves);
      }
    }
  }
}
