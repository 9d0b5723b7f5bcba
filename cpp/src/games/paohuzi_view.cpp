// What a seat of paohuzi sees, and a redraw of what it cannot know.
#include <algorithm>
#include <array>
#include <cstddef>

#include <yezi/families/zipai_redraw.hpp>

#include "paohuzi_win.hpp"

namespace yezi {

namespace {

using Rules = Paohuzi::Rules;
using State = Paohuzi::State;
using Seat = Paohuzi::Seat;
using Group = Paohuzi::Group;
using zipai::Types;
constexpr int kActive = Paohuzi::kActive;
constexpr std::uint8_t kNone = Paohuzi::kNone;

Tree type_names(Types types) {
  Tree out = Tree::list();
  zipai::for_types(types, [&](int type) { out.push(Paohuzi::name(type)); });
  return out;
}

/// One entry a seat; `slot` is -1 for the seat that sits out.
template <class F>
Tree per_seat(const State& state, F f) {
  Tree out = Tree::list();
  for (int seat = 0; seat < state.players; ++seat) out.push(f(Paohuzi::slot_of(state, seat)));
  return out;
}

Tree hand_of(const State& state, int slot) {
  return slot < 0 ? Tree::list() : Paohuzi::names(Paohuzi::at(state, slot).hand);
}

Tree melds_of(const State& state, int slot, bool known) {
  Tree out = Tree::list();
  if (slot < 0) return out;
  const Seat& own = Paohuzi::at(state, slot);
  for (std::size_t i = 0; i < own.meld_count; ++i) {
    const bool hidden = !known && Paohuzi::kind_of(own.melds[i]) == Paohuzi::kWei;
    out.push(hidden ? "wei" : Paohuzi::group_name(own.melds[i]));
  }
  return out;
}

Tree pile_of(const State& state, int slot) {
  Tree out = Tree::list();
  for (std::size_t i = 0; i < state.piled; ++i) {
    if (state.pile[i] / 32 == slot) out.push(Paohuzi::name(state.pile[i] % 32));
  }
  return out;
}

Tree wall_cards(const State& state) {
  Tree out = Tree::list();
  for (std::size_t i = state.drawn; i < Paohuzi::kWall; ++i) out.push(Paohuzi::name(state.wall[i]));
  return out;
}

/// The place of a slot in the present round, -1 for no slot.
int place_of(const State& state, int slot) {
  for (int place = 0; slot >= 0 && place < kActive; ++place) {
    if (Paohuzi::slot_at(state, place) == slot) return place;
  }
  return -1;
}

/// What a slot is being offered at this moment, 0 when it is not asked.
unsigned asked_offers(const State& state, int slot) {
  switch (state.phase) {
    case Paohuzi::kOpening:
    case Paohuzi::kMeld: return slot == state.turn ? unsigned{Paohuzi::kOfferHu} : 0U;
    case Paohuzi::kClaiming: {
      const int place = place_of(state, slot);
      return place >= 0 && place == state.round.asked ? state.offers[static_cast<std::size_t>(place)] : 0U;
    }
    default: return 0;
  }
}

/// The code with which a slot has answered in the round that is going on, -1 for none.
int answer_of(const State& state, int slot) {
  if (state.phase != Paohuzi::kClaiming || slot < 0) return -1;
  return state.round.answer[static_cast<std::size_t>(place_of(state, slot))];
}

constexpr std::string_view kSources[] = {"", "opening", "draw", "discard", "meld"};

/// Whether a seat sees who is asked.
bool sees_player(const State& state, int seat) {
  return seat == kEverything || state.phase == Paohuzi::kDiscarding || seat == Paohuzi::player(state);
}

}  // namespace

Tree Paohuzi::view(const Rules&, const State& state, int viewer) {
  const bool over = state.phase == kOver;
  Tree out = Tree::map();
  out.set("player", over || !sees_player(state, viewer) ? Tree() : Tree(player(state)));
  out.set("phase", over ? "over" : state.phase == kDiscarding ? "discard" : "claim").set("dealer", state.dealer);
  Tree seats = Tree::list();
  for (int s = 0; s < state.players; ++s) {
    const int slot = slot_of(state, s);
    const bool known = over || viewer == kEverything || viewer == s;
    const Seat none{};
    const Seat& own = slot < 0 ? none : at(state, slot);
    const auto secret = [&](Tree value) { return known ? std::move(value) : Tree(); };
    Tree entry = Tree::map();
    entry.set("active", slot >= 0).set("hand", secret(hand_of(state, slot))).set("hand_size", own.size);
    entry.set("melds", melds_of(state, slot, known))
        .set("discards", pile_of(state, slot))
        .set("thrown", type_names(own.thrown));
    entry.set("no_peng", secret(type_names(own.no_peng))).set("no_chi", secret(type_names(own.no_chi)));
    entry.set("chou", secret(type_names(own.chou))).set("burnt", secret(own.burnt != 0));
    Tree asked, answer;
    if (const unsigned offers = asked_offers(state, slot); offers != 0) {
      asked = Tree::list();
      if ((offers & kOfferHu) != 0) asked.push("hu");
      if ((offers & kOfferPao) != 0) asked.push("pao");
      if ((offers & kOfferPeng) != 0) asked.push("peng");
      if ((offers & kOfferChi) != 0) asked.push("chi");
    }
    if (const int code = answer_of(state, slot); code >= 0) answer = format(code);
    entry.set("asked", secret(std::move(asked))).set("answer", secret(std::move(answer)));
    seats.push(std::move(entry));
  }
  out.set("seats", std::move(seats));
  Tree table;
  if (state.source != kNoSource) {
    table = Tree::map();
    table.set("card", state.source == kFromMeld ? Tree() : Tree(name(state.card)))
        .set("seat", seat(state, state.exposer));
    table.set("source", kSources[state.source]);
  }
  out.set("table", std::move(table)).set("wall", kWall - state.drawn);
  out.set("wall_cards", over || viewer == kEverything ? wall_cards(state) : Tree());
  return out.set("shown", name(state.shown)).set("shown_held", state.shown_held != 0);
}

void Paohuzi::show_end(const Rules& rules, const State& state, Event& event) {
  const bool hu = state.ending != kHuang;
  event.show("result", hu ? "hu" : "huang").show("winner", hu ? seat(state, state.turn) : -1);
  event.show("hands", per_seat(state, [&](int slot) { return hand_of(state, slot); }));
  event.show("melds", per_seat(state, [&](int slot) { return melds_of(state, slot, true); }));
  event.show("wall_cards", wall_cards(state));
  std::array<std::int32_t, 4> chips{};
  returns(rules, state, chips.data());
  Tree list = Tree::list();
  for (int s = 0; s < rules.players; ++s) list.push(chips[static_cast<std::size_t>(s)]);
  event.show("returns", std::move(list));
}

// ---- Observation
// ------------------------------------------------------------------------------------------------------

void Paohuzi::observation_layout(const Rules&, Layout& layout) {
  constexpr int kTypes = zipai::kTypes;
  layout = {{"hands", 3 * kTypes},
            {"hand_size", 3},
            {"chi", 3 * zipai::kChis},
            {"same", 3 * kTypes},
            {"hidden_wei", 3},
            {"huxi", 3},
            {"discards", 3 * kTypes},
            {"thrown", 3 * kTypes},
            {"no_peng", kTypes},
            {"no_chi", kTypes},
            {"chou", kTypes},
            {"burnt", 3},
            {"active", 1},
            {"shown", kTypes},
            {"shown_held", 1},
            {"wall", 1},
            {"dealer", 1},
            {"phase", 3},
            {"to_move", 1},
            {"card", kTypes},
            {"source", 4},
            {"exposer", 1},
            {"asked", 4},
            {"answer", 5}};
}

void Paohuzi::observe(const Rules&, const State& state, int viewer, std::int8_t* out) {
  const bool over = state.phase == kOver;
  const int own_slot = slot_of(state, viewer);
  const int first = own_slot < 0 ? slot_of(state, (viewer + 1) % state.players) : own_slot;
  const auto put = [&](int value) { *out++ = static_cast<std::int8_t>(value); };
  const auto put_types = [&](Types types) {
    for (int type = 0; type < zipai::kTypes; ++type) put(static_cast<int>(types >> type & 1U));
  };
  const auto put_one_hot = [&](int value, int size) {
    for (int i = 0; i < size; ++i) put(i == value ? 1 : 0);
  };
  const auto slot_code = [&](int slot) { return slot < 0 ? -1 : (slot - first + kActive) % kActive; };
  const auto knows = [&](int slot) { return over || slot == own_slot; };
  const auto by_slot = [&](auto f) {
    for (int i = 0; i < kActive; ++i) f((first + i) % kActive);
  };
  const auto part = [&](int size) {  // zeroed entries to be filled
    std::fill(out, out + size, std::int8_t{0});
    out += size;
    return out - size;
  };

  by_slot([&](int slot) {
    std::int8_t* counts = part(zipai::kTypes);
    if (knows(slot)) at(state, slot).hand.for_cards([&](int type) { ++counts[type]; });
  });
  by_slot([&](int slot) { put(at(state, slot).size); });
  by_slot([&](int slot) {
    std::int8_t* counts = part(zipai::kChis);
    const Seat& own = at(state, slot);
    for (std::size_t i = 0; i < own.meld_count; ++i) {
      if (kind_of(own.melds[i]) == kChi) ++counts[chi_of(own.melds[i])];
    }
  });
  std::array<int, kActive> hidden{}, huxi{};
  by_slot([&](int slot) {
    constexpr std::array<std::int8_t, 8> kCode = {0, 3, 0, 1, 2, 4, 5, 0};  // by Kind
    std::int8_t* codes = part(zipai::kTypes);
    const Seat& own = at(state, slot);
    const auto s = static_cast<std::size_t>(slot);
    for (std::size_t i = 0; i < own.meld_count; ++i) {
      const Kind kind = kind_of(own.melds[i]);
      if (kind == kWei && !knows(slot)) {
        ++hidden[s];
        continue;
      }
      huxi[s] += points(own.melds[i]);
      if (kind != kChi) codes[type_of(own.melds[i])] = kCode[kind];
    }
  });
  by_slot([&](int slot) { put(hidden[static_cast<std::size_t>(slot)]); });
  by_slot([&](int slot) { put(huxi[static_cast<std::size_t>(slot)]); });
  std::int8_t* const piles = part(kActive * zipai::kTypes);
  for (std::size_t i = 0; i < state.piled; ++i)
    ++piles[slot_code(state.pile[i] / 32) * zipai::kTypes + state.pile[i] % 32];
  by_slot([&](int slot) { put_types(at(state, slot).thrown); });
  const Seat none{};
  const Seat& own = own_slot < 0 ? none : at(state, own_slot);
  put_types(own.no_peng);
  put_types(own.no_chi);
  put_types(own.chou);
  by_slot([&](int slot) { put(knows(slot) ? at(state, slot).burnt : 0); });
  put(own_slot < 0 ? 0 : 1);
  put_one_hot(state.shown, zipai::kTypes);
  put(state.shown_held);
  put(kWall - state.drawn);
  put(slot_code(0));
  put_one_hot(over ? 2 : state.phase == kDiscarding ? 1 : 0, 3);
  put(over || !sees_player(state, viewer) ? -1 : slot_code(slot_of(state, player(state))));
  put_one_hot(state.source == kFromMeld || state.source == kNoSource ? -1 : state.card, zipai::kTypes);
  put_one_hot(state.source - 1, 4);
  put(state.source == kNoSource ? -1 : slot_code(state.exposer));
  const unsigned asked = asked_offers(state, own_slot);
  for (const unsigned offer : {kOfferHu, kOfferPao, kOfferPeng, kOfferChi}) put((asked & offer) != 0 ? 1 : 0);
  const int answer = answer_of(state, own_slot);
  put_one_hot(answer < 0            ? -1
              : answer == kPass     ? 0
              : answer == kHu       ? 1
              : answer == kPaoMove  ? 2
              : answer == kPengMove ? 3
                                    : 4,
              5);
}

// ---- Knowledge
// --------------------------------------------------------------------------------------------------------

namespace {

/// Redraws what one seat cannot know, keeping what section Knowledge of the page lists.
class Redraw {
 public:
  Redraw(const Rules& rules, State& state, int own, Rng& rng) : rules_(rules), state_(state), own_(own), rng_(rng) {
    asked_ = Paohuzi::slot_of(state, Paohuzi::player(state));
    const int place = place_of(state, own);
    if (state.phase == Paohuzi::kClaiming && place >= 0) {
      const auto p = static_cast<std::size_t>(place);
      took_part_ = asked_ == own || state.round.answer[p] != Claims<kActive>::kUnanswered;
    }
    constexpr unsigned kMelds = Paohuzi::kOfferPeng | Paohuzi::kOfferChi;
    if (took_part_ && rules.pao == Paohuzi::kForced) {
      if ((state.offers[static_cast<std::size_t>(place)] & kMelds) != 0) {
        forced_ = Forced::no;
      } else if ((Paohuzi::meld_offers(rules, state, own, kNone) & kMelds) != 0) {
        forced_ = Forced::yes;
      }
    }
  }

