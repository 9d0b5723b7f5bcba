/// doudizhu 斗地主: the landlord alone against two farmers. Rules: docs/games/doudizhu.md.
#pragma once

#include <algorithm>
#include <array>

#include <yezi/core/game.hpp>
#include <yezi/decks/poker.hpp>
#include <yezi/families/climbing.hpp>
#include <yezi/families/landlord_patterns.hpp>

namespace yezi {

struct Doudizhu {
  using Counts = counts::Counts;

  // ---- Components -------------------------------------------------------------------------------------------------
  static constexpr int kSeats = 3, kCards = poker::kTypes, kDealt = 17, kBottom = 3, kRanks = landlord::kRanks;
  static constexpr poker::Names kNames{poker::kThreeLow};
  /// The rank of each card type, as a hand of this one card.
  static constexpr std::array<Counts, kCards> kCard = [] {
    std::array<Counts, kCards> cards{};
    for (int t = 0; t < kCards; ++t) {
      cards[static_cast<std::size_t>(t)] = counts::one(t == poker::kRedJoker ? landlord::kRed : t / poker::kSuits);
    }
    return cards;
  }();

  // ---- Options ----------------------------------------------------------------------------------------------------
  struct Rules {
    std::int32_t bidding, all_pass, base, spring, four_two, rocket_kicker, first_bidder;
  };
  enum Bidding : std::int32_t { kScore, kAuction, kGrab, kNone };
  enum AllPass : std::int32_t { kVoidHand, kFirst };
  enum FirstBidder : std::int32_t { kRotate, kWinner };

  enum Ending : std::int8_t { kLandlordWins, kFarmersWin, kVoid };
  static const GameInfo info;

  // ---- Action codes (Interface) -----------------------------------------------------------------------------------
  static constexpr Action kPass = landlord::kPass, kBid = 1, kCall = 5, kNoCall = 6, kGrabbing = 7, kNoGrab = 8;

  // ---- State ------------------------------------------------------------------------------------------------------
  static constexpr int kMaxWords = 7;
  static constexpr std::uint16_t kNoMove = 0xFFFF;
  struct State {
    std::array<Counts, kSeats> hand, played;
    std::array<std::uint16_t, kSeats> last;  ///< code of the seat's latest move in phase play, kNoMove before its first
    landlord::Key table;                     ///< what must be beaten; of the last move when over
    std::array<std::uint8_t, kSeats> moves;  ///< moves other than `pass` in phase play
    std::array<std::uint8_t, kBottom> bottom;   ///< card types, ascending
    std::array<std::uint8_t, kMaxWords> words;  ///< of the bidding: seat · 16 + code
    std::uint8_t spoken;                        ///< how many words
    std::uint8_t bid, grabs, bombs, dealer;
    std::int8_t turn, landlord, top, ending;  ///< −1 for none; `top` played the move that must be beaten
    std::array<std::uint8_t, 2> unused;
  };

  static constexpr int card_types = kCards;
  static constexpr std::string_view card_name(Card card) { return kNames[card]; }
  static constexpr int parse_card(std::string_view text) { return kNames.find(text); }
  static constexpr int num_players(const Rules&) { return kSeats; }
  static constexpr std::int64_t num_actions(const Rules&) { return landlord::kCodes; }
  static int deck(const Rules&, Card* out) {
    for (int t = 0; t < kCards; ++t) out[t] = static_cast<Card>(t);
    return kCards;
  }

  // ---- Players, dealer, deal --------------------------------------------------------------------------------------
  template <class Events>
  static void deal(const Rules& rules, int dealer, const Card* cards, State& state, Events& events) {
    state = {};
    state.dealer = static_cast<std::uint8_t>(dealer);
    state.turn = static_cast<std::int8_t>(dealer);
    state.landlord = state.top = state.ending = -1;
    state.last.fill(kNoMove);
    std::array<Counts, kSeats> hand{};
    for (int i = 0; i < kSeats * kDealt; i += kSeats) {
      for (std::size_t s = 0; s < kSeats; ++s) hand[s] += kCard[cards[static_cast<std::size_t>(i) + s]];
    }
    for (int i = 0; i < kSeats; ++i) state.hand[seat_index(dealer + i)] = hand[static_cast<std::size_t>(i)];
    state.bottom = ascending({cards[kCards - 3], cards[kCards - 2], cards[kCards - 1]});
    for (int i = 0; i < kSeats; ++i) {
      const std::size_t s = seat_index(dealer + i);
      events.emit("deal", static_cast<int>(s), [&](Event& e) {
        e.show("count", kDealt).tell(seat_bit(static_cast<int>(s)), "hand", letter_list(state.hand[s]));
      });
    }
    if (rules.bidding == kNone) {
      state.bid = 1;
      begin_play(state, dealer, events);
    }
  }

