/// paohuzi 跑胡子: three players, 80 zipai cards, drawn cards are shown and claimed. Rules: docs/games/paohuzi.md.
///
/// The state counts the active seats from the dealer: *slot* 0 = A0 (the dealer), 1 = A1, 2 = A2; `seat` and `slot_of`
/// translate. Everything inside works on slots.
#pragma once

#include <array>
#include <bit>

#include <yezi/core/claims.hpp>
#include <yezi/core/game.hpp>
#include <yezi/decks/zipai.hpp>
#include <yezi/families/zipai_melds.hpp>

namespace yezi {

struct Paohuzi {
  using Types = zipai::Types;
  using Cards = zipai::Cards;
  static constexpr int kActive = 3;
  static constexpr int kDealt = 20;
  static constexpr int kWall = 19;
  static constexpr int kMelds = 7;  ///< more never lie before one seat: 7 groups are 21 cards
  static constexpr int kPile = 20;  ///< three seats hold at least 60 cards, so all piles and the wall at most 20
  static constexpr std::uint8_t kNone = 255;  ///< no card, no slot

  // ---- Combinations -----------------------------------------------------------------------------------------------
  enum Kind : std::uint8_t { kPair, kChouwei, kKan, kPeng, kWei, kPao, kTi, kChi };

  /// A group: its lowest type times 12 + kind (chi melds: kChi + which of those that begin with the type). So numbers
  /// ascend in canonical order.
  using Group = std::uint8_t;
  static constexpr int kStride = 12, kGroups = kStride * zipai::kTypes;
  static constexpr Group group(Kind kind, int type) { return static_cast<Group>(type * kStride + kind); }
  static constexpr Group chi_group(int chi) {
    const auto type = std::size_t{zipai::kChi[static_cast<std::size_t>(chi)][0]};
    return static_cast<Group>(static_cast<int>(type) * kStride + kChi + chi - zipai::kFirstChi[type]);
  }
  static constexpr Kind kind_of(Group g) { return g % kStride < kChi ? static_cast<Kind>(g % kStride) : kChi; }
  static constexpr int type_of(Group g) { return g / kStride; }
  static constexpr int chi_of(Group g) { return zipai::kFirstChi[g / std::size_t{kStride}] + g % kStride - kChi; }
  static constexpr bool is_four(Group g) { return g % kStride == kPao || g % kStride == kTi; }
  static constexpr bool is_group(int g) {
    return g < kGroups &&
           (g % kStride < kChi || zipai::kFirstChi[static_cast<std::size_t>(g / kStride)] + g % kStride - kChi <
                                      zipai::kFirstChi[static_cast<std::size_t>(g / kStride) + 1]);
  }
  static constexpr zipai::ChiPoints kChiPoints{3, 3, 6, 6};
  /// 胡息 of a group of equal cards.
  static constexpr int points(Kind kind, int type) {
    constexpr std::array<std::uint8_t, 7> kSmallPoints = {0, 3, 3, 1, 3, 6, 9}, kBigPoints = {0, 6, 6, 3, 6, 9, 12};
    return zipai::is_big(type) ? kBigPoints[kind] : kSmallPoints[kind];
  }
  static constexpr int points(Group g) {
    return kind_of(g) == kChi ? kChiPoints.of(chi_of(g)) : points(kind_of(g), type_of(g));
  }
  static constexpr int group_size(Group g) { return kind_of(g) == kPair ? 2 : is_four(g) ? 4 : 3; }

  // ---- Options ----------------------------------------------------------------------------------------------------
  enum Guo : std::int32_t { kBoth, kSeparate, kFree };
  enum Bi : std::int32_t { kMust, kShao };
  enum Run : std::int32_t { kForced, kOptional };
  enum Scoring : std::int32_t { kLoudi, kTun };
  enum Mingtang : std::int32_t { kNoMingtang, kLiangzhang, kJieshao };
  struct Rules {
    std::int32_t players, min_huxi, discard_win, liangzhang_win, special, guo, guo_discard, bi, pao, scoring, mingtang,
        special_fan, tian_double, zimo_tun, cap, pao_cap, huang_pay, huang_rotate, huang_before;
  };
  enum Ending : std::int8_t { kZimo, kDraw, kDiscardWin, kTian, kDi, kSpecial, kHuang };
  static const GameInfo info;

