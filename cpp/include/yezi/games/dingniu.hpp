/// dingniu 頂牛: 24 Chinese dominoes, a chain that grows at both ends. Rules: docs/games/dingniu.md.
#pragma once

#include <array>
#include <bit>

#include <yezi/core/game.hpp>
#include <yezi/decks/dominoes.hpp>

namespace yezi {

struct Dingniu {
  // ---- Components -------------------------------------------------------------------------------------------------
  static constexpr int kSeats = 4;
  static constexpr int kTypes = 13;
  static constexpr int kTiles = 24;
  static constexpr std::array<dominoes::Tile, kTypes> kTile = {
      dominoes::tile("66"), dominoes::tile("65"), dominoes::tile("64"), dominoes::tile("63"), dominoes::tile("62"),
      dominoes::tile("61"), dominoes::tile("55"), dominoes::tile("51"), dominoes::tile("44"), dominoes::tile("33"),
      dominoes::tile("31"), dominoes::tile("22"), dominoes::tile("11")};
  static constexpr int copies(int type) { return type == 3 || type == 4 ? 1 : 2; }

  /// A multiset of tiles: two bits a type.
  using Hand = std::uint32_t;
  static constexpr Hand one(int type) { return Hand{1} << (2 * type); }
  static constexpr int held(Hand hand, int type) { return static_cast<int>(hand >> (2 * type) & 3U); }
  static constexpr int size(Hand hand) {
    return std::popcount(hand & 0x1555555U) + 2 * std::popcount(hand & 0x2AAAAAAU);
  }
  /// The bits of all types that show a pip.
  static constexpr std::array<Hand, 7> kShows = [] {
    std::array<Hand, 7> shows{};
    for (std::size_t pip = 1; pip <= 6; ++pip) {
      for (int t = 0; t < kTypes; ++t) {
        if (kTile[static_cast<std::size_t>(t)].shows(static_cast<int>(pip))) shows[pip] |= 3U << (2 * t);
      }
    }
    return shows;
  }();

  // ---- Options ----------------------------------------------------------------------------------------------------
  struct Rules {
    std::int32_t ends, dead, bao, tie_losers;
  };
  enum Dead : std::int32_t { kOthers, kAll };
  enum Bao : std::int32_t { kDazhuang, kAny };
  enum TieLosers : std::int32_t { kNear, kFar };

  enum Ending : std::int8_t { kExhausted, kSuanzhang, kSizha };
  static const GameInfo info;

  // ---- Action codes (Interface) -----------------------------------------------------------------------------------
  static constexpr int kHalves = 20;  ///< (type, pip) pairs
  static constexpr Action kLead = 0, kLeadPip = kTypes, kPlay = kLeadPip + kHalves, kDiscard = kPlay + kHalves,
                          kActions = kDiscard + kTypes;
  struct Half {
    std::uint8_t type, pip;
  };
  static constexpr std::array<Half, kHalves> kHalf = [] {
    std::array<Half, kHalves> halves{};
    std::size_t n = 0;
    for (std::uint8_t t = 0; t < kTypes; ++t) {
      halves[n++] = {t, kTile[t].high};
      if (!kTile[t].is_double()) halves[n++] = {t, kTile[t].low};
    }
    return halves;
  }();
  static constexpr std::array<std::uint8_t, kTypes> kFirstHalf = [] {
    std::array<std::uint8_t, kTypes> first{};
    for (std::size_t h = kHalves; h-- > 0;) first[kHalf[h].type] = static_cast<std::uint8_t>(h);
    return first;
  }();

  // ---- State ------------------------------------------------------------------------------------------------------
  struct State {
    std::array<Hand, kSeats> hand;
    std::array<std::uint8_t, kTiles> log;  ///< the code of every turn; turn i is of seat dealer + i
    std::array<std::uint8_t, 2> open;      ///< open pips, 0 for none
    std::uint8_t turns, dealer;
    std::int8_t ending, closer;  ///< −1 for none
    std::array<std::uint8_t, 2> unused;
  };
  using Open = std::array<std::uint8_t, 2>;

