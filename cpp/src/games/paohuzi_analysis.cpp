// The winning test of paohuzi, its claims, and the analyses of hands.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "paohuzi_win.hpp"

namespace yezi {

namespace {

using Rules = Paohuzi::Rules;
using State = Paohuzi::State;
using Seat = Paohuzi::Seat;
using zipai::Loose;
using zipai::Types;

const zipai::SplitTables& tables() {
  static const zipai::SplitTables made(Paohuzi::kChiPoints);
  return made;
}

/// 胡息 of the same kind of every type of a set.
int points_of(Paohuzi::Kind kind, Types types) {
  return Paohuzi::points(kind, 0) * std::popcount(types & zipai::kSmall) +
         Paohuzi::points(kind, zipai::kRanks) * std::popcount(types & zipai::kBig);
}

/// Splits of loose cards beside groups that are fixed: `huxi` and `fours` of those, `cards` in all.
struct Rest {
  int cards, fours, huxi;

  int best(Loose loose) const {
    if (!paohuzi::fits(cards, fours)) return -1;
    const int split = tables().best(loose, fours > 0);
    return split < 0 ? -1 : huxi + split;
  }
  /// With one group more or better.
  Rest with(int more_fours, int more_huxi) const { return {cards, fours + more_fours, huxi + more_huxi}; }
};

/// The best split of loose cards with three c, not as a 碰: one chi meld with a c is taken out first.
int best_with_three(const Rest& rest, const Seat& own, Loose loose, int card) {
  const std::uint64_t have = zipai::available(own.loose(), own.loose_twice());
  int most = -1;
  for (int copies = 1; copies <= 2; ++copies) {
    zipai::kLayLists.for_lays(card, copies, have, [&](int lay) {
      if (lay >= zipai::kChis) return;  // the first lays are single melds
      Loose left = loose + zipai::loose_card(card);
      for (const int type : zipai::kChi[static_cast<std::size_t>(lay)]) left = left - zipai::loose_card(type);
      most = std::max(most, rest.with(0, Paohuzi::kChiPoints.of(lay)).best(left));
    });
  }
  return most;
}

}  // namespace

// ---- Winning arrangement
// ----------------------------------------------------------------------------------------------

int Paohuzi::best_huxi(const Seat& own, int card, bool drawn, bool from_wall) {
  const Types kans = own.hand.exactly(3), fours = own.hand.more_than[3];
  Rest rest{own.cards() + (card == kNone ? 0 : 1), own.fours + std::popcount(fours),
            own.huxi + points_of(kKan, kans) + points_of(kTi, fours)};
  const Loose loose = zipai::loose(own.loose(), own.loose_twice());
  if (card == kNone) return rest.best(loose);
  const Types bit = zipai::bit(card);
  const Loose one = zipai::loose_card(card);
  const int three = ((kans | own.weis) & bit) != 0 ? points(kKan, card) : 0;  // of its 坎 or 偎
  const bool twice = (own.loose_twice() & bit) != 0;
  if (drawn && three > 0) return rest.with(1, points(kTi, card) - three).best(loose);
  if (drawn && twice) return rest.with(0, points(kWei, card)).best(loose - one - one);
  int most = twice ? std::max(rest.with(0, points(kPeng, card)).best(loose - one - one),
                              best_with_three(rest, own, loose, card))
                   : rest.best(loose + one);
  if (three > 0) {
    most = std::max(most, rest.with(1, points(kPao, card) - three).best(loose));
  } else if (from_wall && (own.pengs & bit) != 0) {
    most = std::max(most, rest.with(1, points(kPao, card) - points(kPeng, card)).best(loose));
  }
  return most;
}

bool Paohuzi::can_win(const Rules& rules, const Seat& own, int card, bool drawn, bool from_wall) {
  // At most: what is fixed, 6 more for the card, and every scoring chi meld of which the cards are there.
  const Types card_bit = card == kNone ? 0 : zipai::bit(card);
  const Types once = own.loose() | card_bit, twice = own.loose_twice() | (own.loose() & card_bit);
  constexpr Types kRun = 0b0000000111, kRed = 0b1001000010;
  const auto holds = [](Types types, Types meld) { return (types & meld) == meld ? 1 : 0; };
  const auto melds = [&](int shift) {
    return holds(once, kRun << shift) + holds(twice, kRun << shift) + holds(once, kRed << shift) +
           holds(twice, kRed << shift);
  };
  const int most = own.huxi + points_of(kKan, own.hand.exactly(3)) + points_of(kTi, own.hand.more_than[3]) + 6 +
                   kChiPoints.small_run * melds(0) + kChiPoints.big_run * melds(zipai::kRanks);
  return most >= rules.min_huxi && best_huxi(own, card, drawn, from_wall) >= rules.min_huxi;
}
static_assert(Paohuzi::kChiPoints.small_run == Paohuzi::kChiPoints.small_red &&
              Paohuzi::kChiPoints.big_run == Paohuzi::kChiPoints.big_red);

// ---- Claims
// -----------------------------------------------------------------------------------------------------------

std::uint8_t Paohuzi::runner(const State& state) {
  const Types card = zipai::bit(state.card);
  for (int slot = 0; slot < kActive; ++slot) {
    const Seat& own = at(state, slot);
    Types types = slot == state.exposer ? 0 : own.hand.more_than[2] | own.weis;
    if (state.source == kFromDraw) types |= own.pengs;
    if ((types & card) != 0) return static_cast<std::uint8_t>(slot);
  }
  return kNone;
}

std::uint8_t Paohuzi::meld_offers(const Rules& rules, const State& state, int slot, std::uint8_t run) {
  const Seat& own = at(state, slot);
  const Types card = zipai::bit(state.card);
  Types barred_peng = 0, barred_chi = 0;
  if (rules.guo == kBoth) barred_peng = barred_chi = own.chou | own.thrown;
  if (rules.guo == kSeparate) {
    barred_peng = own.no_peng | own.thrown;
    barred_chi = own.no_chi | own.thrown;
  }
  unsigned offers = run == slot && rules.pao == kOptional ? kOfferPao : 0;
  const bool own_card = slot == state.exposer;
  if (!own_card && (own.loose_twice() & card & ~barred_peng) != 0 && own.size > 2) offers |= kOfferPeng;
  const bool may_eat = own_card || slot == next(state.exposer);
  if (!may_eat || (card & (barred_chi | own.hand.more_than[2])) != 0) return static_cast<std::uint8_t>(offers);
  const int held = own.hand.count(state.card);
  const std::uint64_t have = zipai::available(own.loose(), own.loose_twice());
  bool full = false;
  zipai::kLayLists.for_lays(state.card, held + 1, have, [&](int lay) { full |= keeps_card(own, lay); });
  if (full) offers |= kOfferChi | kOfferFullChi;
  if (!full && rules.bi == kShao && held > 0) {
    if (zipai::kLayLists.any(state.card, held == 2 ? zipai::LayLists::kOneOrTwo : 1, have)) offers |= kOfferChi;
  }
  return static_cast<std::uint8_t>(offers);
}

void Paohuzi::make_offers(const Rules& rules, State& state, std::uint8_t run) {
  const bool draw = state.source == kFromDraw;
  for (int place = 0; place < kActive; ++place) {
    const int slot = slot_at(state, place);
    std::uint8_t& offers = state.offers[static_cast<std::size_t>(place)];
    offers = 0;
    if (!draw && slot == state.exposer) continue;
    if (run == kNone || rules.pao == kOptional) offers = meld_offers(rules, state, slot, run);
    const Seat& own = at(state, slot);
    if ((draw || rules.discard_win != 0) && own.burnt == 0 &&
        can_win(rules, own, state.card, slot == state.exposer, draw)) {
      offers |= kOfferHu;
    }
  }
}

// ---- Analysis hu
// ------------------------------------------------------------------------------------------------------

namespace {

/// The query of the analysis `hu`, read and checked.
struct HuQuery {
  Seat own{};
  std::uint8_t card = Paohuzi::kNone;
  bool drawn = false, wall = true;
  std::array<int, zipai::kTypes> held{};  ///< hand and melds

