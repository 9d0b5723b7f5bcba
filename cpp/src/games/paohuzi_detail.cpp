// Settlement of paohuzi: 胡息, 名堂, amounts, returns and detail.
#include <algorithm>
#include <array>
#include <cstddef>

#include "paohuzi_win.hpp"

namespace yezi {

namespace paohuzi {

namespace {

using Rules = Paohuzi::Rules;
using State = Paohuzi::State;

/// What is known of a win before its decomposition.
struct Facts {
  bool zimo, tianhu, dihu, haidi, special, discard;
  bool doubled;  ///< 天胡, 地胡 and the dealer's special win
  int red = 0, big = 0, small = 0;

  void add(int type, int copies) {
    (zipai::is_big(type) ? big : small) += copies;
    if ((zipai::kRed >> type & 1U) != 0) red += copies;
  }
};

template <class F>
void for_cards(Group g, F f) {
  if (Paohuzi::kind_of(g) == Paohuzi::kChi) {
    for (const int type : zipai::kChi[static_cast<std::size_t>(Paohuzi::chi_of(g))]) f(type, 1);
  } else {
    f(Paohuzi::type_of(g), Paohuzi::group_size(g));
  }
}

int red_cards(Group g) {
  int red = 0;
  for_cards(g, [&](int type, int copies) { red += static_cast<int>(zipai::kRed >> type & 1U) * copies; });
  return red;
}

/// The dealer's discard that ends the opening: nothing was drawn yet, and he has made no meld but the 提 of the deal.
bool is_opening_discard(const State& state) {
  if (state.source != Paohuzi::kFromDiscard || state.exposer != 0 || state.drawn != 0) return false;
  const Seat& dealer = state.slots[0];
  return std::all_of(dealer.melds.begin(), dealer.melds.begin() + dealer.meld_count,
                     [](Group g) { return Paohuzi::kind_of(g) == Paohuzi::kTi; });
}

Facts facts_of(const State& state, int slot, Paohuzi::Ending ending) {
  Facts facts{};
  facts.special = ending == Paohuzi::kSpecial;
  facts.tianhu = ending == Paohuzi::kTian;
  facts.discard = ending == Paohuzi::kDiscardWin;
  facts.dihu = ending == Paohuzi::kDi || (facts.discard && is_opening_discard(state));
  facts.zimo = ending == Paohuzi::kZimo || facts.tianhu || (facts.special && slot == 0);
  facts.haidi =
      state.drawn == Paohuzi::kWall && (state.source == Paohuzi::kFromDraw || state.source == Paohuzi::kFromMeld);
  facts.doubled = facts.tianhu || facts.dihu || (facts.special && slot == 0);
  return facts;
}

constexpr std::uint32_t tag(Tag t, bool holds = true) { return holds ? std::uint32_t{1} << t : 0; }

/// scoring = loudi (放炮罚).
void score_loudi(const Rules& rules, const Facts& facts, Win& win) {
  std::uint32_t hundreds = tag(kTagTianhu, facts.tianhu || facts.special), doubles = 0;
  if (!facts.special) {
    int groups = 0;  // with red cards
    for (std::size_t i = 0; i < win.group_count; ++i) groups += red_cards(win.groups[i]) > 0;
    hundreds |= tag(kTagDihu, facts.dihu) | tag(kTagWuhu, facts.red == 0) | tag(kTagHonghu, facts.red >= 13) |
                tag(kTagKahu30, win.huxi == 30);
    doubles = tag(kTagZimo, facts.zimo && !facts.tianhu && !facts.dihu) | tag(kTagYidianhong, facts.red == 1) |
              tag(kTagShihong, facts.red >= 10 && facts.red <= 12) | tag(kTagBianhu, facts.red >= 2 && groups == 1) |
              tag(kTagHaidi, facts.haidi) | tag(kTagKahu20, win.huxi == 20);
  }
  win.hundreds = std::popcount(hundreds);
  win.doubles = std::popcount(doubles);
  win.tags = hundreds | doubles | tag(kTagFangpao, facts.discard);
  win.amount = (win.hundreds > 0 ? 100 * win.hundreds : win.huxi) << win.doubles;
  if (rules.cap > 0) win.amount = std::min(win.amount, rules.cap);
  if (facts.discard) win.amount = std::min(win.amount, rules.pao_cap);
}

/// The sum of the 番 of all 名堂; their tags.
int mingtang(const Rules& rules, const Facts& facts, Win& win) {
  if (facts.special) return rules.special_fan > 1 ? rules.special_fan : 0;
  if (rules.mingtang == Paohuzi::kNoMingtang) return 0;
  const bool liangzhang = rules.mingtang == Paohuzi::kLiangzhang;
  int fan = 0;
  const auto item = [&](Tag name, bool holds, int value) {
    if (!holds) return;
    win.tags |= tag(name);
    fan += value;
  };
  const int red = facts.red;
  const bool pairs = std::none_of(win.groups.begin(), win.groups.begin() + static_cast<std::ptrdiff_t>(win.group_count),
                                  [](Group g) { return Paohuzi::kind_of(g) == Paohuzi::kChi; });
  item(kTagWuhu, red == 0, 5);
  item(kTagDianhu, red == 1, 3);
  item(kTagHonghu, liangzhang ? red == 4 || red == 7 || red == 11 || red == 12 : red >= 10 && red <= 12, 2);
  item(kTagJiadianhu, liangzhang && red == 10, 3);
  item(kTagHongwu, red >= 13, liangzhang ? 4 + (red - 13) : 4);
  item(kTagDuiduihu, pairs, 4);
  item(kTagDazihu, liangzhang && facts.big >= 18, 6 + (facts.big - 18));
  item(kTagXiaozihu, liangzhang && facts.small >= 16, 8 + (facts.small - 16));
  if (!liangzhang && red == 0 && pairs) fan = 10;
  return fan;
}

constexpr int floor_third(int value) { return value >= 0 ? value / 3 : -((2 - value) / 3); }

/// scoring = tun (囤).
void score_tun(const Rules& rules, const Facts& facts, Win& win) {
  const int huxi = rules.tian_double != 0 && facts.doubled ? 2 * win.huxi : win.huxi;
  win.tun = 1 + floor_third(huxi - rules.min_huxi) + (facts.zimo ? rules.zimo_tun : 0);
  win.tags = tag(kTagZimo, facts.zimo) | tag(kTagTianhu, facts.tianhu) | tag(kTagDihu, facts.dihu) |
             tag(kTagHaidi, facts.haidi) | tag(kTagSpecial, facts.special);
  const int fan = mingtang(rules, facts, win);
  win.fan = fan == 0 ? (facts.haidi ? 2 : 1) : fan + (facts.haidi ? 2 : 0);
  win.amount = win.tun * win.fan;
}

void score(const Rules& rules, const Facts& facts, Win& win) {
  if (rules.scoring == Paohuzi::kLoudi) {
    score_loudi(rules, facts, win);
  } else {
    score_tun(rules, facts, win);
  }
}

}  // namespace

Win settle(const Rules& rules, const State& state, int slot, Paohuzi::Ending ending) {
  const Seat& own = Paohuzi::at(state, slot);
  Facts facts = facts_of(state, slot, ending);
  Win best;
  if (ending == Paohuzi::kSpecial) {
    zipai::for_types(own.hand.more_than[2], [&](int type) {
      const int copies = own.hand.count(type);
      const Group g = Paohuzi::group(copies == 4 ? Paohuzi::kTi : Paohuzi::kKan, type);
      best.groups[best.group_count++] = g;
      best.huxi += Paohuzi::points(g);
      facts.add(type, copies);
    });
    score(rules, facts, best);
    return best;
  }
  const bool with_card = ending != Paohuzi::kTian && state.source != Paohuzi::kFromMeld;
  zipai::for_types(own.hand.types(), [&](int type) { facts.add(type, own.hand.count(type)); });
  for (std::size_t i = 0; i < own.meld_count; ++i) {
    for_cards(own.melds[i], [&](int type, int copies) { facts.add(type, copies); });
  }
  if (with_card) facts.add(state.card, 1);
  const bool drawn = state.source == Paohuzi::kFromDraw && slot == state.exposer;
  for_arrangements(own, with_card ? state.card : Paohuzi::kNone, drawn, state.source != Paohuzi::kFromDiscard,
                   [&](std::span<const Group> groups, int huxi) {
                     if (huxi < rules.min_huxi) return;
                     Win win;
                     win.group_count = groups.size();
                     std::copy(groups.begin(), groups.end(), win.groups.begin());
                     win.huxi = huxi;
                     score(rules, facts, win);
                     if (best.group_count != 0) {
                       if (win.amount != best.amount ? win.amount < best.amount : win.huxi < best.huxi) return;
                       if (win.amount == best.amount && win.huxi == best.huxi && win.groups > best.groups) return;
                     }
                     best = win;
                   });
  return best;
}

}  // namespace paohuzi

Paohuzi::Ending Paohuzi::win_ending(const Rules& rules, const State& state, int slot) {
  switch (state.source) {
    case kFromDraw: return slot == state.exposer ? kZimo : kDraw;
    case kFromDiscard: return kDiscardWin;
    case kFromMeld: return kZimo;
    default: break;
  }
  const Ending plain = slot == 0 ? kTian : kDi;
  if (rules.special == 0 || !is_special(at(state, slot).hand)) return plain;
  if (slot != 0 && rules.liangzhang_win == 0) return kSpecial;
  const paohuzi::Win ordinary = paohuzi::settle(rules, state, slot, plain);
  const paohuzi::Win special = paohuzi::settle(rules, state, slot, kSpecial);
  if (ordinary.group_count == 0) return kSpecial;
  if (ordinary.amount != special.amount) return ordinary.amount > special.amount ? plain : kSpecial;
  return ordinary.huxi > special.huxi ? plain : kSpecial;
}

void Paohuzi::returns(const Rules& rules, const State& state, std::int32_t* out) {
  std::fill(out, out + rules.players, 0);
  if (state.ending < 0) return;
  if (state.ending == kHuang) {
    for (int slot = 1; slot < kActive; ++slot) out[seat(state, slot)] = rules.huang_pay;
    out[state.dealer] = -2 * rules.huang_pay;
    return;
  }
  const int winner = state.turn;
  const int amount = paohuzi::settle(rules, state, winner, static_cast<Ending>(state.ending)).amount;
  if (state.ending == kDiscardWin) {
    const int total = (rules.scoring == kLoudi ? 3 : 2) * amount;
    out[seat(state, state.exposer)] = -total;
    out[seat(state, winner)] = total;
    return;
  }
  for (int slot = 0; slot < kActive; ++slot) out[seat(state, slot)] = slot == winner ? 2 * amount : -amount;
}

namespace {

constexpr std::string_view kBy[] = {"zimo", "draw", "discard", "tian", "di", "special"};

/// How many 荒庄 in a row there are after this deal, 0 when the deal moves on.
int huang_after(const Paohuzi::Rules& rules) {
  const int huang = rules.huang_before + 1;
  return rules.huang_rotate > 0 && huang >= rules.huang_rotate ? 0 : huang;
}

}  // namespace

Paohuzi::HuFacts Paohuzi::hu_facts(const State& state) {
  const int winner = state.turn;
  const bool own = state.ending == kZimo || state.ending == kTian || state.ending == kSpecial;
  return {kBy[state.ending], seat(state, own ? winner : state.exposer),
          state.ending == kSpecial ? Tree() : Tree(name(state.card))};
}

NextDeal Paohuzi::next_deal(const Rules& rules, const State& state) {
  const int huang = state.ending == kHuang ? huang_after(rules) : 0;
  NextDeal out;
  out.dealer = state.ending != kHuang ? seat(state, state.turn) : (state.dealer + (huang == 0 ? 1 : 0)) % rules.players;
  if (huang != rules.huang_before) out.changes.set("huang_before", huang);
  return out;
}

Tree Paohuzi::detail(const Rules& rules, const State& state) {
  Tree out = Tree::map();
  const int next_dealer = next_deal(rules, state).dealer;
  if (state.ending == kHuang) {
    out.set("result", "huang").set("next_dealer", next_dealer).set("huang", huang_after(rules));
    return out;
  }
  const paohuzi::Win win = paohuzi::settle(rules, state, state.turn, static_cast<Ending>(state.ending));
  HuFacts facts = hu_facts(state);
  out.set("result", "hu").set("winner", seat(state, state.turn)).set("by", facts.by).set("from", facts.from);
  out.set("card", std::move(facts.card));
  Tree melds = Tree::list(), tags = Tree::list();
  for (std::size_t i = 0; i < win.group_count; ++i) melds.push(group_name(win.groups[i]));
  for (std::size_t t = 0; t < paohuzi::kTagNames.size(); ++t) {
    if ((win.tags >> t & 1U) != 0) tags.push(paohuzi::kTagNames[t]);
  }
  out.set("melds", std::move(melds)).set("huxi", win.huxi).set("tags", std::move(tags)).set("amount", win.amount);
  if (rules.scoring == kLoudi) {
    out.set("hundreds", win.hundreds).set("doubles", win.doubles);
  } else {
    out.set("tun", win.tun).set("fan", win.fan);
  }
  return out.set("next_dealer", next_dealer).set("huang", 0);
}

}  // namespace yezi
