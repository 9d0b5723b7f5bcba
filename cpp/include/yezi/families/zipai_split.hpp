/// Splitting loose zipai cards completely into chi melds, and one pair where it is asked for: the most points by table,
/// and every way one by one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <yezi/families/zipai_melds.hpp>

namespace yezi::zipai {

/// The loose cards of both sizes, 0, 1 or 2 of each rank, as numbers of ten ternary digits.
struct Loose {
  std::uint32_t small, big;
};

inline constexpr std::array<std::uint16_t, kRanks> kPower3 = {1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683};

/// For every set of ranks the sum of their powers of three.
inline constexpr std::array<std::uint16_t, 1 << kRanks> kTernary = [] {
  std::array<std::uint16_t, 1 << kRanks> sums{};
  for (std::size_t set = 1; set < sums.size(); ++set) {
    sums[set] =
        static_cast<std::uint16_t>(sums[set & (set - 1)] + kPower3[static_cast<std::size_t>(std::countr_zero(set))]);
  }
  return sums;
}();

/// `once` and `twice`: the types with one or more, and with two, loose cards.
constexpr Loose loose(Types once, Types twice) {
  return {std::uint32_t{kTernary[once & kSmall]} + kTernary[twice & kSmall],
          std::uint32_t{kTernary[once >> kRanks]} + kTernary[twice >> kRanks]};
}
constexpr Loose loose_card(int type) {
  const std::uint32_t power = kPower3[static_cast<std::size_t>(rank(type))];
  return is_big(type) ? Loose{0, power} : Loose{power, 0};
}
constexpr Loose operator+(Loose a, Loose b) { return {a.small + b.small, a.big + b.big}; }
constexpr Loose operator-(Loose a, Loose b) { return {a.small - b.small, a.big - b.big}; }

/// Where the pair of a split is taken from.
enum class PairIn : std::uint8_t { none, small, big };

/// The most points of a complete split, by table.
///
/// Only the mixed melds (一壹壹 …) couple the sizes: of a rank one size gives them nothing, one card or two, and the
/// other size nothing, two or one. So for every number of one size the tables know the points of its split without
/// mixed melds, and how many cards each rank may give away so that the rest can still be split. What both sizes can
/// live with leaves few ranks open, mostly none; those are tried.
class SplitTables {
 public:
  explicit SplitTables(const ChiPoints& points) {
    for (auto* table : {&small_, &big_}) {
      for (auto& numbers : *table) numbers.fill(-1);
    }
    fill(0, 0, 0, 0, points);
    for (std::size_t number = 0; number < kNumbers; ++number) {
      for (const std::size_t power : kPower3) {
        if (number / power % 3 != 2) continue;
        small_[1][number] = std::max(small_[1][number], small_[0][number - 2 * power]);
        big_[1][number] = std::max(big_[1][number], big_[0][number - 2 * power]);
      }
    }
    for (std::size_t pair = 0; pair < 2; ++pair) fill_gives(small_[pair], gives_[pair]);
  }

  /// -1 when there is no complete split; with `pair` exactly one pair is part of it.
  int best(Loose cards, bool pair) const {
    return pair ? std::max(best(cards, PairIn::small), best(cards, PairIn::big)) : best(cards, PairIn::none);
  }
  int best(Loose cards, PairIn pair) const { return search(tables(pair), cards, kAllRanks); }

  /// False when there is no complete split, most often also otherwise: the quick part of `best`, for many hands.
  bool may_split(Loose cards, PairIn pair) const { return !Ways(tables(pair), cards, kAllRanks).dead(); }

 private:
  static constexpr std::size_t kNumbers = 59049;  // 3 ** 10
  static constexpr std::uint32_t kAllRanks = (1U << kRanks) - 1;
  template <class T>
  using Table = std::array<T, kNumbers>;

  struct Tables {
    const std::int8_t *small, *big;                ///< points of the split without mixed melds, -1 for none
    const std::uint32_t *small_gives, *big_gives;  ///< three fields of ten ranks: may give 0, 1, 2 cards to mixed melds
  };
  Tables tables(PairIn pair) const {
    const std::size_t s = pair == PairIn::small, b = pair == PairIn::big;
    return {small_[s].data(), big_[b].data(), gives_[s].data(), gives_[b].data()};
  }

  /// The ranks where no mixed meld is possible, one small and two big cards, two small cards and one big.
  struct Ways {
    std::uint32_t none, one, two;

    /// `open`: the ranks where a mixed meld may still be taken.
    Ways(const Tables& tables, Loose cards, std::uint32_t open) {
      const std::uint32_t s = tables.small_gives[cards.small], b = tables.big_gives[cards.big];
      none = s & b & kAllRanks;
      one = s >> kRanks & b >> (2 * kRanks) & open;
      two = s >> (2 * kRanks) & b >> kRanks & open;
    }
    bool dead() const { return (none | one | two) != kAllRanks; }
    /// The ranks with more than one way.
    std::uint32_t choice() const { return (none & (one | two)) | (one & two); }
  };