  Status read(const Tree& query) {
    if (Status status = read_hand(*query.find("hand")); !status.ok()) return status;
    if (const Tree* melds = query.find("melds"); melds != nullptr) {
      if (Status status = read_melds(*melds); !status.ok()) return status;
    }
    if (const Tree* given = query.find("card"); given != nullptr && !given->is_null()) {
      const int type = given->text() == nullptr ? -1 : zipai::read_card(*given->text());
      if (type < 0) return bad("card", *given, "a card or null");
      card = static_cast<std::uint8_t>(type);
    }
    for (int type = 0; type < zipai::kTypes; ++type) {
      const int count = held[static_cast<std::size_t>(type)] + (type == card ? 1 : 0);
      if (count > zipai::kCopies) {
        return Status::error(ErrorKind::query, std::to_string(count) + " of " + std::string(Paohuzi::name(type)) +
                                                   " in hand, melds and card; at most 4");
      }
    }
    if (Status status = read_truth(query, "drawn", drawn); !status.ok()) return status;
    return read_truth(query, "wall", wall);
  }

  static Status bad(std::string_view name, const Tree& value, std::string_view allowed) {
    return Status::error(ErrorKind::query,
                         std::string(name) + " is " + to_json(value) + "; allowed: " + std::string(allowed));
  }
  static Status read_truth(const Tree& query, std::string_view name, bool& out) {
    const Tree* given = query.find(name);
    if (given == nullptr) return {};
    if (given->boolean() == nullptr) return bad(name, *given, "true, false");
    out = *given->boolean();
    return {};
  }
  Status read_hand(const Tree& given) {
    std::vector<int> cards;
    bool good = given.text() != nullptr ? read_cards(*given.text(), cards) : given.items() != nullptr;
    if (given.items() != nullptr) {
      for (const Tree& item : *given.items()) {
        const int type = item.text() == nullptr ? -1 : zipai::read_card(*item.text());
        good = good && type >= 0;
        cards.push_back(type);
      }
    }
    if (!good || cards.size() > 21) return bad("hand", given, "at most 21 cards, a string or a list");
    for (const int type : cards) {
      int& count = held[static_cast<std::size_t>(type)];
      if (++count <= zipai::kCopies) own.hand.add(type);
    }
    own.size = static_cast<std::uint8_t>(cards.size());
    return {};
  }
  Status read_melds(const Tree& given) {
    constexpr std::string_view kAllowed =
        "at most 7 strings `kind cards`, kind one of ti, pao, wei, chouwei, peng, chi";
    if (given.items() == nullptr || given.items()->size() > Paohuzi::kMelds) return bad("melds", given, kAllowed);
    for (const Tree& item : *given.items()) {
      const int meld = item.text() == nullptr ? -1 : read_meld(*item.text());
      if (meld < 0) return bad("melds", given, kAllowed);
      Paohuzi::lay(own, static_cast<Paohuzi::Group>(meld));
    }
    return {};
  }
  static bool read_cards(std::string_view text, std::vector<int>& cards) {
    while (!text.empty()) {
      const int type = zipai::take_card(text);
      if (type < 0) return false;
      cards.push_back(type);
    }
    return true;
  }
  /// The group of a table meld, -1 for what is none.
  int read_meld(std::string_view text) {
    const std::size_t space = text.find(' ');
    std::vector<int> cards;
    if (space == std::string_view::npos || !read_cards(text.substr(space + 1), cards) || cards.empty()) return -1;
    std::sort(cards.begin(), cards.end());
    const std::string_view kind = text.substr(0, space);
    int found = -1;
    if (kind == "chi" && cards.size() == 3) {
      const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(cards[i]); };
      const int chi = zipai::find_chi({at(0), at(1), at(2)});
      if (chi >= 0) found = Paohuzi::chi_group(chi);
    } else if (cards.front() == cards.back()) {
      for (const Paohuzi::Kind k : {Paohuzi::kChouwei, Paohuzi::kPeng, Paohuzi::kWei, Paohuzi::kPao, Paohuzi::kTi}) {
        const Paohuzi::Group g = Paohuzi::group(k, cards.front());
        if (paohuzi::kKindNames[k] == kind && Paohuzi::group_size(g) == static_cast<int>(cards.size())) found = g;
      }
    }
    if (found >= 0) {
      for (const int type : cards) ++held[static_cast<std::size_t>(type)];
    }
    return found;
  }
};

std::string waits(const Rules& rules, const HuQuery& query, bool drawn, bool wall) {
  std::string out;
  for (int type = 0; type < zipai::kTypes; ++type) {
    if (query.held[static_cast<std::size_t>(type)] < zipai::kCopies &&
        Paohuzi::can_win(rules, query.own, type, drawn, wall)) {
      out += Paohuzi::name(type);
    }
  }
  return out;
}

}  // namespace