  // ---- Course of play ---------------------------------------------------------------------------------------------
  static int player(const State& state) { return state.turn; }
  static bool is_bidding(const State& state) { return state.landlord < 0 && state.ending < 0; }
  static landlord::Options options(const Rules& rules) { return {rules.four_two, rules.rocket_kicker}; }

  /// The legal moves. Precondition: not over.
  static landlord::Choices choices(const Rules& rules, const State& state) {
    if (state.landlord < 0) return {first_word(rules, state), words(rules, state)};
    return {options(rules), state.hand[static_cast<std::size_t>(state.turn)], state.table, state.top >= 0};
  }
  template <class Sink>
  static void legal(const Rules& rules, const State& state, Sink&& sink) {
    if (state.ending < 0) choices(rules, state).each(sink);
  }
  static bool is_legal(const Rules& rules, const State& state, Action action) {
    if (state.ending >= 0 || action < 0 || action >= landlord::kCodes) return false;
    if (state.landlord < 0) {
      const Action word = action - first_word(rules, state);
      return word >= 0 && word < kBidWords && counts::has(words(rules, state), static_cast<int>(word));
    }
    if (action < landlord::kFirstMove) return action == kPass && state.top >= 0;
    const landlord::Catalogue& all = landlord::catalogue();
    const auto code = static_cast<std::size_t>(action);
    return counts::covers(state.hand[static_cast<std::size_t>(state.turn)], all.cards[code]) &&
           (state.top < 0 || beats(all.key[code], state.table)) && exists(rules, action);
  }
  /// Whether the options have this card move.
  static bool exists(const Rules& rules, Action action) {
    const landlord::Catalogue& all = landlord::catalogue();
    const auto code = static_cast<std::size_t>(action);
    switch (all.key[code].pattern()) {
      case landlord::kFourTwoPair: return rules.four_two != 0;
      case landlord::kFourTwoSolo:
        if (rules.four_two == 0) return false;
        break;
      case landlord::kTrioChainSolo: break;
      default: return true;
    }
    return rules.rocket_kicker != 0 || (all.cards[code] & landlord::kJokers) != landlord::kJokers;
  }

  template <class Events>
  static void apply(const Rules& rules, State& state, Action action, Events& events) {
    if (state.landlord < 0) {
      say(rules, state, action, events);
      return;
    }
    const int seat = state.turn;
    const auto s = static_cast<std::size_t>(seat);
    state.last[s] = static_cast<std::uint16_t>(action);
    if (action == kPass) {
      events.emit("pass", seat, [](Event&) {});
    } else {
      const landlord::Catalogue& all = landlord::catalogue();
      const auto code = static_cast<std::size_t>(action);
      const Counts cards = all.cards[code];
      state.hand[s] -= cards;
      state.played[s] += cards;
      ++state.moves[s];
      state.table = all.key[code];
      state.bombs = static_cast<std::uint8_t>(state.bombs + state.table.is_bomb());
      state.top = state.turn;
      events.emit("play", seat, [&](Event& e) {
        e.show("move", landlord::letters(cards)).show("cards", letter_list(cards)).show("pattern", state.table.name());
      });
      if (state.hand[s] == 0) {
        finish(state, seat == state.landlord ? kLandlordWins : kFarmersWin);
        events.emit("end", -1, [&](Event& e) { show_end(rules, state, e); });
        return;
      }
    }
    state.turn = static_cast<std::int8_t>(climbing::next_seat<kSeats>(seat));  // everybody has cards
    if (state.turn == state.top) {
      state.top = -1;
      state.table = {};
      events.emit("trick", state.turn, [](Event&) {});
    }
  }

  static int ending(const State& state) { return state.ending; }
  static void returns(const Rules& rules, const State& state, std::int32_t* out);
  static Tree detail(const Rules& rules, const State& state);
  static NextDeal next_deal(const Rules& rules, const State& state);

  // ---- Notation, views, knowledge ---------------------------------------------------------------------------------
  static std::string format(Action action);
  static bool parse(std::string_view text, Action& action);
  static Tree view(const Rules& rules, const State& state, int seat);
  static void observation_layout(const Rules& rules, Layout& layout);
  static void observe(const Rules& rules, const State& state, int seat, std::int8_t* out);
  static void resample(const Rules& rules, State& state, int seat, Rng& rng);
  static bool valid(const Rules& rules, const State& state);
  static Status analyse(const Rules& rules, std::string_view kind, const Tree& query, Tree& out);