  // ---- Action codes (Interface) -----------------------------------------------------------------------------------
  static constexpr Action kPass = 0, kHu = 1, kPengMove = 2, kPaoMove = 3, kDiscard = 4,
                          kLay = kDiscard + zipai::kTypes, kLayShao = kLay + zipai::kLays,
                          kActions = kLayShao + zipai::kLays;

  // ---- State ------------------------------------------------------------------------------------------------------
  /// One active seat. `limit`, `seen`, `eaten`, `may_be` and `public_burnt` are the facts of section Knowledge.
  struct Seat {
    Cards hand;
    std::array<Types, 3> limit;  ///< limit[k]: the hand may hold more than k (before the opening is over: four)
    Types no_peng, no_chi, chou, thrown;
    Types seen;                        ///< exposed by another seat while the hand had more than two cards
    Types eaten;                       ///< claimed by chi
    Types pengs, weis;                 ///< types of the table melds peng, and wei or chouwei
    std::array<Types, kMelds> may_be;  ///< of a hidden wei: the types that are publicly possible
    std::array<Group, kMelds> melds;
    std::uint8_t meld_count;
    std::uint8_t size, fours, huxi;  ///< cards in the hand; fours and 胡息 on the table
    std::uint8_t burnt, public_burnt;
    std::array<std::uint8_t, 3> unused;

    int cards() const { return size + 3 * meld_count + fours; }
    /// The types with one or two, and with two, loose cards.
    Types loose() const { return hand.more_than[0] & ~hand.more_than[2]; }
    Types loose_twice() const { return hand.more_than[1] & ~hand.more_than[2]; }
    Types possible_discards() const { return loose() != 0 ? loose() : hand.types(); }
    void limit_to(int type, int most) {
      for (int k = most; k < 3; ++k) limit[static_cast<std::size_t>(k)] &= ~zipai::bit(type);
    }
  };
  enum Phase : std::uint8_t { kOpening, kMeld, kDiscarding, kClaiming, kOver };
  enum Source : std::uint8_t { kNoSource, kFromOpening, kFromDraw, kFromDiscard, kFromMeld };
  /// What a seat is offered in a round of claims.
  enum Offer : std::uint8_t { kOfferChi = 1, kOfferPeng = 2, kOfferPao = 4, kOfferHu = 8, kOfferFullChi = 16 };

  struct State {
    std::array<Seat, kActive> slots;
    Claims<kActive> round;                     ///< by place, see slot_at
    std::array<std::uint8_t, kActive> offers;  ///< by place
    std::array<std::uint8_t, kWall> wall;      ///< cards already drawn are 0
    std::array<std::uint8_t, kPile> pile;      ///< of all seats, oldest first: slot * 32 + type
    std::uint8_t drawn, piled, players, dealer;
    std::uint8_t phase;
    std::uint8_t turn;                   ///< slot to move or to draw; when over the winner's slot or kNone
    std::uint8_t card, exposer, source;  ///< what is being asked about; kNone, kNone, kNoSource otherwise
    std::uint8_t shown, shown_held;
    std::int8_t ending;  ///< −1 until over
  };

  static constexpr int card_types = zipai::kTypes;
  static constexpr std::string_view card_name(Card card) { return zipai::kNames[card]; }
  static constexpr int parse_card(std::string_view text) {
    for (int type = 0; type < zipai::kTypes; ++type) {
      if (name(type) == text) return type;
    }
    return -1;
  }
  static constexpr int num_players(const Rules& rules) { return rules.players; }
  static constexpr std::int64_t num_actions(const Rules&) { return kActions; }
  static int deck(const Rules&, Card* out) {
    for (int i = 0; i < zipai::kTypes * zipai::kCopies; ++i) out[i] = static_cast<Card>(i / zipai::kCopies);
    return zipai::kTypes * zipai::kCopies;
  }