  static constexpr int card_types = kTypes;
  static constexpr std::string_view card_name(Card card) { return kTile[card].name; }
  static constexpr int parse_card(std::string_view text) {
    for (int t = 0; t < kTypes; ++t) {
      if (card_name(static_cast<Card>(t)) == text) return t;
    }
    return -1;
  }
  static constexpr int num_players(const Rules&) { return kSeats; }
  static constexpr std::int64_t num_actions(const Rules&) { return kActions; }
  static int deck(const Rules&, Card* out) {
    int n = 0;
    for (int t = 0; t < kTypes; ++t) {
      for (int copy = 0; copy < copies(t); ++copy) out[n++] = static_cast<Card>(t);
    }
    return n;
  }

  // ---- Players, dealer, deal --------------------------------------------------------------------------------------
  template <class Events>
  static void deal(const Rules& rules, int dealer, const Card* cards, State& state, Events& events) {
    state = {};
    state.dealer = static_cast<std::uint8_t>(dealer);
    state.ending = state.closer = -1;
    for (int i = 0; i < kTiles; ++i) state.hand[static_cast<std::size_t>((dealer + i) % kSeats)] += one(cards[i]);
    for (int i = 0; i < kSeats; ++i) {
      const int seat = (dealer + i) % kSeats;
      events.emit("deal", seat, [&](Event& e) {
        e.show("count", kTiles / kSeats)
            .tell(seat_bit(seat), "hand", tiles(state.hand[static_cast<std::size_t>(seat)]));
      });
    }
    play_forced(rules, state, events);
  }

  // ---- Course of play ---------------------------------------------------------------------------------------------
  static int turn(const State& state) { return (state.dealer + state.turns) % kSeats; }
  static int player(const State& state) { return state.ending >= 0 ? -1 : turn(state); }

  static constexpr Hand fitting(Open open) { return kShows[open[0]] | kShows[open[1]]; }
  static constexpr Open joined(Open open, int type, int pip) {
    const auto rest = static_cast<std::uint8_t>(kTile[static_cast<std::size_t>(type)].other(pip));
    return open[0] == pip ? Open{rest, open[1]} : Open{open[0], rest};
  }
  static Open led(const Rules& rules, int type, int pip) {
    const dominoes::Tile& tile = kTile[static_cast<std::size_t>(type)];
    return rules.ends == 2 ? Open{tile.high, tile.low} : Open{static_cast<std::uint8_t>(pip), 0};
  }
  /// Whether nobody but `seat` holds a tile that fits `open`.
  static bool blocks_others(const State& state, int seat, Open open) {
    Hand others = 0;
    for (int s = 0; s < kSeats; ++s) others |= s == seat ? 0 : state.hand[static_cast<std::size_t>(s)];
    return (others & fitting(open)) == 0;
  }
  /// Whether playing `type` at `pip` kills.
  static bool kills(const Rules& rules, const State& state, int seat, int type, int pip) {
    const Open open = joined(state.open, type, pip);
    const Hand rest = state.hand[static_cast<std::size_t>(seat)] - one(type);
    return blocks_others(state, seat, open) && (rules.dead == kOthers || (rest & fitting(open)) == 0);
  }

  template <class Sink>
  static void legal(const Rules& rules, const State& state, Sink&& sink) {
    if (state.ending >= 0) return;
    const int seat = turn(state);
    const Hand hand = state.hand[static_cast<std::size_t>(seat)];
    if (state.turns == 0) {
      for_types(hand, [&](int type) {
        const dominoes::Tile& tile = kTile[static_cast<std::size_t>(type)];
        if (rules.ends == 2) {
          if (!blocks_others(state, seat, led(rules, type, 0))) sink(kLead + type);
          return;
        }
        const Action code = kLeadPip + kFirstHalf[static_cast<std::size_t>(type)];
        if (!blocks_others(state, seat, led(rules, type, tile.high))) sink(code);
        if (!tile.is_double() && !blocks_others(state, seat, led(rules, type, tile.low))) sink(code + 1);
      });
    } else if ((hand & fitting(state.open)) != 0) {
      for_plays(state, hand, sink);
    } else {
      for_types(hand, [&](int type) { sink(kDiscard + type); });
    }
  }

  template <class Events>
  static void apply(const Rules& rules, State& state, Action action, Events& events) {
    take_turn(rules, state, action, events);
    play_forced(rules, state, events);
  }

