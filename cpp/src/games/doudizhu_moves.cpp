// The catalogue of moves of doudizhu, and moves as text.
#include <yezi/families/landlord_patterns.hpp>

#include <algorithm>

#include <yezi/core/error.hpp>

namespace yezi::landlord {

namespace {

/// Writes the catalogue in the order of the codes.
class Writer {
 public:
  explicit Writer(Catalogue& out) : out_(out) {}

  void write() {
    for (int r = 0; r < kRanks; ++r) put(kSolo, 0, r, counts::one(r));
    chains(kSoloChain, 1, 5, 12);
    same_rank(kPair, 2);
    chains(kPairChain, 2, 3, 10);
    same_rank(kTrio, 3);
    chains(kTrioChain, 3, 2, 6);
    for (int main = 0; main < kPairRanks; ++main) attach(kTrioSolo, main, 1, kRanks);
    for (int main = 0; main < kPairRanks; ++main) attach(kTrioPair, main, 2, kPairRanks);
    for (int n = 2; n <= 5; ++n) trio_chains(kTrioChainSolo, n);
    for (int n = 2; n <= 4; ++n) trio_chains(kTrioChainPair, n);
    for (int main = 0; main < kPairRanks; ++main) with_kickers(kFourTwoSolo, 0, main, 4 * counts::one(main), 2);
    for (int main = 0; main < kPairRanks; ++main) with_kickers(kFourTwoPair, 0, main, 4 * counts::one(main), 2);
    same_rank(kBomb, 4);
    put(kRocket, 0, kBlack, kJokers);
    YEZI_ASSERT(code_ == kCodes);
  }

 private:
  void put(Pattern pattern, int length, int main, Counts cards) {
    out_.cards[code_] = cards;
    out_.key[code_++] = Key::of(pattern, length, main);
  }
  void same_rank(Pattern pattern, unsigned times) {
    for (int r = 0; r < kPairRanks; ++r) put(pattern, 0, r, times * counts::one(r));
  }
  void chains(Pattern pattern, unsigned times, int shortest, int longest) {
    for (int n = shortest; n <= longest; ++n) {
      for (int main = 0; main + n <= kChainRanks; ++main) put(pattern, n, main, times * counts::run(main, n));
    }
  }
  void attach(Pattern pattern, int main, unsigned times, int ranks) {
    for (int r = 0; r < ranks; ++r) {
      if (r != main) put(pattern, 0, main, 3 * counts::one(main) + times * counts::one(r));
    }
  }
  void trio_chains(Pattern pattern, int n) {
    for (int main = 0; main + n <= kChainRanks; ++main) with_kickers(pattern, n, main, 3 * counts::run(main, n), n);
  }

  /// All moves of one body with n kickers, and their table.
  void with_kickers(Pattern pattern, int length, int main, Counts body, int n) {
    const bool pairs = pattern == kTrioChainPair || pattern == kFourTwoPair;
    KickerTable& table = out_.kickers[static_cast<std::size_t>(kicker_table(pattern, length) + main)];
    table.first = static_cast<std::int32_t>(code_);
    for (int r = 0; r < kRanks; ++r) {
      const bool joker = r >= kPairRanks;
      const bool beside = length > 0 && r < kChainRanks && (r == main - 1 || r == main + length);  // K3
      int most = joker ? 1 : beside ? 2 : 3;                                                       // K2
      if (pairs) most = joker ? 0 : 1;                                                             // K4
      if (counts::get(body, r) > 0) most = 0;                                                      // K1
      table.most[static_cast<std::size_t>(r)] = static_cast<std::uint8_t>(most);
    }
    table.ways = {};
    table.ways[0].fill(1);
    for (std::size_t r = kRanks; r-- > 0;) {
      for (std::size_t k = 1; k < table.ways.size(); ++k) {
        unsigned ways = 0;
        for (std::size_t times = 0; times <= table.most[r] && times <= k; ++times) ways += table.ways[k - times][r + 1];
        table.ways[k][r] = static_cast<std::uint16_t>(ways);
      }
    }
    choose(table, Key::of(pattern, length, main), body, pairs ? 2 : 1, n, 0);
  }
  /// The cards so far, and n kickers of rank `from` or higher.
  void choose(const KickerTable& table, Key key, Counts cards, unsigned size, int n, int from) {
    if (n == 0) {
      put(key.pattern(), key.length(), key.main(), cards);
      return;
    }
    for (int r = from; r < kRanks; ++r) {
      for (int times = std::min<int>(n, table.most[static_cast<std::size_t>(r)]); times > 0; --times) {
        choose(table, key, cards + static_cast<unsigned>(times) * size * counts::one(r), size, n - times, r + 1);
      }
    }
  }

  Catalogue& out_;
  std::size_t code_ = kFirstMove;
};

/// The place of a choice of n kickers in the order of a body's kickers: what is counted off before it.
class Place {
 public:
  Place(const KickerTable& table, int n) : table_(table), n_(n) {}

  void choose(int r, int times) {
    const auto n = static_cast<std::size_t>(n_);
    const auto rank = static_cast<std::size_t>(r);
    place_ += table_.ways[n][from_] - table_.ways[n][rank];
    for (int more = times + 1; more <= table_.most[rank] && more <= n_; ++more) {
      place_ += table_.ways[static_cast<std::size_t>(n_ - more)][rank + 1];
    }
    from_ = rank + 1;
    n_ -= times;
  }
  Action code() const { return table_.first + place_; }