  // ---- Players, dealer, deal --------------------------------------------------------------------------------------
  static constexpr int seat_of(int players, int dealer, int slot) {
    return (dealer + slot + (players == 4 && slot == 2 ? 1 : 0)) % players;
  }
  static int seat(const State& state, int slot) { return seat_of(state.players, state.dealer, slot); }
  /// -1 for the seat that sits out.
  static int slot_of(const State& state, int seat) {
    const int steps = (seat - state.dealer + state.players) % state.players;
    return state.players == 3 || steps < 2 ? steps : steps == 3 ? 2 : -1;
  }
  static constexpr int next(int slot) { return slot == kActive - 1 ? 0 : slot + 1; }

  template <class Events>
  static void deal(const Rules& rules, int dealer, const Card* cards, State& state, Events& events) {
    state = {};
    state.round = Claims<kActive>::idle();
    state.players = static_cast<std::uint8_t>(rules.players);
    state.dealer = static_cast<std::uint8_t>(dealer);
    state.ending = -1;
    state.shown = cards[3 * kDealt];
    state.shown_held = 1;
    for (int slot = 0; slot < kActive; ++slot) {
      Seat& own = at(state, slot);
      own.size = kDealt;
      own.limit.fill(zipai::kAll);
      for (int i = 0; i < kDealt; ++i) own.hand.add(cards[slot * kDealt + i]);
      events.emit("deal", seat(state, slot), [&](Event& e) {
        e.show("count", kDealt).tell(seat_bit(seat(state, slot)), "hand", names(own.hand));
      });
    }
    at(state, 0).hand.add(state.shown);
    at(state, 0).size = kDealt + 1;
    for (std::size_t i = 0; i < kWall; ++i) state.wall[i] = cards[3 * kDealt + 1 + static_cast<int>(i)];
    events.emit("show", dealer, [&](Event& e) { e.show("card", name(state.shown)); });
    run(rules, state, ask_opening(rules, state, 0, events), events);
  }

  // ---- Course of play: who moves, what is legal -------------------------------------------------------------------
  static int player(const State& state) {
    if (state.phase == kOver) return -1;
    return seat(state, state.phase == kClaiming ? slot_at(state, state.round.asked) : state.turn);
  }
  /// The slot at a place of the present round of claims.
  static int slot_at(const State& state, int place) {
    return (state.exposer + place + (state.source == kFromDiscard ? 1 : 0)) % kActive;
  }

  template <class Sink>
  static void legal(const Rules& rules, const State& state, Sink&& sink) {
    switch (state.phase) {
      case kDiscarding:
        zipai::for_types(at(state, state.turn).possible_discards(), [&](int type) { sink(kDiscard + type); });
        return;
      case kClaiming: return claims_at(rules, state, state.round.asked, sink);
      case kOver: return;
      default: sink(kPass); sink(kHu);
    }
  }
  /// What the seat at a place may answer.
  template <class Sink>
  static void claims_at(const Rules& rules, const State& state, int place, Sink&& sink) {
    const std::uint8_t offers = state.offers[static_cast<std::size_t>(place)];
    sink(kPass);
    if ((offers & kOfferHu) != 0) sink(kHu);
    if ((offers & kOfferPeng) != 0) sink(kPengMove);
    if ((offers & kOfferPao) != 0) sink(kPaoMove);
    if ((offers & kOfferChi) != 0) {
      const Seat& own = at(state, slot_at(state, place));
      const int held = own.hand.count(state.card);
      const std::uint64_t have = zipai::available(own.loose(), own.loose_twice());
      zipai::kLayLists.for_lays(state.card, held + 1, have, [&](int lay) {
        if (keeps_card(own, lay)) sink(kLay + lay);
      });
      if (rules.bi == kShao && held > 0) {
        const int copies = held == 2 ? zipai::LayLists::kOneOrTwo : 1;
        zipai::kLayLists.for_lays(state.card, copies, have, [&](int lay) { sink(kLayShao + lay); });
      }
    }
  }
  /// A seat must keep a card after laying the claimed one and the others of the lay.
  static bool keeps_card(const Seat& own, int lay) {
    return 3 * zipai::kLay[static_cast<std::size_t>(lay)].size - 1 < own.size;
  }

