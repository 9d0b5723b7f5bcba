/// The moves of doudizhu and what beats what: docs/games/doudizhu.md, Combinations/patterns and Action codes.
///
/// A *class* of moves is a pattern with its length key; inside a class the moves are ordered by main rank, then by
/// kickers. Moves are counted, picked and listed class by class, from sets of ranks, without making the cards of any
/// move.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <yezi/core/counts.hpp>
#include <yezi/core/inline.hpp>
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
inline constexpr std::array<std::string_view, kPatterns + 1> kPatternNames = {"",
                                                                              "solo",
                                                                              "solo_chain",
                                                                              "pair",
                                                                              "pair_chain",
                                                                              "trio",
                                                                              "trio_chain",
                                                                              "trio_solo",
                                                                              "trio_pair",
                                                                              "trio_chain_solo",
                                                                              "trio_chain_pair",
                                                                              "four_two_solo",
                                                                              "four_two_pair",
                                                                              "bomb",
                                                                              "rocket"};

/// Pattern, length key (0 for patterns without one) and main rank (13 for the rocket) of a move; nothing, 0 and −1 when
/// there is no move.
struct Key {
  std::uint16_t bits = 0;

  static constexpr Key of(Pattern pattern, int length, int main) {
    return {static_cast<std::uint16_t>(pattern << 8 | length << 4 | (main + 1))};
  }
  constexpr Pattern pattern() const { return static_cast<Pattern>(bits >> 8); }
  constexpr std::string_view name() const { return kPatternNames[pattern()]; }
  constexpr int length() const { return bits >> 4 & 15; }
  constexpr int main() const { return (bits & 15) - 1; }
  constexpr bool is_bomb() const { return pattern() >= kBomb; }  ///< the rocket is one too
  /// The ranks above the main rank.
  constexpr Set higher() const { return counts::kEach << (4 * (bits & 15)); }
};

/// Whether a move beats another.
constexpr bool beats(Key a, Key b) {
  if (a.pattern() == b.pattern()) return a.length() == b.length() && a.main() > b.main();
  return a.is_bomb() && a.pattern() > b.pattern();
}

struct Options {               // truths
  std::int32_t four_two;       ///< the patterns four_two_solo and four_two_pair exist
  std::int32_t rocket_kicker;  ///< both jokers may be kickers of one move
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
  std::int32_t first;                                 ///< code of the first
  std::array<std::uint8_t, kRanks> most;              ///< how often a rank may be a kicker
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
// A visitor sees the moves in the order of codes, in sets of three kinds; it returns true when it needs no more.

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

/// Finds the move number `left`, or counts off the moves there are.
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
      const Set rest =
          (others & counts::below(main)) | (others & counts::above(main)) >> 4;  // numbered without the main rank
      bodies(first + width * main, rest);
    });
    return false;
  }
  bool kickers(int table, int n, const Pool& pool) {
    const KickerTable& kickers = catalogue().kickers[static_cast<std::size_t>(table)];
    each_kickers(kickers, n, pool, 0, kickers.first, sink);
    return false;
  }
};

/// The moves between the plain ones and the bombs.
class Middle {
 public:
  Middle(const Options& options, Counts hand, Key key) : options_(options), key_(key), held_(hand) {}

  template <class Visitor>
  YEZI_INLINE void visit(Visitor& visitor) const {
    const Set higher = key_.higher();
    const int n = key_.length();
    const auto length = static_cast<std::size_t>(n);
    switch (key_.pattern()) {
      case kNothing: lead(visitor); break;
      case kSoloChain: visitor.bodies(kSoloChainAt[length], runs(held_.one, n) & higher); break;
      case kPairChain: visitor.bodies(kPairChainAt[length], runs(held_.two, n) & higher); break;
      case kTrioChain: visitor.bodies(kTrioChainAt[length], runs(held_.three, n) & higher); break;
      case kTrioSolo: visitor.attached(kTrioSoloAt, kTrioSoloWidth, held_.three & higher, held_.one); break;
      case kTrioPair: visitor.attached(kTrioPairAt, kTrioPairWidth, held_.three & higher, held_.two); break;
      case kTrioChainSolo:
      case kTrioChainPair: with_kickers(visitor, key_.pattern(), n, runs(held_.three, n) & higher); break;
      default: four_two(visitor, key_.pattern(), held_.four & higher); break;
    }
  }

 private:
  /// All moves but solos and bombs.
  template <class Visitor>
  YEZI_INLINE void lead(Visitor& visitor) const {
    if (chains(visitor, kSoloChainAt, held_.one, 5, runs(held_.one, 5))) return;
    if (visitor.bodies(kPairAt, held_.two) || chains(visitor, kPairChainAt, held_.two, 3, runs(held_.two, 3))) return;
    if (held_.three == 0 || visitor.bodies(kTrioAt, held_.three)) return;
    const Set planes = runs(held_.three, 2);
    if (chains(visitor, kTrioChainAt, held_.three, 2, planes) ||
        visitor.attached(kTrioSoloAt, kTrioSoloWidth, held_.three, held_.one) ||
        visitor.attached(kTrioPairAt, kTrioPairWidth, held_.three, held_.two) || planes_with_kickers(visitor, planes) ||
        four_two(visitor, kFourTwoSolo, held_.four)) {
      return;
    }
    four_two(visitor, kFourTwoPair, held_.four);
  }