 private:
  const KickerTable& table_;
  std::size_t from_ = 0;
  int n_, place_ = 0;
};

/// The code of a body with these kickers, or −1.
Action with_kickers(Pattern pattern, int length, int main, int n, Counts kickers) {
  const int size = pattern == kTrioChainPair || pattern == kFourTwoPair ? 2 : 1;
  const KickerTable& table = catalogue().kickers[static_cast<std::size_t>(kicker_table(pattern, length) + main)];
  Place place(table, n);
  for (int r = 0; r < kRanks; ++r) {
    const int held = counts::get(kickers, r);
    if (held == 0) continue;
    if (held % size != 0 || held / size > table.most[static_cast<std::size_t>(r)]) return -1;
    place.choose(r, held / size);
  }
  return place.code();
}

/// The code of a move whose body is the ranks from `main` on, `times` cards each, or −1.
template <std::size_t kLengths>
Action chain(const std::array<std::int16_t, kLengths>& first, int shortest, int n, int main) {
  if (n < shortest || n >= static_cast<int>(kLengths) || main + n > kChainRanks) return -1;
  return first[static_cast<std::size_t>(n)] + main;
}

/// Moves of one rank or a chain without kickers.
Action body_code(Counts cards, int total) {
  const int main = counts::lowest(cards);
  const int times = counts::get(cards, main);
  const int n = total / times;
  if (cards == static_cast<unsigned>(times) * counts::one(main)) {
    constexpr std::array<Action, 5> kFirst = {0, kSoloAt, kPairAt, kTrioAt, kBombAt};
    return kFirst[static_cast<std::size_t>(times)] + main;
  }
  if (n > kChainRanks || main + n > kChainRanks || cards != static_cast<unsigned>(times) * counts::run(main, n))
    return -1;
  switch (times) {
    case 1: return chain(kSoloChainAt, 5, n, main);
    case 2: return chain(kPairChainAt, 3, n, main);
    case 3: return chain(kTrioChainAt, 2, n, main);
    default: return -1;
  }
}

}  // namespace

Catalogue::Catalogue() : cards{}, key{}, kickers{} { Writer(*this).write(); }

Action nth_kickers(const KickerTable& table, int n, Pool pool, std::uint32_t k) {
  Place place(table, n);
  while (n > 1) {
    int r = counts::lowest(pool.one), times = std::min(n, pool.most(r));
    Pool rest = pool.above(r);
    for (std::uint32_t ways; k >= (ways = count_kickers(n - times, rest)); k -= ways) {
      if (--times > 0) continue;
      pool = {counts::without_lowest(pool.one), pool.two, pool.three, pool.rocket_kicker};
      r = counts::lowest(pool.one);
      times = std::min(n, pool.most(r));
      rest = pool.above(r);
    }
    place.choose(r, times);
    pool = rest;
    n -= times;
  }
  if (n == 1) place.choose(counts::nth(pool.one, k), 1);
  return place.code();
}

Action code_of(Counts cards) {
  if (cards == 0) return -1;
  if (cards == kJokers) return kRocketAt;
  const int total = counts::total(cards);
  if (const Action code = body_code(cards, total); code >= 0) return code;
  const counts::Levels held(cards);
  if (held.four != 0) {
    if (total != 6 && total != 8) return -1;
    const int main = counts::lowest(held.four);
    return with_kickers(total == 6 ? kFourTwoSolo : kFourTwoPair, 0, main, 2, cards - 4 * counts::one(main));
  }
  const auto attached = [&](Action first, int width, Counts other, unsigned times) {
    const int main = counts::lowest(held.three), r = counts::lowest(other);
    return other == times * counts::one(r) ? first + width * main + r - (r > main) : Action{-1};
  };
  if (held.three == 0) return -1;
  const Counts rest = cards - 3 * counts::one(counts::lowest(held.three));
  if (total == 4) return attached(kTrioSoloAt, kTrioSoloWidth, rest, 1);
  if (total == 5) return attached(kTrioPairAt, kTrioPairWidth, rest, 2);
  struct Shape {
    Pattern pattern;
    int size, longest;  // cards a trio with its kicker, longest chain
  };
  for (const Shape& shape : {Shape{kTrioChainSolo, 4, 5}, Shape{kTrioChainPair, 5, 4}}) {
    const int n = total / shape.size;
    if (total % shape.size != 0 || n > shape.longest) continue;
    for (int main = 0; main + n <= kChainRanks; ++main) {
      const Set body = counts::run(main, n);
      if ((held.three & body) != body) continue;
      const Action code = with_kickers(shape.pattern, n, main, n, cards - 3 * body);
      if (code >= 0) return code;
    }
  }
  return -1;
}

std::string letters(Counts cards) {
  std::string out;
  for (int r = 0; r < kRanks; ++r)
    out.append(static_cast<std::size_t>(counts::get(cards, r)), kLetters[static_cast<std::size_t>(r)]);
  return out;
}

}  // namespace yezi::landlord
