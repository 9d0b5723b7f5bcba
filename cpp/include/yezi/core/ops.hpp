/// The run-time face of a game: one constant table of function pointers, made by `OpsFor<G>`. It has whole-batch
/// kernels, so that the indirect call is paid once a chunk of games and not once a step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <yezi/core/game.hpp>

namespace yezi {

/// Which seat deals the games of a run.
struct DealerRule {
  enum class Kind : std::uint8_t { fixed, rotate, listed } kind = Kind::fixed;
  int seat = 0;                        ///< fixed
  const std::int8_t* seats = nullptr;  ///< listed: one a game, counted from the first of the run

  /// The dealer of the row-th game of the run, which is game `index` of its seed, in its `round`-th deal.
  int dealer(std::size_t row, std::uint64_t index, std::uint64_t round, int players) const noexcept {
    switch (kind) {
      case Kind::rotate:
        return static_cast<int>((index % static_cast<unsigned>(players) + round) % static_cast<unsigned>(players));
      case Kind::listed: return seats[row];
      case Kind::fixed: break;
    }
    return seat;
  }
};

/// The columns of a batch of games; every kernel works on a range of rows.
struct BatchColumns {
  std::byte* states;      ///< [n] State
  std::int8_t* player;    ///< [n]
  std::uint8_t* over;     ///< [n]
  std::int32_t* returns;  ///< [n, players]
  std::uint64_t* round;   ///< [n] how many times the row was dealt anew
  Rng* rng;               ///< [n] for play_random
  int players;
  std::uint64_t seed;
  std::uint64_t first;  ///< index of row 0
  DealerRule dealer;
};

struct SimulationColumns {
  std::int32_t* returns;  ///< [n, players]
  std::int32_t* lengths;  ///< [n] decisions
  std::int8_t* endings;   ///< [n]
};

struct Ops {
  const GameInfo* info;
  std::size_t state_size, state_align, rules_size;
  int card_types;

  std::string_view (*card_name)(Card);
  int (*parse_card)(std::string_view);
  bool (*check_rules)(const void* rules, std::string& problem);
  int (*num_players)(const void* rules);
  std::int64_t (*num_actions)(const void* rules);
  int (*deck)(const void* rules, Card* out);
  void (*deal)(const void* rules, int dealer, const Card* deck, void* state);
  int (*player)(const void* state);
  std::uint32_t (*count)(const void* rules, const void* state);
  void (*legal)(const void* rules, const void* state, Action* out);  ///< out holds `count` codes
  void (*legal_append)(const void* rules, const void* state, std::vector<Action>& out);
  Action (*nth)(const void* rules, const void* state, std::uint32_t k);
  bool (*is_legal)(const void* rules, const void* state, Action action);
  void (*apply)(const void* rules, void* state, Action action);
  int (*ending)(const void* state);
  void (*returns)(const void* rules, const void* state, std::int32_t* out);
  Tree (*detail)(const void* rules, const void* state);
  NextDeal (*next_deal)(const void* rules, const void* state);
  std::string (*format)(Action action);
  bool (*parse)(std::string_view text, Action& action);
  Tree (*view)(const void* rules, const void* state, int seat);
  Layout (*observation_layout)(const void* rules);
  void (*observe)(const void* rules, const void* state, int seat, std::int8_t* out);
  void (*resample)(const void* rules, void* state, int seat, Rng& rng);
  bool (*valid)(const void* rules, const void* state);
  Status (*analyse)(const void* rules, std::string_view kind, const Tree& query, Tree& out);

  /// The events that `viewer` sees: of the deal (deck not null; `state` is scratch) or from `state` on, while
  /// `actions` are played.
  Tree (*events)(const void* rules, int dealer, const Card* deck, void* state, const Action* actions, std::size_t n,
                 int viewer);
  std::uint64_t (*perft)(const void* rules, const void* state, int depth);

