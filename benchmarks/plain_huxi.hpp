/// A plain recursive count of 胡息, as one would write it first: the yardstick of `analyse_batch("huxi")`.
#pragma once

#include <algorithm>
#include <cstdint>

namespace yezi::bench {

/// The best 胡息 of a complete concealed hand, counts of the 20 zipai types: threes are 坎, fours 提, the rest is split
/// into chi melds, with one pair if there is a four. -1 when there is no arrangement with at least `min_huxi`.
class PlainHuxi {
 public:
  int operator()(const std::uint8_t* counts, int min_huxi) {
    int fixed = 0, cards = 0, fours = 0;
    for (int t = 0; t < 20; ++t) {
      cards += counts[t];
      loose_[t] = counts[t] < 3 ? counts[t] : 0;
      if (counts[t] == 3) fixed += t < 10 ? 3 : 6;
      if (counts[t] == 4) {
        fixed += t < 10 ? 9 : 12;
        ++fours;
      }
    }
    best_ = -1;
    if (cards == (fours == 0 ? 21 : 20 + fours)) split(0, fours > 0, fixed);
    return best_ >= min_huxi ? best_ : -1;
  }

 private:
  void split(int type, bool pair, int huxi) {
    while (type < 20 && loose_[type] == 0) ++type;
    if (type == 20) {
      if (!pair) best_ = std::max(best_, huxi);
      return;
    }
    const int rank = type % 10, other = type < 10 ? type + 10 : type - 10;
    if (pair && loose_[type] == 2) {
      loose_[type] = 0;
      split(type, false, huxi);
      loose_[type] = 2;
    }
    if (rank < 8) try_meld(type, type + 1, type + 2, type, pair, huxi + (rank == 0 ? (type < 10 ? 3 : 6) : 0));
    if (rank == 1) try_meld(type, type + 5, type + 8, type, pair, huxi + (type < 10 ? 3 : 6));
    if (type < 10) {
      try_meld(type, type, other, type, pair, huxi);
      try_meld(type, other, other, type, pair, huxi);
    }
  }
  void try_meld(int a, int b, int c, int type, bool pair, int huxi) {
    --loose_[a];
    --loose_[b];
    --loose_[c];
    if (loose_[a] >= 0 && loose_[b] >= 0 && loose_[c] >= 0) split(type, pair, huxi);
    ++loose_[a];
    ++loose_[b];
    ++loose_[c];
  }

  std::int8_t loose_[20];
  int best_ = -1;
};

}  // namespace yezi::bench