  /// The lowest ranks of the runs of n chain ranks.
  static Set runs(Set ranks, int n) {
    ranks &= kChain;
    Set found = ranks;
    for (int i = 1; i < n; ++i) found &= ranks >> (4 * i);
    return found;
  }
  /// Chains of all lengths; `found` are the lowest ranks of the shortest ones.
  template <class Visitor, std::size_t kLengths>
  static bool chains(Visitor& visitor, const std::array<std::int16_t, kLengths>& first, Set ranks, int shortest,
                     Set found) {
    ranks &= kChain;
    for (int n = shortest; found != 0 && n < static_cast<int>(kLengths); ++n) {
      if (visitor.bodies(first[static_cast<std::size_t>(n)], found)) return true;
      found &= ranks >> (4 * n);
    }
    return false;
  }
  /// Trio chains with kickers of all lengths; `found` are the lowest ranks of the chains of two.
  template <class Visitor>
  bool planes_with_kickers(Visitor& visitor, Set found) const {
    const Set trios = held_.three & kChain;
    Set shorter = found;
    for (int n = 2; found != 0 && n <= 5; found &= trios >> (4 * n), ++n) {
      if (with_kickers(visitor, kTrioChainSolo, n, found)) return true;
    }
    for (int n = 2; shorter != 0 && n <= 4; shorter &= trios >> (4 * n), ++n) {
      if (with_kickers(visitor, kTrioChainPair, n, shorter)) return true;
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
    if (options_.four_two == 0) return false;
    for (; mains != 0; mains = counts::without_lowest(mains)) {
      const int main = counts::lowest(mains);
      const Set body = counts::one(main);
      const Pool pool = pattern == kFourTwoPair ? pairs_without(body) : solos_without(body, 0);
      if (visitor.kickers(kicker_table(pattern, 0) + main, 2, pool)) return true;
    }
    return false;
  }
  Pool solos_without(Set body, Set beside) const {
    return {held_.one & ~body, held_.two & ~body, held_.three & ~(body | beside), options_.rocket_kicker != 0};
  }
  Pool pairs_without(Set body) const { return {held_.two & ~body, 0, 0, true}; }

  Options options_;
  Key key_;
  counts::Levels held_;
};

/// The choices of a seat: `pass`, if allowed, then the moves of a hand in four parts, in the order of codes.
class Choices {
 public:
  /// The moves that beat `key`; all of them when that is nothing.
  Choices(const Options& options, Counts hand, Key key, bool may_pass)
      : options_(options), hand_(hand), key_(key), pass_(may_pass) {
    const Plain& plain = kPlain[key.pattern()];
    first_ = plain.first;
    plain_ = (hand + plain.lift) >> 3 & key.higher();
    bombs_ = (hand >> 2 & counts::kEach) | (hand & hand >> 4 & counts::one(kBlack));
    if (key.is_bomb()) bombs_ &= key.higher();
    more_ = plain.more;
  }
  /// The codes first + i for the members i of a set, and no others.
  Choices(Action first, Set members) : first_(first), plain_(members) {}

  std::uint32_t count() const {
    const auto simple = static_cast<std::uint32_t>(counts::size(plain_) + counts::size(bombs_));
    return pass_ + simple + (more_ ? count_middle(options_, hand_, key_) : 0);
  }
  /// The k-th, k < count().
  Action nth(std::uint32_t k) const {
    if (k < pass_) return kPass;
    k -= pass_;
    const auto plain = static_cast<std::uint32_t>(counts::size(plain_));
    if (k < plain) return first_ + counts::nth(plain_, k);
    k -= plain;
    return more_ ? nth_rest(options_, hand_, key_, bombs_, k) : kBombAt + counts::nth(bombs_, k);
  }
  template <class Sink>
  void each(Sink& sink) const {
    if (pass_ != 0) sink(kPass);
    EachMove<Sink> visitor{sink};
    visitor.bodies(first_, plain_);
    if (more_) Middle(options_, hand_, key_).visit(visitor);
    visitor.bodies(kBombAt, bombs_);
  }

 private:
  /// The first part: the bodies of one rank that a pattern consists of. Leading, these are the solos.
  struct Plain {
    Counts lift;  ///< added to a hand, brings the ranks of which it has enough to 8
    Action first;
    bool more;  ///< there are moves between the first part and the bombs
  };
  static constexpr std::array<Plain, kPatterns + 1> kPlain = [] {
    std::array<Plain, kPatterns + 1> plain{};
    plain.fill({0, 0, true});
    plain[kNothing] = {7 * counts::kEach, kSoloAt, true};
    plain[kSolo] = {7 * counts::kEach, kSoloAt, false};
    plain[kPair] = {6 * counts::kEach, kPairAt, false};
    plain[kTrio] = {5 * counts::kEach, kTrioAt, false};
    plain[kBomb].more = plain[kRocket].more = false;
    return plain;
  }();

  YEZI_NOINLINE static std::uint32_t count_middle(Options options, Counts hand, Key key) {
    CountMoves counter;
    Middle(options, hand, key).visit(counter);
    return counter.count;
  }
  YEZI_NOINLINE static Action nth_rest(Options options, Counts hand, Key key, Set bombs, std::uint32_t k) {
    NthMove finder{k};
    Middle(options, hand, key).visit(finder);
    return finder.found >= 0 ? finder.found : kBombAt + counts::nth(bombs, finder.left);
  }

  Options options_{};
  Counts hand_ = 0;
  Key key_;
  std::uint32_t pass_ = 0;  ///< how many, 0 or 1
  bool more_ = false;       ///< whether there are moves between `plain_` and `bombs_`
  Action first_;
  Set plain_, bombs_ = 0;
};

}  // namespace yezi::landlord
