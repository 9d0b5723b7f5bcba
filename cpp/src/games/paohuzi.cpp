// paohuzi: options, notation, and which bytes are a position.
#include <yezi/games/paohuzi.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include <yezi/core/ops.hpp>

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

constexpr std::int32_t kMillion = 1'000'000;
constexpr Option kOptions[] = {
    integer_option("players", offsetof(Rules, players), 3, 3, 4, "4: the seat opposite the dealer sits out"),
    integer_option("min_huxi", offsetof(Rules, min_huxi), 15, 0, 100, "胡息 needed to win"),
    boolean_option("discard_win", offsetof(Rules, discard_win), false, "discards can be won on"),
    boolean_option("liangzhang_win", offsetof(Rules, liangzhang_win), true, "non-dealers may win on the shown card"),
    boolean_option("special", offsetof(Rules, special), true, "三提五坎 wins in the opening"),
    text_option("guo", offsetof(Rules, guo), 0, "both|separate|none", "which passed cards are barred (臭牌)"),
    boolean_option("guo_discard", offsetof(Rules, guo_discard), false, "own discards are barred like passed cards"),
    text_option("bi", offsetof(Rules, bi), 0, "must|shao", "比: compulsory, or may be burnt (烧比)"),
    text_option("pao", offsetof(Rules, pao), 0, "forced|optional", "跑: an event, or a claim"),
    text_option("scoring", offsetof(Rules, scoring), 0, "loudi|tun", "settlement"),
    text_option("mingtang", offsetof(Rules, mingtang), 0, "none|liangzhang|jieshao", "table of 名堂 in scoring tun"),
    integer_option("special_fan", offsetof(Rules, special_fan), 1, 0, 1000, "番 of a special win in scoring tun"),
    boolean_option("tian_double", offsetof(Rules, tian_double), false, "天胡 and 地胡 double the 胡息 in scoring tun"),
    integer_option("zimo_tun", offsetof(Rules, zimo_tun), 1, 0, 1000, "囤 added for an own draw"),
    integer_option("cap", offsetof(Rules, cap), 0, 0, kMillion, "cap of the amount in scoring loudi, 0: none"),
    integer_option("pao_cap", offsetof(Rules, pao_cap), 100, 0, kMillion, "cap of a win on a discard in scoring loudi"),
    integer_option("huang_pay", offsetof(Rules, huang_pay), 0, 0, kMillion,
                   "what the dealer pays each other seat after 荒庄"),
    integer_option("huang_rotate", offsetof(Rules, huang_rotate), 0, 0, kMillion,
                   "so many 荒庄 in a row move the deal on, 0: never"),
    integer_option("huang_before", offsetof(Rules, huang_before), 0, 0, kMillion, "荒庄 that came immediately before"),
};
constexpr Preset kPresets[] = {
    {"fangpaofa", "", "湖南跑胡子、放炮罚"},
    {"loudi", "discard_win=true cap=200 huang_pay=10", "娄底放炮罚: discards can be won on"},
    {"liangzhang", "scoring=tun mingtang=liangzhang special_fan=6 tian_double=true huang_rotate=3",
     "跑胡子详细玩法规则, with 亮张"},
    {"shouxing", "players=4 scoring=tun guo=separate", "[原创]跑胡子规则: four seats, one sits out"},
    {"jieshao", "scoring=tun mingtang=jieshao bi=shao huang_rotate=3", "跑胡子规则介绍 and 皮皮跑胡子: 烧比"},
    {"kuansong", "scoring=tun mingtang=jieshao bi=shao pao=optional guo=none discard_win=true",
     "every lenient option at once"},
};
constexpr std::string_view kEndings[] = {"zimo", "draw", "discard", "tian", "di", "special", "huang"};