  static int search(const Tables& tables, Loose cards, std::uint32_t open) {
    const Ways ways(tables, cards, open);
    if (ways.dead()) return -1;
    const std::uint32_t choice = ways.choice(), one = ways.one & ~choice, two = ways.two & ~choice;
    cards = cards - Loose{std::uint32_t{kTernary[one]} + 2U * kTernary[two], 2U * kTernary[one] + kTernary[two]};
    if (choice == 0) {
      const int small = tables.small[cards.small], big = tables.big[cards.big];
      return (small | big) < 0 ? -1 : small + big;
    }
    const std::uint32_t rank = choice & (0U - choice), power = kTernary[rank];
    open &= ~(one | two | rank);
    int most = (ways.none & rank) != 0 ? search(tables, cards, open) : -1;
    if ((ways.one & rank) != 0) most = std::max(most, search(tables, cards - Loose{power, 2 * power}, open));
    if ((ways.two & rank) != 0) most = std::max(most, search(tables, cards - Loose{2 * power, power}, open));
    return most;
  }

  /// Enters `number`, a sum of melds of one size, and all that come from adding melds number `from` and later.
  void fill(std::size_t number, std::size_t from, int small_points, int big_points, const ChiPoints& points) {
    small_[0][number] = std::max(small_[0][number], static_cast<std::int8_t>(small_points));
    big_[0][number] = std::max(big_[0][number], static_cast<std::int8_t>(big_points));
    for (std::size_t meld = from; meld <= 8; ++meld) {  // runs from rank 0 … 7, then 二七十
      const bool run = meld == 0, red = meld == 8;
      const std::array ranks = red ? std::array<std::size_t, 3>{1, 6, 9} : std::array{meld, meld + 1, meld + 2};
      std::size_t sum = number;
      bool fits = true;
      for (const std::size_t r : ranks) {
        fits = fits && number / kPower3[r] % 3 < 2;
        sum += kPower3[r];
      }
      if (!fits) continue;
      fill(sum, meld,
           small_points + (red   ? points.small_red
                           : run ? points.small_run
                                 : 0),
           big_points + (red   ? points.big_red
                         : run ? points.big_run
                               : 0),
           points);
    }
  }

  /// One rank after the other: what a number gives there, it may give with all that it gives at the ranks before.
  static void fill_gives(const Table<std::int8_t>& split, Table<std::uint32_t>& gives) {
    for (std::size_t number = 0; number < kNumbers; ++number) gives[number] = split[number] >= 0 ? kAllRanks : 0;
    for (std::size_t r = 0; r < kRanks; ++r) {
      const std::uint32_t nothing = 1U << r;
      for (std::size_t number = kNumbers; number-- > 0;) {
        const std::size_t cards = number / kPower3[r] % 3;
        for (std::size_t given = 1; given <= cards; ++given) {
          const std::uint32_t rest = gives[number - given * kPower3[r]];
          if (rest != 0) gives[number] |= (rest & ~nothing) | nothing << (given * kRanks);
        }
      }
    }
  }

  std::array<Table<std::int8_t>, 2> small_, big_;  ///< without, with a pair
  std::array<Table<std::uint32_t>, 2> gives_;
};

/// Calls f(std::span<const std::uint8_t> chis, int pair) for every complete split of `counts` (`pair`: its type, -1 for
/// none), each multiset once.
template <class F>
class Splits {
 public:
  Splits(const std::array<std::uint8_t, kTypes>& counts, bool pair, F& f) : counts_(counts), want_pair_(pair), f_(f) {
    search(0, 0, -1);
  }

 private:
  void search(std::size_t lowest, std::size_t from, int last) {
    while (lowest < kTypes && counts_[lowest] == 0) ++lowest;
    if (lowest == kTypes) {
      if (want_pair_ == (pair_ >= 0)) f_(std::span<const std::uint8_t>(chis_.data(), n_), pair_);
      return;
    }
    const int type = static_cast<int>(lowest);
    if (want_pair_ && pair_ < 0 && last != type && counts_[lowest] >= 2) {  // before the melds that begin with the type
      pair_ = type;
      counts_[lowest] = static_cast<std::uint8_t>(counts_[lowest] - 2);
      search(lowest, from, last);
      counts_[lowest] = static_cast<std::uint8_t>(counts_[lowest] + 2);
      pair_ = -1;
    }
    for (std::size_t i = std::max<std::size_t>(from, kFirstChi[lowest]); i < kFirstChi[lowest + 1]; ++i) {
      const bool fits = take(i, 1);
      if (fits) {
        chis_[n_++] = static_cast<std::uint8_t>(i);
        search(lowest, i, type);
        --n_;
        take(i, -1);
      }
    }
  }
  /// Takes a meld out of the counts (or puts it back: -1); false, nothing taken, when they do not hold it.
  bool take(std::size_t chi, int sign) {
    std::size_t done = 0;
    for (; done < 3; ++done) {
      std::uint8_t& count = counts_[kChi[chi][done]];
      if (sign > 0 && count == 0) break;
      count = static_cast<std::uint8_t>(count - sign);
    }
    if (done == 3) return true;
    while (done-- > 0) ++counts_[kChi[chi][done]];
    return false;
  }

  std::array<std::uint8_t, kTypes> counts_;
  std::array<std::uint8_t, 7> chis_{};
  std::size_t n_ = 0;
  int pair_ = -1;
  bool want_pair_;
  F& f_;
};

}  // namespace yezi::zipai