  void run() {
    constexpr int kRounds = 2;
    if (own_ >= 0) return redraw((own_ + 1) % kActive, (own_ + 2) % kActive);
    for (int i = 0; i < kRounds * kActive; ++i) redraw(i % kActive, (i + 1) % kActive);
  }

 private:
  enum class Forced : std::uint8_t { unknown, no, yes };
  static constexpr int kTries = 50, kManyTries = 1000;

  /// Redraws two hands, their hidden wei and the wall.
  void redraw(int first, int second) {
    const bool question = state_.phase == Paohuzi::kOpening || state_.phase == Paohuzi::kMeld;
    const bool others_turn = asked_ == first || asked_ == second;
    const int kept = asked_ == first ? second : first;  // besides the hand of the seat asked
    bool done = false;
    if (question && others_turn) {
      done = try_hands(kept, -1, 1);
    } else if (state_.phase == Paohuzi::kClaiming) {
      done = try_hands(first, second, kTries) ||
             (others_turn ? try_hands(kept, -1, kTries) : try_hands(first, second, kTries));
    } else {
      done = try_hands(first, second, kManyTries);
    }
    if (!done) rng_.shuffle(state_.wall.data() + state_.drawn, state_.wall.size() - state_.drawn);
  }

  bool try_hands(int first, int second, int tries) {
    zipai::HiddenCards hidden;
    const std::array<int, 2> slots = {first, second};
    for (std::size_t h = 0; h < slots.size(); ++h) {
      if (slots[h] >= 0) collect(hidden, h, slots[h]);
    }
    for (std::size_t i = state_.drawn; i < state_.wall.size(); ++i) ++hidden.unseen[state_.wall[i]];
    if (!hidden.prepare()) return false;
    for (int i = 0; i < tries; ++i) {
      State world = state_;
      write(hidden.draw(rng_), slots, world);
      for (int slot = 0; slot < kActive; ++slot) {
        if (slot != own_) redraw_secrets(Paohuzi::at(world, slot));
      }
      if (!goes_on(world)) continue;
      state_ = world;
      return true;
    }
    return false;
  }