  static std::uint32_t count(const Rules& rules, const State& state) {
    switch (state.phase) {
      case kOver: return 0;
      case kDiscarding: return static_cast<std::uint32_t>(std::popcount(at(state, state.turn).possible_discards()));
      case kClaiming: {
        const std::uint8_t offers = state.offers[static_cast<std::size_t>(state.round.asked)];
        if ((offers & kOfferChi) == 0) return 1U + static_cast<std::uint32_t>(std::popcount(offers));
        CountSink sink;
        legal(rules, state, sink);
        return sink.count;
      }
      default: return 2;
    }
  }

  static Action nth(const Rules& rules, const State& state, std::uint32_t k) {
    if (state.phase == kDiscarding) {
      Types types = at(state, state.turn).possible_discards();
      for (; k > 0; --k) types &= types - 1;
      return kDiscard + std::countr_zero(types);
    }
    NthSink sink{k};
    legal(rules, state, sink);
    return sink.found;
  }

  template <class Events>
  static void apply(const Rules& rules, State& state, Action action, Events& events) {
    Step step = Step::wait;
    switch (state.phase) {
      case kOpening:
      case kMeld:
        if (action == kHu) return win(rules, state, state.turn, events);
        tell_pass(state, state.turn, events);
        step = state.phase == kOpening ? ask_opening(rules, state, state.turn + 1, events) : duty(state);
        break;
      case kDiscarding: step = discard(rules, state, static_cast<int>(action - kDiscard), events); break;
      default: step = answer(rules, state, action, events);
    }
    run(rules, state, step, events);
  }

  static int ending(const State& state) { return state.ending; }
  static void returns(const Rules& rules, const State& state, std::int32_t* out);
  static Tree detail(const Rules& rules, const State& state);
  static NextDeal next_deal(const Rules& rules, const State& state);

  // ---- Winning ----------------------------------------------------------------------------------------------------
  /// The most 胡息 of an arrangement of the seat's cards and `card` (kNone: complete without one), -1 when there is
  /// none. `drawn`: the seat drew the card itself; `from_wall`: somebody drew it.
  static int best_huxi(const Seat& own, int card, bool drawn, bool from_wall);
  /// Whether there is an arrangement with at least min_huxi: the same, but quick to say no.
  static bool can_win(const Rules& rules, const Seat& own, int card, bool drawn, bool from_wall);
  /// 三提五坎 among the cards of the hand.
  static bool is_special(const Cards& hand) {
    return std::popcount(hand.exactly(4)) >= 3 || std::popcount(hand.exactly(3)) >= 5;
  }
  static bool can_win_opening(const Rules& rules, const State& state, int slot) {
    const Seat& own = at(state, slot);
    if (rules.special != 0 && is_special(own.hand)) return true;
    if (slot == 0) return can_win(rules, own, kNone, false, false);
    return rules.liangzhang_win != 0 && can_win(rules, own, state.shown, false, true);
  }

  /// How a 胡 of the slot ends the game in this position.
  static Ending win_ending(const Rules& rules, const State& state, int slot);

