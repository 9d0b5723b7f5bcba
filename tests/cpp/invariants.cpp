#include "invariants.hpp"

#include <doctest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <vector>

namespace yezi::test {

namespace {

/// Faster forms of the generator agree with it.
void check_legal(const State& state, const std::vector<Action>& legal, Rng& rng) {
  const Ops& ops = state.game().ops();
  const void* rules = state.game().rules();
  std::vector<Action> appended;
  ops.legal_append(rules, state.data(), appended);
  REQUIRE(appended == legal);
  REQUIRE(std::adjacent_find(legal.begin(), legal.end(), std::greater_equal<>()) == legal.end());
  REQUIRE(legal.empty() == state.is_over());
  if (legal.empty()) return;
  REQUIRE(legal.front() >= 0);
  const std::int64_t codes = state.game().num_actions();
  if (codes >= 0) REQUIRE(legal.back() < codes);

  const auto size = static_cast<std::uint32_t>(legal.size());
  for (std::uint32_t sample = 0; sample < std::min(size, 12U); ++sample) {
    const std::uint32_t k = size <= 12 ? sample : rng.below(size);
    const Action action = legal[k];
    REQUIRE(ops.nth(rules, state.data(), k) == action);
    REQUIRE(ops.is_legal(rules, state.data(), action));
    std::string text;
    Action read = -1;
    REQUIRE(state.game().format(action, text).ok());
    REQUIRE(state.game().parse(text, read).ok());
    REQUIRE(read == action);
    for (const Action other : {action - 1, action + 1, action ^ (Action{1} << rng.below(62)),
                               static_cast<Action>(rng.next() >> (1 + rng.below(63)))}) {
      const bool listed = std::binary_search(legal.begin(), legal.end(), other);
      REQUIRE(ops.is_legal(rules, state.data(), other) == listed);
    }
  }
  REQUIRE(!ops.is_legal(rules, state.data(), -1));
  REQUIRE(!ops.is_legal(rules, state.data(), INT64_MAX));
  const std::vector<std::string> moves = state.legal_moves();
  REQUIRE(std::adjacent_find(moves.begin(), moves.end(), std::greater_equal<>()) == moves.end());
}

/// An observation has its size, and every entry is written.
void check_observation(const State& state, int seat) {
  const Ops& ops = state.game().ops();
  const std::vector<std::int8_t> seen = state.observation(seat);
  std::vector<std::int8_t> again(seen.size() + 8, 77);
  ops.observe(state.game().rules(), state.data(), seat, again.data());
  REQUIRE(std::equal(seen.begin(), seen.end(), again.begin()));
  REQUIRE(std::count(again.begin() + static_cast<std::ptrdiff_t>(seen.size()), again.end(), 77) == 8);
}

/// What a seat cannot know is redrawn, and nothing else.
void check_resample(const State& state, int seat, std::uint64_t seed, bool crafted) {
  const Game& game = state.game();
  const State other = state.resample(seat, seed);
  if (!crafted) REQUIRE(game.ops().valid(game.rules(), other.data()));
  REQUIRE(other.player() == state.player());
  REQUIRE(other.view(seat) == state.view(seat));
  REQUIRE(other.observation(seat) == state.observation(seat));
  if (state.player() == seat) REQUIRE(other.legal_actions() == state.legal_actions());
  if (state.is_over()) REQUIRE(other == state);
  REQUIRE(other == state.resample(seat, seed));
}

void check_end(const State& state) {
  const Game& game = state.game();
  const std::vector<std::int32_t> returns = state.returns();
  if (!state.is_over()) {
    REQUIRE(state.ending().empty());
    REQUIRE(std::count(returns.begin(), returns.end(), 0) == static_cast<std::ptrdiff_t>(returns.size()));
    return;
  }
  REQUIRE(!state.ending().empty());
  REQUIRE(state.detail().members() != nullptr);
  REQUIRE(!state.detail().members()->empty());
  if (sums_to_zero(game.info().id)) {
    std::int64_t sum = 0;
    for (const std::int32_t chips : returns) sum += chips;
    REQUIRE(sum == 0);
  }
  const NextDeal next = game.ops().next_deal(game.rules(), state.data());
  REQUIRE(next.dealer >= 0);
  REQUIRE(next.dealer < game.num_players());
  Tree options = game.rules_tree();
  for (const Tree::Member& change : *next.changes.members()) options.set(change.key, change.value);
  Game following;
  const Status status = Game::make(game.info().id, options, following);
  REQUIRE_MESSAGE(status.ok(), status.message);
}

}  // namespace

void check_position(const State& state, Rng& rng, bool crafted) {
  const Game& game = state.game();
  const bool valid = game.ops().valid(game.rules(), state.data());
  if (!crafted) REQUIRE(valid);
  State restored;
  REQUIRE(State::restore(game, state.bytes(), restored).ok() == valid);
  if (!valid) restored = state;
  REQUIRE(restored == state);

  REQUIRE(state.player() >= -1);
  REQUIRE(state.player() < game.num_players());
  check_legal(state, state.legal_actions(), rng);
  check_end(state);

  const Tree all = state.view();
  for (const Tree& view :
       {all, state.view(static_cast<int>(rng.below(static_cast<std::uint32_t>(game.num_players()))))}) {
    REQUIRE(view.find("player") != nullptr);
    REQUIRE(view.find("phase") != nullptr);
    REQUIRE(view.find("seats") != nullptr);
    REQUIRE(view.find("seats")->items()->size() == static_cast<std::size_t>(game.num_players()));
  }
  REQUIRE(*all.find("player") == (state.is_over() ? Tree() : Tree(state.player())));
  for (int seat = 0; seat < game.num_players(); ++seat) {
    check_observation(state, seat);
    check_resample(state, seat, rng.next(), crafted);
  }
  REQUIRE(restored == state);
}

}  // namespace yezi::test
