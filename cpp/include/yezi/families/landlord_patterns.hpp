/// The moves of doudizhu and what beats what: docs/games/doudizhu.md, Combinations/patterns and Action codes.
///
/// A *class* of moves is a pattern with its length key; inside a class the moves are ordered by main rank, then by kickers.
/// Moves are counted, picked and listed class by class, from sets of ranks, without making the cards of any move.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <yezi/core/counts.hpp>
#include <yezi/core/sink.hpp>

namespace yezi::landlord {

using counts::Counts;
using counts::Set;

// ---- Components -----------------------------------------------------------------------------------------------------
inline constexpr int kRanks = 15, kPairRanks = 13, kChainRanks = 12;
inline constexpr int kBlack = 13, kRed = 14;  ///< ranks of the jokers
inline constexpr std::string_view kLetters = "3456789TJQKA2BR";
inline constexpr Set kChain = counts::below(kChainRanks);
inline constexpr Set kJokers = counts::one(kBlack) | counts::one(kRed);
/// The whole pack: four of each rank, one of each joker.
inline constexpr Counts kPack = 4 * counts::below(kPairRanks) | kJokers;

// ---- Combinations/patterns ------------------------------------------------------------------------------------------
enum Pattern : std::uint8_t {
  kNothing,  ///< nothing to beat
  kSolo,
  kSoloChain,
  kPair,
  kPairChain,
  kTrio,
  kTrioChain,
  kTrioSolo,
  kTrioPair,
  kTrioChainSolo,
  kTrioChainPair,
  kFourTwoSolo,
  kFourTwoPair,
  kBomb,
  kRocket,
};
inline constexpr int kPatterns = kRocket;
inline constexpr std::array<std::string_view, kPatterns + 1> kPatternNames = {
    "",          "solo",      "solo_chain",      "pair",            "pair_chain",    "trio",          "trio_chain", "trio_solo",
    "trio_pair", "trio_chain_solo", "trio_chain_pair", "four_two_solo", "four_two_pair", "bomb",       "rocket"};

/// Pattern, length key (0 for patterns without one) and main rank (13 for the rocket) of a move.
struct Key {
  std::uint16_t bits = 0;

  static constexpr Key of(Pattern pattern, int length, int main) {
    return {static_cast<std::uint16_t>(pattern << 8 | length << 4 | main)};
  }
  constexpr Pattern pattern() const { return static_cast<Pattern>(bits >> 8); }
  constexpr std::string_view name() const { return kPatternNames[pattern()]; }
  constexpr int length() const { return bits >> 4 & 15; }
  constexpr int main() const { return bits & 15; }
  constexpr bool is_bomb() const { return pattern() >= kBomb; }  ///< the rocket is one too
};

/// Whether a move beats another.
constexpr bool beats(Key a, Key b) {
  if (a.pattern() == b.pattern()) return a.length() == b.length() && a.main() > b.main();
  return a.is_bomb() && a.pattern() > b.pattern();
}

struct Options {
  bool four_two;       ///< the patterns four_two_solo and four_two_pair exist
  bool rocket_kicker;  ///< both jokers may be kickers of one move
};

// ---- Action codes ---------------------------------------------------------------------------------------------------
inline constexpr Action kPass = 0;
inline constexpr int kFirstMove = 9, kCodes = 28955;
/// First codes of the patterns; those of a chain pattern by length.
inline constexpr Action kSoloAt = 9, kPairAt = 60, kTrioAt = 125, kTrioSoloAt = 183, kTrioPairAt = 365, kBombAt = 28941,
                        kRocketAt = 28954;
inline constexpr std::array<std::int16_t, 13> kSoloChainAt = {0, 0, 0, 0, 0, 24, 32, 39, 45, 50, 54, 57, 59};
inline constexpr std::array<std::int16_t, 11> kPairChainAt = {0, 0, 0, 73, 83, 92, 100, 107, 113, 118, 122};
inline constexpr std::array<std::int16_t, 7> kTrioChainAt = {0, 0, 138, 149, 159, 168, 176};
/// Codes for each main rank of trio_solo and trio_pair.
inline constexpr int kTrioSoloWidth = 14, kTrioPairWidth = 12;

/// The kickers that one body can have under any options, in the order of their codes.
struct KickerTable {
  std::int32_t first;                               ///< code of the first
  std::array<std::uint8_t, kRanks> most;            ///< how often a rank may be a kicker
  std::array<std::array<std::uint16_t, 16>, 6> ways;  ///< [n][r]: choices of n kickers of rank r or higher
};

/// Every move by its code, and the kickers of every body. Built once.
struct Catalogue {
  std::array<Counts, kCodes> cards;  ///< none for `pass` and the words of the bidding
  std::array<Key, kCodes> key;
  std::array<KickerTable, 94> kickers;

