/// The contract of a game.
///
/// A game is a struct of static functions over plain data, without virtual functions or inheritance:
///
///   Rules   the options, one int32 each (core/rules.hpp). Plain, compared and copied by bytes.
///   State   one position: integers and arrays of integers, counts instead of card lists, no padding, no pointers, no
///           rules, no history. Clone, undo, batch storage, hashing and serialising are all memcpy.
///   info    a constexpr GameInfo
///
/// and these functions. `rules` and `state` are always of the same game; actions given to `apply` are legal.
///
///   card_types, card_name, parse_card
///           card types are 0 … card_types-1; a name is the canonical string; parse_card returns -1 for what is no card
///   num_players(rules)
///           seats, those that sit out included; at most kMaxPlayers
///   num_actions(rules)
///           where codes are dense: their number, the superset over all options (codes are 0 … n-1). Else -1
///   deck(rules, out)
///           writes every card of the deck in the deck's own order, cards that stay out of play included; returns their
///           number
///   deal(rules, dealer, deck, state, events)
///           sets the whole state; pure; plays forced events until somebody must decide or the game is over
///   player(state)
///           the seat to move, -1 when over. Only seats with a choice as the game's page defines it are asked
///   legal(rules, state, sink)
///           calls sink(code) for every legal move in ascending order of codes, each once; nothing when over
///   apply(rules, state, action, events)
///           plays the move and everything forced after it
///   ending(state)
///           index into info.endings, -1 until over
///   returns(rules, state, out)
///           num_players int32 values, all zero until over
///   detail(rules, state)
///           why this settlement: the keys of section "Detail keys" of the game's page; only when over
///   next_deal(rules, state)
///           dealer of the next hand and options that change for it; only when over
///   format(action), parse(text, action)
///           code <-> canonical string; format returns an empty string for what is no code of the game
///   view(rules, state, seat)
///           what the seat may know (docs/interface.md); seat kEverything: everything
///   observation_layout(rules, layout), observe(rules, state, seat, out)
///           int8 parts; a function of view(seat) alone; writes every entry
///   resample(rules, state, seat, rng)
///           redraws what the seat cannot know: same player, phase, view, observation and legal moves of that seat
///   valid(rules, state)
///           true when the state satisfies all invariants, so that every other function is safe on it and on all that
///           follows from it
///   analyse(rules, kind, query)
///           only where info.analyses is not empty; kinds and parameter names have been checked
///
/// A game may add faster forms of what its generator says, the first three for states that are not over; the tests
/// compare them with it:
///   count(rules, state)         the number of legal moves
///   nth(rules, state, k)        the k-th legal move (from 0), k < count
///   choices(rules, state)       instead of count and nth: an object with count() and nth(k), for what both need
///   is_legal(rules, state, a)   whether a code is legal
///
/// Every game ends after at most info.max_decisions decisions, whatever is played.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <yezi/core/error.hpp>
#include <yezi/core/events.hpp>
#include <yezi/core/inline.hpp>
#include <yezi/core/rng.hpp>
#include <yezi/core/rules.hpp>
#include <yezi/core/sink.hpp>
#include <yezi/core/tree.hpp>