  // Whole-batch kernels on rows begin … end-1.
  void (*deal_rows)(const void* rules, const BatchColumns& batch, std::size_t begin, std::size_t end);
  void (*refresh_rows)(const void* rules, const BatchColumns& batch, std::size_t begin, std::size_t end);
  /// Plays codes that have been checked; a finished row is dealt anew when `redeal`, else left alone.
  void (*step_rows)(const void* rules, const BatchColumns& batch, const Action* codes, bool redeal, std::size_t begin,
                    std::size_t end);
  /// Resolves indices (`by_index`) or codes into checked codes; returns the first bad row, or `end`.
  std::size_t (*check_rows)(const void* rules, const BatchColumns& batch, const Action* input, bool by_index,
                            Action* codes, std::size_t begin, std::size_t end);
  /// Appends the legal codes of every row and writes each row's count.
  void (*legal_rows)(const void* rules, const BatchColumns& batch, std::vector<Action>& out, std::int64_t* counts,
                     std::size_t begin, std::size_t end);
  void (*observe_rows)(const void* rules, const BatchColumns& batch, std::int8_t* out, std::size_t width,
                       std::size_t begin, std::size_t end);
  void (*play_rows)(const void* rules, const BatchColumns& batch, std::int64_t max_steps, std::size_t begin,
                    std::size_t end);
  void (*simulate)(const void* rules, std::uint64_t seed, std::uint64_t first, const DealerRule& dealer,
                   const SimulationColumns& out, std::size_t begin, std::size_t end);
};

/// Makes the table of a game.
template <GameStruct G>
struct OpsFor {
  using Rules = typename G::Rules;
  using State = typename G::State;
  static_assert(alignof(State) <= 16, "states are stored in plain blocks");

  static const Rules& R(const void* rules) { return *static_cast<const Rules*>(rules); }
  static const State& S(const void* state) { return *static_cast<const State*>(state); }
  static State& S(void* state) { return *static_cast<State*>(state); }
  static State& row(const BatchColumns& batch, std::size_t i) { return reinterpret_cast<State*>(batch.states)[i]; }

  static bool check_rules(const void* rules, std::string& problem) {
    if constexpr (requires { G::check(R(rules), problem); }) {
      return G::check(R(rules), problem);
    } else {
      return true;
    }
  }
  static void deal(const void* rules, int dealer, const Card* deck, void* state) {
    NullEvents none;
    G::deal(R(rules), dealer, deck, S(state), none);
  }
  static void legal(const void* rules, const void* state, Action* out) {
    WriteSink sink{out};
    G::legal(R(rules), S(state), sink);
  }
  static void legal_append(const void* rules, const void* state, std::vector<Action>& out) {
    AppendSink<std::vector<Action>> sink{out};
    G::legal(R(rules), S(state), sink);
  }
  static void apply(const void* rules, void* state, Action action) {
    NullEvents none;
    G::apply(R(rules), S(state), action, none);
  }
  static Layout observation_layout(const void* rules) {
    Layout layout;
    G::observation_layout(R(rules), layout);
    return layout;
  }
  static Status analyse(const void* rules, std::string_view kind, const Tree& query, Tree& out) {
    if constexpr (requires { G::analyse(R(rules), kind, query, out); }) {
      return G::analyse(R(rules), kind, query, out);
    } else {
      return Status::error(ErrorKind::query, "this game has no analysis");
    }
  }
  static Tree events(const void* rules, int dealer, const Card* deck, void* state, const Action* actions, std::size_t n,
                     int viewer) {
    EventRecorder recorder(viewer);
    if (deck != nullptr) G::deal(R(rules), dealer, deck, S(state), recorder);
    for (std::size_t i = 0; i < n; ++i) G::apply(R(rules), S(state), actions[i], recorder);
    return recorder.take();
  }
  static std::uint64_t perft_from(const Rules& rules, const State& state, int depth) {
    if (G::player(state) < 0 || depth == 0) return 1;
    if (depth == 1) return count_legal<G>(rules, state);
    std::uint64_t leaves = 0;
    NullEvents none;
    G::legal(rules, state, [&](Action action) {
      State next = state;
      G::apply(rules, next, action, none);
      leaves += perft_from(rules, next, depth - 1);
    });
    return leaves;
  }
  static std::uint64_t perft(const void* rules, const void* state, int depth) {
    return perft_from(R(rules), S(state), depth);
  }