constexpr Parameter kHuParameters[] = {
    {"hand", "at most 21 cards, a string or a list"},
    {"melds", "optional: at most 7 table melds, strings `kind cards`: ti, pao, wei, chouwei, peng, chi"},
    {"card", "optional: the winning card; null (left out) if the hand is complete without one"},
    {"drawn", "optional: the winner drew the card himself (false if left out)"},
    {"wall", "optional: the card came from the wall, drawn by anybody (true if left out)"},
};
constexpr Analysis kAnalyses[] = {{"hu", "winning arrangements of a hand, and the cards it waits for", kHuParameters}};
constexpr Column kHuxiColumns[] = {{"huxi", DType::int16}};
constexpr BulkAnalysis kBulk[] = {
    {"huxi", "counts",
     "best 胡息 of complete concealed hands (threes are 坎, fours 提), -1 for no arrangement with min_huxi",
     zipai::kTypes, kHuxiColumns, paohuzi::bulk_huxi},
};

}  // namespace

constexpr GameInfo Paohuzi::info{
    .id = "paohuzi",
    .name = "跑胡子",
    .english = "zipai, three players: draw, meld and score at least 15 胡息",
    .version = 1,
    .max_decisions = 300,
    .rules = {kOptions, kPresets},
    .endings = kEndings,
    .analyses = kAnalyses,
    .bulk = kBulk,
};

// ---- Move notation
// ----------------------------------------------------------------------------------------------------

Tree Paohuzi::names(const Cards& cards) {
  Tree out = Tree::list();
  cards.for_cards([&](int type) { out.push(name(type)); });
  return out;
}

std::string Paohuzi::chi_name(int chi) {
  std::string out;
  for (const int type : zipai::kChi[static_cast<std::size_t>(chi)]) out += name(type);
  return out;
}

std::string Paohuzi::group_name(Group g) {
  std::string out(paohuzi::kKindNames[kind_of(g)]);
  out += ' ';
  if (kind_of(g) == kChi) return out += chi_name(chi_of(g));
  for (int i = 0; i < group_size(g); ++i) out += name(type_of(g));
  return out;
}

Tree Paohuzi::chi_names(Action lay) {
  const zipai::Lay& melds = zipai::kLay[static_cast<std::size_t>((lay - kLay) % zipai::kLays)];
  Tree out = Tree::list();
  for (std::size_t i = melds.size; i-- > 0;) out.push(chi_name(melds.chi[i]));
  return out;
}

std::string Paohuzi::format(Action action) {
  constexpr std::string_view kWords[] = {"pass", "hu", "peng", "pao"};
  if (action < 0 || action >= kActions) return {};
  if (action < kDiscard) return std::string(kWords[action]);
  if (action < kLay) return "discard " + std::string(name(static_cast<int>(action - kDiscard)));
  const zipai::Lay& melds = zipai::kLay[static_cast<std::size_t>((action - kLay) % zipai::kLays)];
  std::string out = "chi ";
  for (std::size_t i = melds.size; i-- > 0;) {
    out += chi_name(melds.chi[i]);
    if (i > 0) out += " | bi ";
  }
  return action < kLayShao ? out : out + " | shao";
}

bool Paohuzi::parse(std::string_view text, Action& action) {
  for (Action word = kPass; word < kDiscard; ++word) {
    if (format(word) == text) return action = word, true;
  }
  const auto drop = [&](std::string_view start) {
    if (text.substr(0, start.size()) != start) return false;
    text.remove_prefix(start.size());
    return true;
  };
  if (drop("discard ")) {
    const int type = zipai::read_card(text);
    action = kDiscard + type;
    return type >= 0;
  }
  zipai::Lay melds{};
  const auto take_chi = [&] {
    zipai::Chi types{};
    for (std::uint8_t& type : types) {
      const int card = zipai::take_card(text);
      if (card < 0) return false;
      type = static_cast<std::uint8_t>(card);
    }
    const int chi = zipai::find_chi(types);
    if (chi < 0 || melds.size == 3) return false;
    std::copy_backward(melds.chi.begin(), melds.chi.begin() + melds.size, melds.chi.begin() + melds.size + 1);
    melds.chi[0] = static_cast<std::uint8_t>(chi);  // the move string begins with the last
    ++melds.size;
    return true;
  };
  if (!drop("chi ") || !take_chi()) return false;
  while (drop(" | bi ")) {
    if (!take_chi()) return false;
  }
  const bool shao = drop(" | shao");
  const int lay = text.empty() ? zipai::find_lay(melds) : -1;
  action = (shao ? kLayShao : kLay) + lay;
  return lay >= 0;
}