  // ---- Claims -----------------------------------------------------------------------------------------------------
  /// The slot that can run 跑 with the exposed card, kNone for nobody.
  static std::uint8_t runner(const State& state);
  /// What the slots are offered: sets state.offers; `run` is the runner.
  static void make_offers(const Rules& rules, State& state, std::uint8_t run);
  /// The offers of one slot but 胡, when no forced 跑 takes them away.
  static std::uint8_t meld_offers(const Rules& rules, const State& state, int slot, std::uint8_t run);
  static constexpr std::uint8_t priority(std::uint8_t offers) {
    return (offers & kOfferHu) != 0                   ? 3
           : (offers & (kOfferPao | kOfferPeng)) != 0 ? 2
           : (offers & kOfferChi) != 0                ? 1
                                                      : 0;
  }
  static constexpr int priority_of(Action answer) {
    return answer == kPass ? 0 : answer == kHu ? 3 : answer < kDiscard ? 2 : 1;
  }
  /// What §3 records for the seat at a place after its answer.
  static void record_answer(State& state, int place, Action answer) {
    const std::uint8_t offers = state.offers[static_cast<std::size_t>(place)];
    Seat& own = at(state, slot_at(state, place));
    const Types card = zipai::bit(state.card);
    const bool chi = answer >= kLay, peng = answer == kPengMove;
    if ((offers & kOfferPeng) != 0 && !peng) own.no_peng |= card;
    if ((offers & kOfferFullChi) != 0 && !chi) own.no_chi |= card;
    if ((offers & (kOfferPeng | kOfferFullChi)) != 0 && !peng && !chi) own.chou |= card;
  }

  // ---- Notation, views, knowledge ---------------------------------------------------------------------------------
  static std::string format(Action action);
  static bool parse(std::string_view text, Action& action);
  static Tree view(const Rules& rules, const State& state, int seat);
  static void observation_layout(const Rules& rules, Layout& layout);
  static void observe(const Rules& rules, const State& state, int seat, std::int8_t* out);
  static void resample(const Rules& rules, State& state, int seat, Rng& rng);
  static bool valid(const Rules& rules, const State& state);
  static Status analyse(const Rules& rules, std::string_view kind, const Tree& query, Tree& out);

  static constexpr std::string_view name(int type) { return zipai::kNames[static_cast<std::size_t>(type)]; }
  static Tree names(const Cards& cards);
  static std::string group_name(Group g);
  static std::string chi_name(int chi);
  static Tree chi_names(Action lay);  ///< in the order of the move string
  /// The 胡 as events and detail tell it.
  struct HuFacts {
    std::string_view by;
    int from;
    Tree card;
  };
  static HuFacts hu_facts(const State& state);

  static Seat& at(State& state, int slot) { return state.slots[static_cast<std::size_t>(slot)]; }
  static const Seat& at(const State& state, int slot) { return state.slots[static_cast<std::size_t>(slot)]; }
  /// Whether the seat must discard after a meld (§7).
  static bool must_discard(const Seat& own) {
    return own.size > 0 && own.cards() > (own.fours < 2 ? 20 : 19 + own.fours);
  }
  /// Puts a group on the table; the hand stays.
  static void lay(Seat& own, Group g) {
    own.melds[own.meld_count++] = g;
    own.huxi = static_cast<std::uint8_t>(own.huxi + points(g));
    own.fours = static_cast<std::uint8_t>(own.fours + is_four(g));
    if (kind_of(g) == kPeng) own.pengs |= zipai::bit(type_of(g));
    if (kind_of(g) == kWei || kind_of(g) == kChouwei) own.weis |= zipai::bit(type_of(g));
  }
  static bool complete_hand_wins(const Rules& rules, const Seat& own) {
    return own.burnt == 0 && can_win(rules, own, kNone, false, false);
  }

 private:
  /// What is to be done next; `state.turn` does it, or `state.card` lies exposed.
  enum class Step : std::uint8_t { wait, draw, discard, claims };

  template <class Events>
  static void run(const Rules& rules, State& state, Step step, Events& events) {
    for (;;) {
      switch (step) {
        case Step::wait: return;
        case Step::draw: step = draw(rules, state, events); break;
        case Step::claims: step = ask_claims(rules, state, events); break;
        case Step::discard: {
          const Types types = at(state, state.turn).possible_discards();
          if ((types & (types - 1)) != 0) return;
          step = discard(rules, state, std::countr_zero(types), events);
        }
      }
    }
  }