  Catalogue();
};
inline const Catalogue& catalogue() {
  static const Catalogue instance;
  return instance;
}

/// Index in Catalogue::kickers of the lowest main rank of a class; the other main ranks follow.
constexpr int kicker_table(Pattern pattern, int length) {
  constexpr std::array<std::int8_t, 6> kSolos = {0, 0, 0, 11, 21, 30}, kPairs = {0, 0, 38, 49, 59, 0};
  switch (pattern) {
    case kTrioChainSolo: return kSolos[static_cast<std::size_t>(length)];
    case kTrioChainPair: return kPairs[static_cast<std::size_t>(length)];
    case kFourTwoSolo: return 68;
    default: return 81;  // four_two_pair
  }
}

/// The code of the move with these cards, or −1: every set of cards has at most one reading.
Action code_of(Counts cards);
/// The cards as letters.
std::string letters(Counts cards);

// ---- Kickers --------------------------------------------------------------------------------------------------------
/// The ranks that can give at least one, two, three kickers. A pair as kicker counts as one.
struct Pool {
  Set one, two, three;
  bool rocket_kicker;

  bool both_jokers() const { return (one & kJokers) == kJokers; }
  /// What is left after choosing rank r, the ranks below having been refused.
  Pool above(int r) const {
    Set mask = counts::above(r);
    if (r == kBlack && !rocket_kicker) mask = 0;
    return {one & mask, two & mask, three & mask, rocket_kicker};
  }
  int most(int r) const { return 1 + counts::has(two, r) + counts::has(three, r); }
};

/// The number of multisets of n kickers of `a` ranks, of which b can give two and c three.
constexpr int multisets(int n, int a, int b, int c) {
  switch (n) {
    case 0: return 1;
    case 1: return a;
    case 2: return a * (a - 1) / 2 + b;
    case 3: return a * (a - 1) * (a - 2) / 6 + b * (a - 1) + c;
    case 4: return a * (a - 1) * (a - 2) * (a - 3) / 24 + b * (a - 1) * (a - 2) / 2 + b * (b - 1) / 2 + c * (a - 1);
    default:
      return a * (a - 1) * (a - 2) * (a - 3) * (a - 4) / 120 + b * (a - 1) * (a - 2) * (a - 3) / 6 +
             b * (b - 1) / 2 * (a - 2) + c * (a - 1) * (a - 2) / 2 + c * (b - 1);
  }
}
/// The choices of n kickers.
inline std::uint32_t count_kickers(int n, const Pool& pool) {
  const int a = counts::size(pool.one), b = counts::size(pool.two), c = counts::size(pool.three);
  int ways = multisets(n, a, b, c);
  if (n >= 2 && !pool.rocket_kicker && pool.both_jokers()) ways -= multisets(n - 2, a - 2, b, c);
  return static_cast<std::uint32_t>(ways);
}
/// The code of the k-th choice of n kickers.
Action nth_kickers(const KickerTable& table, int n, Pool pool, std::uint32_t k);

/// The codes of all choices of n kickers; those of ranks below `from` are settled and lead to `code`.
template <class Sink>
void each_kickers(const KickerTable& table, int n, const Pool& pool, int from, Action code, Sink& sink) {
  const auto& ways = table.ways;
  code += ways[static_cast<std::size_t>(n)][static_cast<std::size_t>(from)];
  if (n == 1) {
    counts::for_each(pool.one, [&](int r) { sink(code - ways[1][static_cast<std::size_t>(r)]); });
    return;
  }
  counts::for_each(pool.one, [&](int r) {
    const auto rank = static_cast<std::size_t>(r);
    Action at = code - ways[static_cast<std::size_t>(n)][rank];
    const Pool rest = pool.above(r);
    const int held = pool.most(r);
    for (int times = table.most[rank] < n ? table.most[rank] : n; times > 0; --times) {  // rr… comes before rs…
      if (times <= held) {
        if (times == n) {
          sink(at);
        } else {
          each_kickers(table, n - times, rest, r + 1, at, sink);
        }
      }
      at += ways[static_cast<std::size_t>(n - times)][rank + 1];
    }
  });
}

// ---- Moves of a hand ------------------------------------------------------------------------------------------------
/// What is done with the moves: a visitor sees, in the order of codes, sets of moves as these four. It returns true when it
/// needs no more.
struct CountMoves {
  std::uint32_t count = 0;