  static void deal_seeded(const Rules& rules, int deck_size, const Card* sorted, int dealer, std::uint64_t seed,
                          std::uint64_t index, std::uint64_t round, State& state) {
    Card deck[kMaxDeck];
    std::memcpy(deck, sorted, static_cast<std::size_t>(deck_size));
    Rng::stream(seed, index, round, Purpose::deal).shuffle(deck, static_cast<std::size_t>(deck_size));
    NullEvents none;
    G::deal(rules, dealer, deck, state, none);
  }

  static void publish(const Rules& rules, const BatchColumns& batch, std::size_t i) {
    const State& state = row(batch, i);
    batch.player[i] = static_cast<std::int8_t>(G::player(state));
    batch.over[i] = batch.player[i] < 0;
    G::returns(rules, state, batch.returns + i * static_cast<std::size_t>(batch.players));
  }
  static void deal_rows(const void* rules, const BatchColumns& batch, std::size_t begin, std::size_t end) {
    Card sorted[kMaxDeck];
    const int deck_size = G::deck(R(rules), sorted);
    for (std::size_t i = begin; i < end; ++i) deal_row(R(rules), deck_size, sorted, batch, i);
  }
  static void deal_row(const Rules& rules, int deck_size, const Card* sorted, const BatchColumns& batch,
                       std::size_t i) {
    const std::uint64_t index = batch.first + i;
    const int dealer = batch.dealer.dealer(i, index, batch.round[i], batch.players);
    deal_seeded(rules, deck_size, sorted, dealer, batch.seed, index, batch.round[i], row(batch, i));
    batch.rng[i] = Rng::stream(batch.seed, index, batch.round[i], Purpose::play);
    publish(rules, batch, i);
  }
  static void refresh_rows(const void* rules, const BatchColumns& batch, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) publish(R(rules), batch, i);
  }
  static void step_rows(const void* rules, const BatchColumns& batch, const Action* codes, bool redeal,
                        std::size_t begin, std::size_t end) {
    NullEvents none;
    Card sorted[kMaxDeck];
    const int deck_size = redeal ? G::deck(R(rules), sorted) : 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (batch.over[i] == 0) {
        State& state = row(batch, i);
        G::apply(R(rules), state, codes[i], none);
        batch.player[i] = static_cast<std::int8_t>(G::player(state));
        if (batch.player[i] < 0) publish(R(rules), batch, i);
      } else if (redeal) {
        ++batch.round[i];
        deal_row(R(rules), deck_size, sorted, batch, i);
      }
    }
  }
  static std::size_t check_rows(const void* rules, const BatchColumns& batch, const Action* input, bool by_index,
                                Action* codes, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (batch.over[i] != 0) continue;
      const State& state = row(batch, i);
      if (by_index) {
        if (input[i] < 0 || input[i] >= static_cast<Action>(count_legal<G>(R(rules), state))) return i;
        codes[i] = nth_legal<G>(R(rules), state, static_cast<std::uint32_t>(input[i]));
      } else {
        if (!yezi::is_legal<G>(R(rules), state, input[i])) return i;
        codes[i] = input[i];
      }
    }
    return end;
  }
  static void legal_rows(const void* rules, const BatchColumns& batch, std::vector<Action>& out, std::int64_t* counts,
                         std::size_t begin, std::size_t end) {
    AppendSink<std::vector<Action>> sink{out};
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t before = out.size();
      if (batch.over[i] == 0) G::legal(R(rules), row(batch, i), sink);
      counts[i] = static_cast<std::int64_t>(out.size() - before);
    }
  }
  static void observe_rows(const void* rules, const BatchColumns& batch, std::int8_t* out, std::size_t width,
                           std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (batch.over[i] != 0) {
        std::memset(out + i * width, 0, width);
      } else {
        G::observe(R(rules), row(batch, i), batch.player[i], out + i * width);
      }
    }
  }
  static void play_rows(const void* rules, const BatchColumns& batch, std::int64_t max_steps, std::size_t begin,
                        std::size_t end) {
    NullEvents none;
    for (std::size_t i = begin; i < end; ++i) {
      if (batch.over[i] != 0) continue;
      State& state = row(batch, i);
      Rng rng = batch.rng[i];
      for (std::int64_t step = 0; step < max_steps && G::player(state) >= 0; ++step) {
        G::apply(R(rules), state, random_legal<G>(R(rules), state, rng), none);
      }
      batch.rng[i] = rng;
      publish(R(rules), batch, i);
    }
  }
  static void simulate(const void* rules, std::uint64_t seed, std::uint64_t first, const DealerRule& dealer,
                       const SimulationColumns& out, std::size_t begin, std::size_t end) {
    NullEvents none;
    Card sorted[kMaxDeck];
    const int deck_size = G::deck(R(rules), sorted);
    const int players = G::num_players(R(rules));
    State state;
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t index = first + i;
      deal_seeded(R(rules), deck_size, sorted, dealer.dealer(i, index, 0, players), seed, index, 0, state);
      Rng rng = Rng::stream(seed, index, 0, Purpose::play);
      std::int32_t length = 0;
      for (; G::player(state) >= 0; ++length) {
        G::apply(R(rules), state, random_legal<G>(R(rules), state, rng), none);
      }
      G::returns(R(rules), state, out.returns + i * static_cast<std::size_t>(players));
      out.lengths[i] = length;
      out.endings[i] = static_cast<std::int8_t>(G::ending(state));
    }
  }

  static constexpr Ops table{
      .info = &G::info,
      .state_size = sizeof(State),
      .state_align = alignof(State),
      .rules_size = sizeof(Rules),
      .card_types = G::card_types,
      .card_name = [](Card card) { return std::string_view(G::card_name(card)); },
      .parse_card = [](std::string_view text) { return G::parse_card(text); },
      .check_rules = check_rules,
      .num_players = [](const void* rules) { return G::num_players(R(rules)); },
      .num_actions = [](const void* rules) { return G::num_actions(R(rules)); },
      .deck = [](const void* rules, Card* out) { return G::deck(R(rules), out); },
      .deal = deal,
      .player = [](const void* state) { return G::player(S(state)); },
      .count = [](const void* rules,
                  const void* state) { return G::player(S(state)) < 0 ? 0U : count_legal<G>(R(rules), S(state)); },
      .legal = legal,
      .legal_append = legal_append,
      .nth = [](const void* rules, const void* state, std::uint32_t k) { return nth_legal<G>(R(rules), S(state), k); },
      .is_legal = [](const void* rules, const void* state,
                     Action a) { return yezi::is_legal<G>(R(rules), S(state), a); },
      .apply = apply,
      .ending = [](const void* state) { return G::ending(S(state)); },
      .returns = [](const void* rules, const void* state, std::int32_t* out) { G::returns(R(rules), S(state), out); },
      .detail = [](const void* rules, const void* state) { return G::detail(R(rules), S(state)); },
      .next_deal = [](const void* rules, const void* state) { return G::next_deal(R(rules), S(state)); },
      .format = [](Action action) { return G::format(action); },
      .parse = [](std::string_view text, Action& action) { return G::parse(text, action); },
      .view = [](const void* rules, const void* state, int seat) { return G::view(R(rules), S(state), seat); },
      .observation_layout = observation_layout,
      .observe = [](const void* rules, const void* state, int seat,
                    std::int8_t* out) { G::observe(R(rules), S(state), seat, out); },
      .resample = [](const void* rules, void* state, int seat,
                     Rng& rng) { G::resample(R(rules), S(state), seat, rng); },
      .valid = [](const void* rules, const void* state) { return G::valid(R(rules), S(state)); },
      .analyse = analyse,
      .events = events,
      .perft = perft,
      .deal_rows = deal_rows,
      .refresh_rows = refresh_rows,
      .step_rows = step_rows,
      .check_rows = check_rows,
      .legal_rows = legal_rows,
      .observe_rows = observe_rows,
      .play_rows = play_rows,
      .simulate = simulate,
  };
};

}  // namespace yezi

/// Defines the table of the game struct `G` under its id: once, in the game's own source file.
#define YEZI_DEFINE_GAME(id, G)              \
  namespace yezi::tables {                   \
  extern const Ops id;                       \
  constinit const Ops id = OpsFor<G>::table; \
  }