  void collect(zipai::HiddenCards& hidden, std::size_t h, int slot) const {
    const Seat& seat = Paohuzi::at(state_, slot);
    zipai::HiddenCards::Hand& hand = hidden.hands[h];
    hand.size = seat.size;
    for (std::size_t t = 0; t < zipai::kTypes; ++t) {
      int limit = state_.phase == Paohuzi::kOpening ? zipai::kCopies : 0;
      if (limit == 0) {
        for (const Types plane : seat.limit) limit += static_cast<int>(plane >> t & 1U);
      }
      hand.limit[t] = static_cast<std::uint8_t>(limit);
    }
    seat.hand.for_cards([&](int type) { ++hidden.unseen[static_cast<std::size_t>(type)]; });
    for (std::size_t i = 0; i < seat.meld_count; ++i) {
      if (Paohuzi::kind_of(seat.melds[i]) != Paohuzi::kWei) continue;
      hidden.triples.push_back({static_cast<int>(h), seat.may_be[i]});
      std::uint8_t& unseen = hidden.unseen[static_cast<std::size_t>(Paohuzi::type_of(seat.melds[i]))];
      unseen = static_cast<std::uint8_t>(unseen + 3);
    }
    if (slot == 0 && state_.shown_held != 0) {
      hidden.holder = static_cast<int>(h);
      hidden.held = state_.shown;
    }
  }
  void write(const zipai::HiddenCards::Drawn& drawn, const std::array<int, 2>& slots, State& world) {
    std::size_t triple = 0;
    for (std::size_t h = 0; h < slots.size(); ++h) {
      if (slots[h] < 0) continue;
      Seat& seat = Paohuzi::at(world, slots[h]);
      seat.hand = {};
      add_cards(drawn.hands[h], [&](int type) { seat.hand.add(type); });
      for (std::size_t i = 0; i < seat.meld_count; ++i) {
        if (Paohuzi::kind_of(seat.melds[i]) != Paohuzi::kWei) continue;
        seat.weis &= ~zipai::bit(Paohuzi::type_of(seat.melds[i]));
        seat.huxi = static_cast<std::uint8_t>(seat.huxi - Paohuzi::points(seat.melds[i]));
      }
      for (std::size_t i = 0; i < seat.meld_count; ++i) {
        if (Paohuzi::kind_of(seat.melds[i]) != Paohuzi::kWei) continue;
        const int type = drawn.triples[triple++];
        seat.melds[i] = Paohuzi::group(Paohuzi::kWei, type);
        seat.weis |= zipai::bit(type);
        seat.huxi = static_cast<std::uint8_t>(seat.huxi + Paohuzi::points(seat.melds[i]));
      }
    }
    std::size_t next = world.drawn;
    add_cards(drawn.rest, [&](int type) { world.wall[next++] = static_cast<std::uint8_t>(type); });
    rng_.shuffle(world.wall.data() + world.drawn, world.wall.size() - world.drawn);
  }
  template <class F>
  static void add_cards(const zipai::HiddenCards::Counts& counts, F f) {
    for (int type = 0; type < zipai::kTypes; ++type) {
      for (int n = counts[static_cast<std::size_t>(type)]; n > 0; --n) f(type);
    }
  }