  // ---- Facts (Knowledge) ------------------------------------------------------------------------------------------
  /// `copies` of a type leave the hand publicly.
  static void left(State& state, int slot, int type, int copies) {
    Seat& own = at(state, slot);
    const Types card = zipai::bit(type);
    for (int i = 0; i < copies; ++i) {
      own.limit[0] = (own.limit[0] & ~card) | (own.limit[1] & card);
      own.limit[1] = (own.limit[1] & ~card) | (own.limit[2] & card);
      own.limit[2] &= ~card;
    }
    no_wei_of(own, card);
    if (slot == 0 && type == state.shown) state.shown_held = 0;
    if ((own.eaten & card) != 0) own.public_burnt = 1;
  }
  /// No hidden wei is of this type.
  static void no_wei_of(Seat& own, Types card) {
    for (Types& types : own.may_be) types &= ~card;
  }
  /// After a decided round that was not won by 胡, before the claim that won is carried out.
  static void learn_from_round(const Rules& rules, State& state, bool ran) {
    const Types card = zipai::bit(state.card);
    for (int slot = 0; slot < kActive; ++slot) {
      if (slot == state.exposer) continue;
      Seat& own = at(state, slot);
      if (rules.pao == kForced && !ran) {
        own.limit_to(state.card, 2);
        no_wei_of(own, card);
      }
      if (own.size > 2) own.seen |= card;
    }
  }

  // ---- Melds ------------------------------------------------------------------------------------------------------
  static void take(Seat& own, int type, int copies) {
    for (int i = 0; i < copies; ++i) own.hand.remove(type);
    own.size = static_cast<std::uint8_t>(own.size - copies);
  }
  /// `copies` cards leave the hand publicly for a meld of equal cards.
  static void lay_equal(State& state, int slot, Kind kind, int type, int copies) {
    Seat& own = at(state, slot);
    take(own, type, copies);
    left(state, slot, type, copies);
    own.limit_to(type, 0);
    lay(own, group(kind, type));
  }
  /// A fourth card makes ti or pao: of a 坎 in the hand, or of the table meld of the type. Says from what.
  static std::string_view make_four(State& state, int slot, Kind kind, int type) {
    Seat& own = at(state, slot);
    const Types card = zipai::bit(type);
    if ((own.hand.more_than[2] & card) != 0) {
      lay_equal(state, slot, kind, type, 3);
      return "hand";
    }
    const bool wei = (own.weis & card) != 0;
    for (std::size_t i = 0; i < own.meld_count; ++i) {
      if (kind_of(own.melds[i]) == kChi || type_of(own.melds[i]) != type) continue;
      own.huxi = static_cast<std::uint8_t>(own.huxi - points(own.melds[i]) + points(kind, type));
      own.melds[i] = group(kind, type);
      own.may_be[i] = 0;
    }
    ++own.fours;
    own.weis &= ~card;
    own.pengs &= ~card;
    own.limit_to(type, 0);
    if (slot == 0 && wei && type == state.shown) state.shown_held = 0;
    return wei ? "wei" : "peng";
  }
  static void clear_table(State& state) {
    state.card = state.exposer = kNone;
    state.source = kNoSource;
    state.round = Claims<kActive>::idle();
    state.offers = {};
  }

  // ---- 1. Opening -------------------------------------------------------------------------------------------------
  template <class Events>
  static Step ask_opening(const Rules& rules, State& state, int first, Events& events) {
    state.phase = kOpening;
    state.card = state.shown;
    state.exposer = 0;
    state.source = kFromOpening;
    for (int slot = first; slot < kActive; ++slot) {
      state.turn = static_cast<std::uint8_t>(slot);
      if (can_win_opening(rules, state, slot)) return Step::wait;
    }
    for (int slot = 0; slot < kActive; ++slot) {
      zipai::for_types(at(state, slot).hand.more_than[3], [&](int type) {
        lay_equal(state, slot, kTi, type, 4);
        events.emit("ti", seat(state, slot), [&](Event& e) { e.show("card", name(type)).show("from", "deal"); });
      });
    }
    state.turn = 0;
    return duty(state);
  }