  /// One move a main rank.
  bool bodies(Action, Set mains) {
    count += static_cast<std::uint32_t>(counts::size(mains));
    return false;
  }
  /// A kicker out of `others`, to which the main ranks belong too, for every main rank.
  bool attached(Action, int, Set mains, Set others) {
    count += static_cast<std::uint32_t>(counts::size(mains) * (counts::size(others) - 1));
    return false;
  }
  /// n kickers for one body.
  bool kickers(int, int n, const Pool& pool) {
    count += count_kickers(n, pool);
    return false;
  }
};

struct NthMove {
  std::uint32_t left;
  Action found = -1;

  bool bodies(Action first, Set mains) {
    const auto here = static_cast<std::uint32_t>(counts::size(mains));
    if (left >= here) return left -= here, false;
    found = first + counts::nth(mains, left);
    return true;
  }
  bool attached(Action first, int width, Set mains, Set others) {
    const auto each = static_cast<std::uint32_t>(counts::size(others) - 1);
    const std::uint32_t here = static_cast<std::uint32_t>(counts::size(mains)) * each;
    if (left >= here) return left -= here, false;
    const int main = counts::nth(mains, left / each);
    const int other = counts::nth(others ^ counts::one(main), left % each);
    found = first + width * main + other - (other > main);
    return true;
  }
  bool kickers(int table, int n, const Pool& pool) {
    const std::uint32_t here = count_kickers(n, pool);
    if (left >= here) return left -= here, false;
    found = nth_kickers(catalogue().kickers[static_cast<std::size_t>(table)], n, pool, left);
    return true;
  }
};

template <class Sink>
struct EachMove {
  Sink& sink;

  bool bodies(Action first, Set mains) {
    counts::for_each(mains, [&](int main) { sink(first + main); });
    return false;
  }
  bool attached(Action first, int width, Set mains, Set others) {
    counts::for_each(mains, [&](int main) {
      const Action at = first + width * main;
      counts::for_each(others & counts::below(main), [&](int other) { sink(at + other); });
      counts::for_each(others & counts::above(main), [&](int other) { sink(at + other - 1); });
    });
    return false;
  }
  bool kickers(int table, int n, const Pool& pool) {
    const KickerTable& kickers = catalogue().kickers[static_cast<std::size_t>(table)];
    each_kickers(kickers, n, pool, 0, kickers.first, sink);
    return false;
  }
};

/// The moves of one hand.
class Moves {
 public:
  Moves(const Options& options, Counts hand) : options_(options), held_(hand) {}

  /// Every move.
  template <class Visitor>
  void lead(Visitor& visitor) const {
    if (visitor.bodies(kSoloAt, held_.one)) return;
    if (solo_chains(visitor) || visitor.bodies(kPairAt, held_.two) || pair_chains(visitor)) return;
    if (held_.three != 0) {
      const Set pairs = trio_chain(2);
      if (visitor.bodies(kTrioAt, held_.three) || (pairs != 0 && trio_chains(visitor, pairs)) ||
          visitor.attached(kTrioSoloAt, kTrioSoloWidth, held_.three, held_.one) ||
          visitor.attached(kTrioPairAt, kTrioPairWidth, held_.three, held_.two) ||
          (pairs != 0 && trio_chains_with_kickers(visitor, pairs))) {
        return;
      }
      if (held_.four != 0 && (four_two(visitor, kFourTwoSolo, held_.four) || four_two(visitor, kFourTwoPair, held_.four))) return;
    }
    bombs(visitor, held_.four);
  }

  /// Every move that beats `key`.
  template <class Visitor>
  void follow(Visitor& visitor, Key key) const {
    const Set higher = counts::above(key.main());
    const int n = key.length();
    const auto length = static_cast<std::size_t>(n);
    bool done = false;
    switch (key.pattern()) {
      case kSolo: done = visitor.bodies(kSoloAt, held_.one & higher); break;
      case kSoloChain: done = visitor.bodies(kSoloChainAt[length], runs(held_.one, n) & higher); break;
      case kPair: done = visitor.bodies(kPairAt, held_.two & higher); break;
      case kPairChain: done = visitor.bodies(kPairChainAt[length], runs(held_.two, n) & higher); break;
      case kTrio: done = visitor.bodies(kTrioAt, held_.three & higher); break;
      case kTrioChain: done = visitor.bodies(kTrioChainAt[length], trio_chain(n) & higher); break;
      case kTrioSolo:
        done = visitor.attached(kTrioSoloAt, kTrioSoloWidth, held_.three & higher, held_.one);
        break;
      case kTrioPair:
        done = visitor.attached(kTrioPairAt, kTrioPairWidth, held_.three & higher, held_.two);
        break;
      case kTrioChainSolo:
      case kTrioChainPair: done = with_kickers(visitor, key.pattern(), n, trio_chain(n) & higher); break;
      case kFourTwoSolo:
      case kFourTwoPair: done = four_two(visitor, key.pattern(), held_.four & higher); break;
      case kBomb: bombs(visitor, held_.four & higher); return;
      case kRocket: return;
      case kNothing: lead(visitor); return;
    }
    if (!done) bombs(visitor, held_.four);
  }