// ---- Positions
// --------------------------------------------------------------------------------------------------------

namespace {

/// Checks that bytes are a position in which every function is safe.
class Checker {
 public:
  Checker(const Rules& rules, const State& state) : rules_(rules), state_(state) {}

  bool run() {
    const State& s = state_;
    if (s.players != rules_.players || s.dealer >= s.players || s.phase > Paohuzi::kOver || s.shown >= zipai::kTypes ||
        s.shown_held > 1 || s.drawn > Paohuzi::kWall || s.piled > Paohuzi::kPile || s.source > Paohuzi::kFromMeld) {
      return false;
    }
    if (!table() || !phase()) return false;
    for (int slot = 0; slot < kActive; ++slot) {
      if (!seat(slot)) return false;
    }
    return piles() && std::all_of(total_.begin(), total_.end(), [](int n) { return n == zipai::kCopies; }) && asking();
  }

 private:
  bool over() const { return state_.phase == Paohuzi::kOver; }
  /// Whether the opening is going on, or the game ended in it.
  bool opening() const { return state_.source == Paohuzi::kFromOpening; }
  bool claims() const { return state_.source == Paohuzi::kFromDraw || state_.source == Paohuzi::kFromDiscard; }
  int& total(int type) { return total_[static_cast<std::size_t>(type)]; }