  static constexpr std::size_t seat_index(int seat) { return static_cast<std::size_t>(seat % kSeats); }
  using Bottom = std::array<std::uint8_t, kBottom>;
  static constexpr Bottom ascending(Bottom cards) {
    const auto order = [](std::uint8_t& low, std::uint8_t& high) {
      const std::uint8_t less = std::min(low, high);
      high = std::max(low, high);
      low = less;
    };
    order(cards[0], cards[1]);
    order(cards[1], cards[2]);
    order(cards[0], cards[1]);
    return cards;
  }
  /// The bottom cards by rank.
  static Counts bottom(const State& state) {
    return kCard[state.bottom[0]] + kCard[state.bottom[1]] + kCard[state.bottom[2]];
  }
  /// Cards as a list of letters.
  static Tree letter_list(Counts cards);
  static Tree bottom_list(const State& state);

 private:
  /// What may be said in the bidding: first_word + i for the members i of `words`.
  static constexpr int kBidWords = 4;
  static Action first_word(const Rules& rules, const State& state) {
    return rules.bidding != kGrab ? kBid : state.bid == 0 ? kCall : kGrabbing;
  }
  static counts::Set words(const Rules& rules, const State& state) {
    if (rules.bidding == kGrab) return counts::below(2);
    return counts::one(0) | (counts::above(state.bid) & counts::below(kBidWords));
  }

  /// The seat and code of a word.
  static int word_seat(std::uint8_t word) { return word >> 4; }
  static int word_code(std::uint8_t word) { return word & 15; }
  /// The seat that last said a word from `low` to `high`, or −1.
  static int last_to_say(const State& state, Action low, Action high) {
    for (std::size_t i = state.spoken; i-- > 0;) {
      const int code = word_code(state.words[i]);
      if (code >= low && code <= high) return word_seat(state.words[i]);
    }
    return -1;
  }

  template <class Events>
  static void say(const Rules& rules, State& state, Action action, Events& events) {
    const int seat = state.turn;
    state.words[state.spoken++] = static_cast<std::uint8_t>(seat << 4 | static_cast<int>(action));
    if (action < kCall) {
      events.emit("bid", seat, [&](Event& e) { e.show("value", action - kBid); });
      state.bid = std::max(state.bid, static_cast<std::uint8_t>(action - kBid));
    } else {
      constexpr std::array<std::string_view, 4> kWords = {"call", "nocall", "grab", "nograb"};
      events.emit(kWords[static_cast<std::size_t>(action - kCall)], seat, [](Event&) {});
      if (action == kCall) state.bid = 1;
      if (action == kGrabbing) ++state.grabs;
    }
    const int next = rules.bidding == kGrab ? after_grab(state) : after_bid(rules, state);
    if (next >= 0) {
      state.turn = static_cast<std::int8_t>(next);
    } else if (state.bid > 0) {
      const int grabber = last_to_say(state, kGrabbing, kGrabbing);
      begin_play(state, grabber >= 0 ? grabber : last_to_say(state, kBid + 1, kCall), events);
    } else if (rules.all_pass == kFirst) {
      state.bid = 1;
      begin_play(state, state.dealer, events);
    } else {
      finish(state, kVoid);
      events.emit("end", -1, [&](Event& e) { show_end(rules, state, e); });
    }
  }
  /// The next seat to bid, −1 when the bidding is over.
  static int after_bid(const Rules& rules, const State& state) {
    const int next = climbing::next_seat<kSeats>(state.turn);
    if (state.bid == 3 || state.spoken < kSeats) return state.bid == 3 ? -1 : next;
    if (rules.bidding == kScore || state.bid == 0) return -1;
    const bool settled =
        word_code(state.words[state.spoken - 1U]) == kBid && word_code(state.words[state.spoken - 2U]) == kBid;
    return settled ? -1 : next;
  }
  /// The next seat to call or grab, −1 when that is over.
  static int after_grab(const State& state) {
    const int next = climbing::next_seat<kSeats>(state.turn);
    if (state.spoken < kSeats) return next;
    const int caller = last_to_say(state, kCall, kCall);
    return state.spoken == kSeats && state.grabs > 0 ? caller : -1;
  }

  template <class Events>
  static void begin_play(State& state, int landlord, Events& events) {
    state.landlord = state.turn = static_cast<std::int8_t>(landlord);
    state.hand[static_cast<std::size_t>(landlord)] += bottom(state);
    events.emit("landlord", landlord, [&](Event& e) {
      e.show("bid", state.bid).show("grabs", state.grabs).show("bottom", bottom_list(state));
    });
  }
  static void finish(State& state, Ending ending) {
    state.ending = ending;
    state.turn = -1;
  }
  static void show_end(const Rules& rules, const State& state, Event& event);
};

}  // namespace yezi