  /// What is private to another seat.
  void redraw_secrets(Seat& seat) const {
    seat.no_peng = seat.chou = seat.seen & seat.hand.exactly(2);
    seat.no_chi = 0;
    Types held = seat.hand.types();
    for (std::size_t i = 0; i < seat.meld_count; ++i) {
      if (Paohuzi::kind_of(seat.melds[i]) == Paohuzi::kWei) held |= zipai::bit(Paohuzi::type_of(seat.melds[i]));
    }
    seat.burnt = rules_.bi == Paohuzi::kShao && (seat.public_burnt != 0 || (held & seat.eaten) != 0);
  }

  /// Whether the same seat is to move in the redrawn world; completes its round of claims.
  bool goes_on(State& world) const {
    if (world.phase == Paohuzi::kDiscarding) return std::popcount(Paohuzi::at(world, asked_).possible_discards()) >= 2;
    if (world.phase != Paohuzi::kClaiming) return true;
    const std::uint8_t run = Paohuzi::runner(world);
    if (forced_ != Forced::unknown && (forced_ == Forced::yes) != (run != kNone)) return false;
    Paohuzi::make_offers(rules_, world, run);
    const int own_place = place_of(world, own_), asked_place = place_of(world, asked_);
    if (took_part_) {
      const auto p = static_cast<std::size_t>(own_place);
      world.offers[p] = state_.offers[p];
    }
    Claims<kActive>::Priorities possible{};
    for (std::size_t place = 0; place < kActive; ++place) possible[place] = Paohuzi::priority(world.offers[place]);
    world.round = Claims<kActive>::begin(possible);
    for (int place = 0; place < kActive; ++place) {
      if (place == asked_place) continue;
      const auto p = static_cast<std::size_t>(place);
      const bool stronger = world.round.stronger(place, asked_place);
      if (place == own_place) {
        if (!took_part_) continue;
        if (!stronger) return false;
        const std::int16_t answer = state_.round.answer[p];
        world.round.record(place, answer, Paohuzi::priority_of(answer));
      } else if (stronger && possible[p] != 0) {
        world.round.record(place, static_cast<std::int16_t>(Paohuzi::kPass), 0);
        Paohuzi::record_answer(world, place, Paohuzi::kPass);
      }
    }
    world.round.asked = static_cast<std::int16_t>(world.round.next());
    return world.round.asked == asked_place;
  }

  const Rules& rules_;
  State& state_;
  int own_, asked_;
  Rng& rng_;
  bool took_part_ = false;  ///< in the round of claims: the seat is asked or has answered
  Forced forced_ = Forced::unknown;
};

}  // namespace

void Paohuzi::resample(const Rules& rules, State& state, int viewer, Rng& rng) {
  if (state.phase == kOver) return;
  Redraw(rules, state, slot_of(state, viewer), rng).run();
}

}  // namespace yezi