  /// card, exposer and source belong together.
  bool table() {
    const State& s = state_;
    if (s.source == Paohuzi::kNoSource) return s.card == kNone && s.exposer == kNone;
    if (s.card >= zipai::kTypes || s.exposer >= kActive) return false;
    if (claims()) ++total(s.card);
    return !opening() || (s.card == s.shown && s.exposer == 0);
  }
  bool phase() const {
    const State& s = state_;
    const bool hu = over() && s.ending != Paohuzi::kHuang;
    if (over() ? s.ending < 0 || s.ending > Paohuzi::kHuang : s.ending != -1) return false;
    switch (s.phase) {
      case Paohuzi::kOpening: return opening() && s.turn < kActive;
      case Paohuzi::kMeld: return s.source == Paohuzi::kFromMeld && s.turn == s.exposer;
      case Paohuzi::kDiscarding: return s.source == Paohuzi::kNoSource && s.turn < kActive;
      case Paohuzi::kClaiming: return claims() && s.turn == s.exposer;
      default: break;
    }
    if (!hu) return s.source == Paohuzi::kNoSource && s.turn == kNone && s.drawn == Paohuzi::kWall;
    return s.source != Paohuzi::kNoSource && s.turn < kActive &&
           (s.source != Paohuzi::kFromMeld || s.turn == s.exposer) &&
           (s.source != Paohuzi::kFromDiscard || s.turn != s.exposer);
  }
  bool seat(int slot) {
    const Seat& own = Paohuzi::at(state_, slot);
    if (!own.hand.is_sound() || own.size != own.hand.size() || own.meld_count > Paohuzi::kMelds || own.burnt > 1 ||
        own.public_burnt > own.burnt || own.unused != std::array<std::uint8_t, 3>{}) {
      return false;
    }
    if (!opening() && own.hand.more_than[3] != 0) return false;
    for (const Types types : {own.limit[0], own.no_peng, own.no_chi, own.chou, own.thrown, own.seen, own.eaten}) {
      if ((types & ~zipai::kAll) != 0) return false;
    }
    if ((own.limit[1] & ~own.limit[0]) != 0 || (own.limit[2] & ~own.limit[1]) != 0) return false;
    for (std::size_t k = 0; k < own.limit.size(); ++k) {
      if ((own.hand.more_than[k] & ~own.limit[k]) != 0) return false;
    }
    own.hand.for_cards([&](int type) { ++total(type); });
    return melds(slot) && enough_cards(slot);
  }
  bool melds(int slot) {
    const Seat& own = Paohuzi::at(state_, slot);
    Seat laid{};
    bool held = slot != 0 || state_.shown_held == 0 || own.hand.count(state_.shown) > 0;
    for (std::size_t i = 0; i < Paohuzi::kMelds; ++i) {
      const Group g = own.melds[i];
      if (i >= own.meld_count) {
        if (g != 0 || own.may_be[i] != 0) return false;
        continue;
      }
      const Paohuzi::Kind kind = Paohuzi::kind_of(g);
      if (!Paohuzi::is_group(g) || kind == Paohuzi::kPair || kind == Paohuzi::kKan) return false;
      if (kind == Paohuzi::kChi) {
        for (const int type : zipai::kChi[static_cast<std::size_t>(Paohuzi::chi_of(g))]) ++total(type);
      } else {
        total(Paohuzi::type_of(g)) += Paohuzi::group_size(g);
      }
      if (kind == Paohuzi::kWei) {
        const Types type = zipai::bit(Paohuzi::type_of(g));
        if ((own.may_be[i] & type) == 0 || (own.may_be[i] & ~zipai::kAll) != 0 || (own.hand.types() & type) != 0)
          return false;
        held = held || Paohuzi::type_of(g) == state_.shown;
      } else if (own.may_be[i] != 0) {
        return false;
      }
      Paohuzi::lay(laid, g);
    }
    return held && laid.huxi == own.huxi && laid.fours == own.fours && laid.pengs == own.pengs && laid.weis == own.weis;
  }
  /// Cards in hand and on the table: at least the 20 dealt, at most what the duty to discard leaves, and one more for
  /// the seat that has just got a card. So no seat can come to more than seven melds.
  bool enough_cards(int slot) const {
    const Seat& own = Paohuzi::at(state_, slot);
    if (own.cards() < Paohuzi::kDealt) return false;
    if (opening()) return own.size == Paohuzi::kDealt + (slot == 0 ? 1 : 0) && own.meld_count == 0;
    const bool has_more =
        slot == state_.turn && (state_.phase == Paohuzi::kDiscarding || state_.source == Paohuzi::kFromMeld);
    const int most = 19 + std::max<int>(1, own.fours);
    return own.size == 0 || own.cards() <= most + (has_more ? 1 : 0);
  }
  bool piles() {
    for (std::size_t i = 0; i < Paohuzi::kPile; ++i) {
      const int type = state_.pile[i] % 32, slot = state_.pile[i] / 32;
      if (i >= state_.piled) {
        if (state_.pile[i] != 0) return false;
      } else if (type >= zipai::kTypes || slot >= kActive) {
        return false;
      } else {
        ++total(type);
      }
    }
    for (std::size_t i = 0; i < Paohuzi::kWall; ++i) {
      if (i < state_.drawn ? state_.wall[i] != 0 : state_.wall[i] >= zipai::kTypes) return false;
      if (i >= state_.drawn) ++total(state_.wall[i]);
    }
    return !opening() || (state_.drawn == 0 && state_.piled == 0);
  }
  /// The seat asked has a question to answer, and a winner has won.
  bool asking() const {
    const State& s = state_;
    const bool idle = s.phase != Paohuzi::kClaiming;
    constexpr Claims<kActive> kIdle = Claims<kActive>::idle();
    if (idle && (std::memcmp(&s.round, &kIdle, sizeof kIdle) != 0 || s.offers != decltype(s.offers){})) return false;
    switch (s.phase) {
      case Paohuzi::kOpening: return Paohuzi::can_win_opening(rules_, s, s.turn);
      case Paohuzi::kMeld: return melded() && Paohuzi::complete_hand_wins(rules_, Paohuzi::at(s, s.turn));
      case Paohuzi::kDiscarding: {
        const Seat& own = Paohuzi::at(s, s.turn);
        return Paohuzi::must_discard(own) && std::popcount(own.possible_discards()) >= 2;
      }
      case Paohuzi::kClaiming: return shown_draw() && round();
      default: return s.ending == Paohuzi::kHuang || won();
    }
  }
  /// The card of a `meld` question lies in a meld of the seat.
  bool melded() const {
    const Seat& own = Paohuzi::at(state_, state_.exposer);
    const std::array<Group, 3> groups = {Paohuzi::group(Paohuzi::kTi, state_.card),
                                         Paohuzi::group(Paohuzi::kWei, state_.card),
                                         Paohuzi::group(Paohuzi::kChouwei, state_.card)};
    return state_.drawn > 0 && std::find_first_of(own.melds.begin(), own.melds.begin() + own.meld_count, groups.begin(),
                                                  groups.end()) != own.melds.begin() + own.meld_count;
  }
  /// A drawn card lies open only when it was no 提 or 偎.
  bool shown_draw() const {
    const Seat& own = Paohuzi::at(state_, state_.exposer);
    return state_.source != Paohuzi::kFromDraw ||
           (state_.drawn > 0 && ((own.hand.more_than[1] | own.weis) & zipai::bit(state_.card)) == 0);
  }
  bool won() const {
    const State& s = state_;
    const Seat& own = Paohuzi::at(s, s.turn);
    if (opening()) {
      if (!Paohuzi::can_win_opening(rules_, s, s.turn)) return false;
    } else if (s.source == Paohuzi::kFromMeld) {
      if (!melded() || !Paohuzi::complete_hand_wins(rules_, own)) return false;
    } else if (!shown_draw() || !may_hu(s.turn)) {
      return false;
    }
    return s.ending == Paohuzi::win_ending(rules_, s, s.turn);
  }
  bool may_hu(int slot) const {
    const Seat& own = Paohuzi::at(state_, slot);
    const bool draw = state_.source == Paohuzi::kFromDraw;
    return (draw || rules_.discard_win != 0) && own.burnt == 0 &&
           Paohuzi::can_win(rules_, own, state_.card, slot == state_.exposer, draw);
  }
  /// What is offered is what the rules offer (what an answer has barred since may be missing there), what was answered
  /// was offered, and the seat asked is the next one.
  bool round() const {
    State fresh = state_;
    const std::uint8_t run = Paohuzi::runner(state_);
    Paohuzi::make_offers(rules_, fresh, run);
    Claims<kActive>::Priorities possible{};
    for (std::size_t place = 0; place < kActive; ++place) possible[place] = Paohuzi::priority(state_.offers[place]);
    Claims<kActive> round = Claims<kActive>::begin(possible);
    for (int place = 0; place < kActive; ++place) {
      const auto p = static_cast<std::size_t>(place);
      const std::int16_t code = state_.round.answer[p];
      if (code == Claims<kActive>::kUnanswered) {
        if (state_.offers[p] != fresh.offers[p]) return false;
        continue;
      }
      if (!answered(place, run) || (state_.offers[p] & Paohuzi::kOfferHu) != (fresh.offers[p] & Paohuzi::kOfferHu))
        return false;
      round.record(place, code, Paohuzi::priority_of(code));
    }
    round.asked = static_cast<std::int16_t>(round.next());
    return round.asked >= 0 && std::memcmp(&round, &state_.round, sizeof round) == 0;
  }
  bool answered(int place, std::uint8_t run) const {
    const auto p = static_cast<std::size_t>(place);
    Rules unbarred = rules_;
    unbarred.guo = Paohuzi::kFree;
    const bool melds = run == kNone || rules_.pao == Paohuzi::kOptional;
    const bool in_round = state_.source == Paohuzi::kFromDraw || place < kActive - 1;
    const std::uint8_t most = melds ? Paohuzi::meld_offers(unbarred, state_, Paohuzi::slot_at(state_, place), run) : 0;
    if (!in_round || state_.offers[p] == 0 || (state_.offers[p] & ~(most | Paohuzi::kOfferHu)) != 0) return false;
    if ((state_.offers[p] & Paohuzi::kOfferChi) == 0 && (state_.offers[p] & Paohuzi::kOfferFullChi) != 0) return false;
    FindSink sink{state_.round.answer[p]};
    Paohuzi::claims_at(rules_, state_, place, sink);
    return sink.found;
  }

  const Rules& rules_;
  const State& state_;
  std::array<int, zipai::kTypes> total_{};
};

}  // namespace

bool Paohuzi::valid(const Rules& rules, const State& state) { return Checker(rules, state).run(); }

}  // namespace yezi

YEZI_DEFINE_GAME(paohuzi, yezi::Paohuzi)