  // ---- 2. Draw ----------------------------------------------------------------------------------------------------
  template <class Events>
  static Step draw(const Rules& rules, State& state, Events& events) {
    if (state.drawn == kWall) {
      finish(rules, state, kHuang, kNone, events);
      return Step::wait;
    }
    const int slot = state.turn, type = state.wall[state.drawn];
    state.wall[state.drawn++] = 0;
    state.card = static_cast<std::uint8_t>(type);
    state.exposer = state.turn;
    Seat& own = at(state, slot);
    const Types card = zipai::bit(type);
    if (((own.hand.more_than[2] | own.weis) & card) != 0) {
      const std::string_view from = make_four(state, slot, kTi, type);
      events.emit("ti", seat(state, slot), [&](Event& e) { e.show("card", name(type)).show("from", from); });
    } else if ((own.hand.more_than[1] & card) == 0) {
      own.limit_to(type, 1);
      no_wei_of(own, card);
      state.source = kFromDraw;
      events.emit("draw", seat(state, slot), [&](Event& e) { e.show("card", name(type)); });
      return Step::claims;
    } else if ((own.no_peng & card) != 0) {
      lay_equal(state, slot, kChouwei, type, 2);
      events.emit("chouwei", seat(state, slot), [&](Event& e) { e.show("card", name(type)); });
    } else {
      take(own, type, 2);
      own.may_be[own.meld_count] = own.limit[1] & ~own.seen;
      lay(own, group(kWei, type));
      events.emit("wei", seat(state, slot), [&](Event& e) { e.tell(seat_bit(seat(state, slot)), "card", name(type)); });
    }
    state.source = kFromMeld;
    if (!complete_hand_wins(rules, own)) return duty(state);
    state.phase = kMeld;
    return Step::wait;
  }

  // ---- 3. Claims --------------------------------------------------------------------------------------------------
  template <class Events>
  static Step ask_claims(const Rules& rules, State& state, Events& events) {
    state.phase = kClaiming;
    make_offers(rules, state, runner(state));
    if ((state.offers[0] | state.offers[1] | state.offers[2]) == 0) return decide(rules, state, events);
    state.round =
        Claims<kActive>::begin({priority(state.offers[0]), priority(state.offers[1]), priority(state.offers[2])});
    return Step::wait;
  }
  template <class Events>
  static void tell_pass(const State& state, int slot, Events& events) {
    events.emit("pass", seat(state, slot), [&](Event& e) { e.only(seat_bit(seat(state, slot))); });
  }
  template <class Events>
  static Step answer(const Rules& rules, State& state, Action action, Events& events) {
    if (action == kPass) tell_pass(state, slot_at(state, state.round.asked), events);
    record_answer(state, state.round.asked, action);
    state.round.reply(static_cast<std::int16_t>(action), priority_of(action));
    return state.round.asked == Claims<kActive>::kNobody ? decide(rules, state, events) : Step::wait;
  }
  template <class Events>
  static Step decide(const Rules& rules, State& state, Events& events) {
    const int best = state.round.best();
    for (int place = 0; place < kActive; ++place) {
      const std::int16_t claim = state.round.answer[static_cast<std::size_t>(place)];
      if (place == best || claim <= kPass) continue;
      const int loser = seat(state, slot_at(state, place));
      events.emit("claim", loser, [&](Event& e) {
        e.only(seat_bit(loser)).show("claim", claim == kPengMove ? "peng" : claim == kPaoMove ? "pao" : "chi");
        e.show("melds", claim < kLay ? Tree::list() : chi_names(claim)).show("shao", claim >= kLayShao);
      });
    }
    const Action claim = best < 0 ? kPass : state.round.answer[static_cast<std::size_t>(best)];
    if (claim == kHu) {
      win(rules, state, slot_at(state, best), events);
      return Step::wait;
    }
    const std::uint8_t forced = rules.pao == kForced ? runner(state) : kNone;
    learn_from_round(rules, state, forced != kNone || claim == kPaoMove);
    if (forced == kNone && claim == kPass) {
      state.pile[state.piled++] = static_cast<std::uint8_t>(state.exposer * 32 + state.card);
      events.emit("pile", seat(state, state.exposer), [&](Event& e) { e.show("card", name(state.card)); });
      state.turn = static_cast<std::uint8_t>(next(state.exposer));
      clear_table(state);
      return Step::draw;
    }
    const int slot = forced != kNone ? forced : slot_at(state, best);
    state.turn = static_cast<std::uint8_t>(slot);
    if (claim >= kLay) {
      eat(rules, state, slot, claim, events);
    } else if (claim == kPengMove) {
      lay_equal(state, slot, kPeng, state.card, 2);
      events.emit("peng", seat(state, slot), [&](Event& e) { e.show("card", name(state.card)); });
    } else {
      const std::string_view from = make_four(state, slot, kPao, state.card);
      events.emit("pao", seat(state, slot), [&](Event& e) { e.show("card", name(state.card)).show("from", from); });
    }
    return duty(state);
  }