namespace yezi {

using Card = std::uint8_t;

inline constexpr int kMaxPlayers = 10;
inline constexpr int kMaxDeck = 320;

struct Parameter {
  std::string_view name;
  std::string_view help;  ///< begins with "optional" when it may be left out
};

/// A pure function of a hand and some circumstances, by name.
struct Analysis {
  std::string_view kind;
  std::string_view help;
  std::span<const Parameter> parameters;
};

enum class DType : std::uint8_t { int8, uint8, int16, int32, int64, uint64 };

struct Column {
  std::string_view name;
  DType type;
  int width = 1;  ///< values a row
};

/// An analysis of many hands at once: rows of `width` bytes in, one array for each of `outputs` out.
/// `run` is called with row ranges; it writes rows begin … end-1, or fails naming the first bad row.
struct BulkAnalysis {
  std::string_view kind;
  std::string_view input;  ///< name of the uint8[n, width] parameter
  std::string_view help;
  int width;
  std::span<const Column> outputs;
  Status (*run)(const void* rules, const std::uint8_t* rows, std::size_t begin, std::size_t end, void* const* outputs);
};

struct GameInfo {
  std::string_view id;
  std::string_view name;     ///< Chinese
  std::string_view english;  ///< what it is, in a few words
  int version;               ///< of its behaviour: raised when seeded games change
  int max_decisions;
  RuleTable rules;
  std::span<const std::string_view> endings;
  std::span<const Analysis> analyses;
  std::span<const BulkAnalysis> bulk;
};

struct NextDeal {
  int dealer = 0;
  Tree changes = Tree::map();  ///< options that differ in the next hand
};

/// A part of an observation.
struct Part {
  std::string_view name;
  int size;
};
using Layout = std::vector<Part>;

namespace detail {
struct AnySink {
  void operator()(Action) noexcept {}
};
}  // namespace detail

template <class G>
concept GameStruct = requires(
    const typename G::Rules& rules, typename G::State& state, const typename G::State& position, Card card, Card* cards,
    const Card* deck, detail::AnySink sink, NullEvents none, EventRecorder recorder, Action action,
    std::string_view text, std::int32_t* chips, std::int8_t* entries, Layout& layout, Rng& rng) {
  { G::info } -> std::convertible_to<const GameInfo&>;
  { G::card_types } -> std::convertible_to<int>;
  { G::card_name(card) } -> std::convertible_to<std::string_view>;
  { G::parse_card(text) } -> std::same_as<int>;
  { G::num_players(rules) } -> std::same_as<int>;
  { G::num_actions(rules) } -> std::same_as<std::int64_t>;
  { G::deck(rules, cards) } -> std::same_as<int>;
  { G::deal(rules, 0, deck, state, none) };
  { G::deal(rules, 0, deck, state, recorder) };
  { G::player(position) } -> std::same_as<int>;
  { G::legal(rules, position, sink) };
  { G::apply(rules, state, action, none) };
  { G::apply(rules, state, action, recorder) };
  { G::ending(position) } -> std::same_as<int>;
  { G::returns(rules, position, chips) };
  { G::detail(rules, position) } -> std::same_as<Tree>;
  { G::next_deal(rules, position) } -> std::same_as<NextDeal>;
  { G::format(action) } -> std::same_as<std::string>;
  { G::parse(text, action) } -> std::same_as<bool>;
  { G::view(rules, position, 0) } -> std::same_as<Tree>;
  { G::observation_layout(rules, layout) };
  { G::observe(rules, position, 0, entries) };
  { G::resample(rules, state, 0, rng) };
  { G::valid(rules, position) } -> std::same_as<bool>;
  requires std::is_trivially_copyable_v<typename G::State>;
  requires std::has_unique_object_representations_v<typename G::State>;
  requires std::is_trivially_copyable_v<typename G::Rules>;
  requires sizeof(typename G::Rules) % sizeof(std::int32_t) == 0;
};

/// The number of legal moves. Precondition: not over.
template <GameStruct G>
std::uint32_t count_legal(const typename G::Rules& rules, const typename G::State& state) {
  if constexpr (requires { G::choices(rules, state); }) {
    return G::choices(rules, state).count();
  } else if constexpr (requires { G::count(rules, state); }) {
    return G::count(rules, state);
  } else {
    CountSink sink;
    G::legal(rules, state, sink);
    return sink.count;
  }
}

/// The k-th legal move in ascending order, k < count_legal.
template <GameStruct G>
Action nth_legal(const typename G::Rules& rules, const typename G::State& state, std::uint32_t k) {
  if constexpr (requires { G::choices(rules, state); }) {
    return G::choices(rules, state).nth(k);
  } else if constexpr (requires { G::nth(rules, state, k); }) {
    return G::nth(rules, state, k);
  } else {
    NthSink sink{k};
    G::legal(rules, state, sink);
    return sink.found;
  }
}

template <GameStruct G>
bool is_legal(const typename G::Rules& rules, const typename G::State& state, Action action) {
  if constexpr (requires { G::is_legal(rules, state, action); }) {
    return G::is_legal(rules, state, action);
  } else {
    FindSink sink{action};
    G::legal(rules, state, sink);
    return sink.found;
  }
}

/// A uniform random legal move; draws from `rng` only where there is a choice. Precondition: not over.
template <GameStruct G>
YEZI_INLINE Action random_legal(const typename G::Rules& rules, const typename G::State& state, Rng& rng) {
  if constexpr (requires { G::choices(rules, state); }) {
    const auto choices = G::choices(rules, state);
    return choices.nth(rng.choose(choices.count()));
  } else {
    const std::uint32_t count = count_legal<G>(rules, state);
    YEZI_ASSERT(count > 0);
    return nth_legal<G>(rules, state, rng.choose(count));
  }
}

}  // namespace yezi