 private:
  /// The lowest ranks of the runs of n chain ranks.
  static Set runs(Set ranks, int n) {
    ranks &= kChain;
    Set found = ranks;
    for (int i = 1; i < n; ++i) found &= ranks >> (4 * i);
    return found;
  }
  Set trio_chain(int n) const { return runs(held_.three, n); }

  template <class Visitor, std::size_t kLengths>
  static bool chains(Visitor& visitor, const std::array<std::int16_t, kLengths>& first, Set ranks, int shortest, Set found) {
    ranks &= kChain;
    for (int n = shortest; found != 0 && n < static_cast<int>(kLengths); ++n) {
      if (visitor.bodies(first[static_cast<std::size_t>(n)], found)) return true;
      found &= ranks >> (4 * n);
    }
    return false;
  }
  template <class Visitor>
  bool solo_chains(Visitor& visitor) const {
    return chains(visitor, kSoloChainAt, held_.one, 5, runs(held_.one, 5));
  }
  template <class Visitor>
  bool pair_chains(Visitor& visitor) const {
    return chains(visitor, kPairChainAt, held_.two, 3, runs(held_.two, 3));
  }
  template <class Visitor>
  bool trio_chains(Visitor& visitor, Set pairs) const {
    return chains(visitor, kTrioChainAt, held_.three, 2, pairs);
  }

  template <class Visitor>
  bool trio_chains_with_kickers(Visitor& visitor, Set pairs) const {
    const Set trios = held_.three & kChain;
    Set found = pairs;
    for (int n = 2; n <= 5 && found != 0; found &= trios >> (4 * n), ++n) {
      if (with_kickers(visitor, kTrioChainSolo, n, found)) return true;
    }
    found = pairs;
    for (int n = 2; n <= 4 && found != 0; found &= trios >> (4 * n), ++n) {
      if (with_kickers(visitor, kTrioChainPair, n, found)) return true;
    }
    return false;
  }
  /// The trio chains of length n from the ranks `mains` on, with their kickers.
  template <class Visitor>
  bool with_kickers(Visitor& visitor, Pattern pattern, int n, Set mains) const {
    for (; mains != 0; mains = counts::without_lowest(mains)) {
      const int main = counts::lowest(mains);
      const Set body = counts::run(main, n);
      const Set beside = (body << 4 | body >> 4) & kChain;  // K3: no trio next to the chain
      const Pool pool = pattern == kTrioChainPair ? pairs_without(body) : solos_without(body, beside);
      if (visitor.kickers(kicker_table(pattern, n) + main, n, pool)) return true;
    }
    return false;
  }
  template <class Visitor>
  bool four_two(Visitor& visitor, Pattern pattern, Set mains) const {
    if (!options_.four_two) return false;
    for (; mains != 0; mains = counts::without_lowest(mains)) {
      const int main = counts::lowest(mains);
      const Set body = counts::one(main);
      const Pool pool = pattern == kFourTwoPair ? pairs_without(body) : solos_without(body, 0);
      if (visitor.kickers(kicker_table(pattern, 0) + main, 2, pool)) return true;
    }
    return false;
  }
  Pool solos_without(Set body, Set beside) const {
    return {held_.one & ~body, held_.two & ~body, held_.three & ~(body | beside), options_.rocket_kicker};
  }
  Pool pairs_without(Set body) const { return {held_.two & ~body, 0, 0, true}; }

  template <class Visitor>
  void bombs(Visitor& visitor, Set mains) const {
    if (visitor.bodies(kBombAt, mains)) return;
    visitor.bodies(kRocketAt - kBlack, held_.one & held_.one >> 4 & counts::one(kBlack));
  }

  Options options_;
  counts::Levels held_;
};

}  // namespace yezi::landlord