  static int ending(const State& state) { return state.ending; }
  static void returns(const Rules& rules, const State& state, std::int32_t* out);
  static Tree detail(const Rules& rules, const State& state);
  static NextDeal next_deal(const Rules& rules, const State& state);

  static Status analyse(const Rules& rules, std::string_view kind, const Tree& query, Tree& out);

  // ---- Notation, views, knowledge ---------------------------------------------------------------------------------
  static std::string format(Action action);
  static bool parse(std::string_view text, Action& action);
  static Tree view(const Rules& rules, const State& state, int seat);
  static void observation_layout(const Rules& rules, Layout& layout);
  static void observe(const Rules& rules, const State& state, int seat, std::int8_t* out);
  static void resample(const Rules& rules, State& state, int seat, Rng& rng);
  static bool valid(const Rules& rules, const State& state);

  /// Tiles as a list of names in deck order.
  static Tree tiles(Hand hand);
  /// What a turn of the log did: its tile, and the pip against which it was put (0: a discard, or a lead of both ends).
  static constexpr Half placed(Action code) {
    if (code >= kDiscard) return {static_cast<std::uint8_t>(code - kDiscard), 0};
    if (code >= kLeadPip) return kHalf[static_cast<std::size_t>((code - kLeadPip) % kHalves)];
    return {static_cast<std::uint8_t>(code), 0};
  }

 private:
  template <class F>
  static void for_types(Hand hand, F f) {
    for (Hand types = (hand | hand >> 1) & 0x1555555U; types != 0; types &= types - 1) f(std::countr_zero(types) / 2);
  }
  template <class F>
  static void for_plays(const State& state, Hand hand, F&& f) {
    for_types(hand & fitting(state.open), [&](int type) {
      const dominoes::Tile& tile = kTile[static_cast<std::size_t>(type)];
      const Action code = kPlay + kFirstHalf[static_cast<std::size_t>(type)];
      if (is_open(state.open, tile.high)) f(code);
      if (!tile.is_double() && is_open(state.open, tile.low)) f(code + 1);
    });
  }
  static constexpr bool is_open(Open open, int pip) { return open[0] == pip || open[1] == pip; }

  /// One turn with its test for the end of the hand.
  template <class Events>
  static void take_turn(const Rules& rules, State& state, Action code, Events& events) {
    const int seat = turn(state);
    const Half half = placed(code);
    bool killing = false, alternative = false;
    if (code >= kDiscard) {
      events.emit("discard", seat, [&](Event& e) { e.tell(seat_bit(seat), "tile", kTile[half.type].name); });
    } else if (code >= kPlay) {
      killing = kills(rules, state, seat, half.type, half.pip);
      if (killing) {
        for_plays(state, state.hand[static_cast<std::size_t>(seat)], [&](Action other) {
          alternative |= !kills(rules, state, seat, placed(other).type, placed(other).pip);
        });
      }
      state.open = joined(state.open, half.type, half.pip);
      events.emit("play", seat, [&](Event& e) { e.show("tile", kTile[half.type].name).show("pip", half.pip); });
    } else {
      state.open = led(rules, half.type, half.pip);
      events.emit("lead", seat,
                  [&](Event& e) { e.show("tile", kTile[half.type].name).show("pip", half.pip == 0 ? -1 : half.pip); });
    }
    state.hand[static_cast<std::size_t>(seat)] -= one(half.type);
    state.log[state.turns++] = static_cast<std::uint8_t>(code);
    if (state.turns == kTiles) {
      state.ending = kExhausted;
    } else if (killing) {
      state.ending = alternative ? kSuanzhang : kSizha;
      state.closer = static_cast<std::int8_t>(seat);
    }
    if (state.ending >= 0) {
      events.emit("end", -1, [&](Event& e) { show_end(state, e); });
    }
  }

  template <class Events>
  static void play_forced(const Rules& rules, State& state, Events& events) {
    struct Few {  // remembers the only move
      int count = 0;
      Action first = 0;
      void operator()(Action action) {
        if (count++ == 0) first = action;
      }
    };
    while (state.ending < 0) {
      Few few;
      legal(rules, state, few);
      if (few.count != 1) return;
      take_turn(rules, state, few.first, events);
    }
  }

  static void show_end(const State& state, Event& event);
};

}  // namespace yezi