Status Paohuzi::analyse(const Rules& rules, std::string_view, const Tree& query, Tree& out) {
  HuQuery read;
  if (Status status = read.read(query); !status.ok()) return status;
  std::vector<std::array<Group, 7>> best;
  int most = -1, all = 0, complete = 0;
  paohuzi::for_arrangements(read.own, read.card, read.drawn, read.wall, [&](std::span<const Group> groups, int huxi) {
    ++complete;
    if (huxi < rules.min_huxi) return;
    ++all;
    if (huxi < most) return;
    if (huxi > most) best.clear();
    most = huxi;
    std::copy(groups.begin(), groups.end(), best.emplace_back().begin());
  });
  std::sort(best.begin(), best.end());
  out = Tree::map();
  out.set("win", all > 0).set("huxi", all > 0 ? Tree(most) : Tree());
  out.set("best", Tree::list_of(best, [](const std::array<Group, 7>& groups) {
            return Tree::list_of(groups, [](Group g) { return Tree(group_name(g)); });
          }));
  out.set("all", all).set("complete", complete);
  if (read.card != kNone) {
    Tree ting = Tree::map();
    ting.set("drawn", waits(rules, read, true, true)).set("wall", waits(rules, read, false, true));
    out.set("ting", std::move(ting.set("discard", waits(rules, read, false, false))));
  }
  return {};
}