  // ---- 4. Chi and bi ----------------------------------------------------------------------------------------------
  template <class Events>
  static void eat(const Rules& rules, State& state, int slot, Action claim, Events& events) {
    Seat& own = at(state, slot);
    const bool shao = claim >= kLayShao;
    const zipai::Lay& melds = zipai::kLay[static_cast<std::size_t>((claim - kLay) % zipai::kLays)];
    const std::array<Types, 3> more_than = zipai::lay_cards(melds);
    zipai::for_types(more_than[0], [&](int type) {
      const int laid = 1 + static_cast<int>(more_than[1] >> type & 1U) + static_cast<int>(more_than[2] >> type & 1U);
      const int out = laid - (type == state.card ? 1 : 0);
      take(own, type, out);
      if (out > 0) left(state, slot, type, out);
      own.limit_to(type, type != state.card ? 2 - laid : rules.bi == kMust ? 0 : 3 - laid);
    });
    for (std::size_t i = melds.size; i-- > 0;) lay(own, chi_group(melds.chi[i]));
    own.eaten |= zipai::bit(state.card);
    own.burnt |= shao;
    events.emit("chi", seat(state, slot), [&](Event& e) {
      e.show("card", name(state.card)).show("melds", chi_names(claim)).tell(seat_bit(seat(state, slot)), "shao", shao);
    });
  }

  // ---- 6. Discard, 7. Discard duty --------------------------------------------------------------------------------
  /// After a meld of `turn` (or the opening): it discards, or the next seat draws.
  static Step duty(State& state) {
    clear_table(state);
    state.phase = kDiscarding;
    if (must_discard(at(state, state.turn))) return Step::discard;
    state.turn = static_cast<std::uint8_t>(next(state.turn));
    return Step::draw;
  }
  template <class Events>
  static Step discard(const Rules& rules, State& state, int type, Events& events) {
    Seat& own = at(state, state.turn);
    const int most = own.size % 3 == 0 ? 2 : 1;  // it may have broken a 坎
    take(own, type, 1);
    left(state, state.turn, type, 1);
    own.limit_to(type, most);
    if (rules.guo_discard != 0) own.thrown |= zipai::bit(type);
    state.card = static_cast<std::uint8_t>(type);
    state.exposer = state.turn;
    state.source = kFromDiscard;
    events.emit("discard", seat(state, state.turn), [&](Event& e) { e.show("card", name(type)); });
    return Step::claims;
  }

  // ---- 8. End -----------------------------------------------------------------------------------------------------
  template <class Events>
  static void win(const Rules& rules, State& state, int slot, Events& events) {
    finish(rules, state, win_ending(rules, state, slot), static_cast<std::uint8_t>(slot), events);
  }
  template <class Events>
  static void finish(const Rules& rules, State& state, Ending ending, std::uint8_t winner, Events& events) {
    state.phase = kOver;
    state.ending = ending;
    state.turn = winner;
    state.round = Claims<kActive>::idle();
    state.offers = {};
    if (winner != kNone) {
      events.emit("hu", seat(state, winner), [&](Event& e) {
        HuFacts facts = hu_facts(state);
        e.show("by", facts.by).show("from", facts.from).show("card", std::move(facts.card));
      });
    }
    events.emit("end", -1, [&](Event& e) { show_end(rules, state, e); });
  }
  static void show_end(const Rules& rules, const State& state, Event& event);
};

}  // namespace yezi