// ---- Many hands at once
// -----------------------------------------------------------------------------------------------

namespace {

/// What one type adds to a complete concealed hand, by its count, in fields of one number.
constexpr int kBigAt = 20, kCardsAt = 40, kFoursAt = 48, kHuxiAt = 52;
constexpr std::uint64_t type_sum(int type, unsigned count) {
  const std::uint64_t power = zipai::kPower3[static_cast<std::size_t>(zipai::rank(type))];
  std::uint64_t sum = std::uint64_t{count} << kCardsAt;
  if (count <= 2) sum += count * power << (zipai::is_big(type) ? kBigAt : 0);
  if (count == 3) sum += static_cast<std::uint64_t>(Paohuzi::points(Paohuzi::kKan, type)) << kHuxiAt;
  if (count == 4)
    sum +=
        (std::uint64_t{1} << kFoursAt) + (static_cast<std::uint64_t>(Paohuzi::points(Paohuzi::kTi, type)) << kHuxiAt);
  return sum;
}
/// The same for two neighbouring types, by their counts in three bits each.
constexpr std::array<std::array<std::uint64_t, 64>, zipai::kTypes / 2> kPairSums = [] {
  std::array<std::array<std::uint64_t, 64>, zipai::kTypes / 2> sums{};
  for (std::size_t k = 0; k < sums.size(); ++k) {
    for (unsigned a = 0; a <= zipai::kCopies; ++a) {
      for (unsigned b = 0; b <= zipai::kCopies; ++b) {
        sums[k][a | b << 3] = type_sum(static_cast<int>(2 * k), a) + type_sum(static_cast<int>(2 * k + 1), b);
      }
    }
  }
  return sums;
}();

struct HandSum {
  std::uint64_t sum;
  Loose loose() const {
    constexpr std::uint64_t kNumber = (1U << kBigAt) - 1;
    return {static_cast<std::uint32_t>(sum & kNumber), static_cast<std::uint32_t>(sum >> kBigAt & kNumber)};
  }
  unsigned cards() const { return static_cast<unsigned>(sum >> kCardsAt & 255); }
  unsigned fours() const { return static_cast<unsigned>(sum >> kFoursAt & 15); }
  int huxi() const { return static_cast<int>(sum >> kHuxiAt); }
};

bool has_count_above_four(const std::uint8_t* row) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080, kAdd = 0x7B7B7B7B7B7B7B7B;
  std::uint64_t a = 0, b = 0, c = 0;
  std::memcpy(&a, row, sizeof a);
  std::memcpy(&b, row + 8, sizeof b);
  std::memcpy(&c, row + 12, sizeof c);
  const auto over = [](std::uint64_t x) { return ((x & ~kHighBits) + kAdd) | x; };
  return ((over(a) | over(b) | over(c)) & kHighBits) != 0;
}

/// Rows at a time: every step is a plain loop over the rows that are left, so that the processor can work on many.
constexpr std::size_t kBlock = 128;

class HuxiBlock {
 public:
  explicit HuxiBlock(int min_huxi) : min_huxi_(min_huxi) {}

  /// Writes n <= kBlock results; false when a row has a count above four.
  bool run(const std::uint8_t* rows, std::size_t n, std::int16_t* out) {
    bool bad = false;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint8_t* row = rows + i * zipai::kTypes;
      bad |= has_count_above_four(row);
      std::uint64_t sum = 0;
      for (std::size_t k = 0; k < kPairSums.size(); ++k) sum += kPairSums[k][(row[2 * k] | row[2 * k + 1] << 3) & 63];
      hands_[i].sum = sum;
    }
    if (bad) return false;
    std::size_t plain = 0, with_pair = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const bool pair = hands_[i].fours() != 0;
      const bool fits = hands_[i].cards() == 20 + hands_[i].fours() + !pair;
      plain_[plain] = with_pair_[with_pair] = static_cast<std::uint8_t>(i);
      plain += fits && !pair;
      with_pair += fits && pair;
      best_[i] = -1;
    }
    split(plain_, plain, zipai::PairIn::none);
    split(with_pair_, with_pair, zipai::PairIn::small);
    split(with_pair_, with_pair, zipai::PairIn::big);
    for (std::size_t i = 0; i < n; ++i) {
      const int huxi = best_[i] + hands_[i].huxi();
      out[i] = static_cast<std::int16_t>(best_[i] >= 0 && huxi >= min_huxi_ ? huxi : -1);
    }
    return true;
  }

 private:
  using Rows = std::array<std::uint8_t, kBlock>;
  void split(const Rows& rows, std::size_t n, zipai::PairIn pair) {
    const zipai::SplitTables& split = tables();
    std::size_t left = 0;
    for (std::size_t j = 0; j < n; ++j) {
      left_[left] = rows[j];
      left += split.may_split(hands_[rows[j]].loose(), pair);
    }
    for (std::size_t j = 0; j < left; ++j) {
      const std::uint8_t i = left_[j];
      best_[i] = std::max(best_[i], split.best(hands_[i].loose(), pair));
    }
  }

  int min_huxi_;
  std::array<HandSum, kBlock> hands_;
  Rows plain_, with_pair_, left_;
  std::array<int, kBlock> best_;
};

Status bad_row(const std::uint8_t* rows, std::size_t row) {
  for (; !has_count_above_four(rows + row * zipai::kTypes);) ++row;
  const std::uint8_t* counts = rows + row * zipai::kTypes;
  int type = 0;
  while (counts[type] <= zipai::kCopies) ++type;
  return Status::error(ErrorKind::query, "row " + std::to_string(row) + ": " + std::to_string(counts[type]) + " of " +
                                             std::string(Paohuzi::name(type)) + "; at most 4");
}

}  // namespace

Status paohuzi::bulk_huxi(const void* rules, const std::uint8_t* rows, std::size_t begin, std::size_t end,
                          void* const* outputs) {
  auto* const out = static_cast<std::int16_t*>(outputs[0]);
  HuxiBlock block(static_cast<const Rules*>(rules)->min_huxi);
  for (std::size_t row = begin; row < end; row += kBlock) {
    if (!block.run(rows + row * zipai::kTypes, std::min(kBlock, end - row), out + row)) return bad_row(rows, row);
  }
  return {};
}

}  // namespace yezi
