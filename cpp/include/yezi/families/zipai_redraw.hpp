/// Uniform redraws of hidden zipai cards: all ways to put the unseen cards into two hands, hidden triples and the wall
/// that respect limits a type are equally likely. Counted type by type with the numbers of cards that are still to come
/// into each hand, then drawn forwards.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <yezi/core/rng.hpp>
#include <yezi/decks/zipai.hpp>

namespace yezi::zipai {

class HiddenCards {
 public:
  static constexpr int kHands = 2;
  using Counts = std::array<std::uint8_t, kTypes>;

  struct Hand {
    int size = 0;
    Counts limit{};  ///< of a type at most so many
  };
  /// Three equal cards that lie hidden before an owner, whose hand then holds none of the type.
  struct Triple {
    int owner;
    Types may_be;
  };
  struct Drawn {
    std::array<Counts, kHands> hands;
    std::vector<std::uint8_t> triples;  ///< types
    Counts rest;                        ///< for the wall
  };

  Counts unseen{};
  std::array<Hand, kHands> hands;
  std::vector<Triple> triples;
  int holder = -1, held = 0;  ///< this hand (-1: none) holds the type `held`, or a triple of its owner is of it

  /// Counts; false when there is no way at all.
  bool prepare() {
    cells_ = static_cast<std::size_t>(hands[0].size + 1) * static_cast<std::size_t>(hands[1].size + 1);
    ways_.assign((kTypes + 1) * masks() * cells_, 0.0);
    way(kTypes, masks() - 1, 0, 0) = 1.0;
    for (int type = kTypes - 1; type >= 0; --type) {
      for (std::size_t mask = 0; mask < masks(); ++mask) {
        for (int a = 0; a <= hands[0].size; ++a) {
          for (int b = 0; b <= hands[1].size; ++b) {
            double sum = 0;
            for_options(type, mask, a, b, [&](const Option&, double ways) { sum += ways; });
            way(type, mask, a, b) = sum;
          }
        }
      }
    }
    return way(0, 0, hands[0].size, hands[1].size) > 0;
  }

  Drawn draw(Rng& rng) const {
    Drawn out{{}, std::vector<std::uint8_t>(triples.size()), {}};
    std::size_t mask = 0;
    int a = hands[0].size, b = hands[1].size;
    for (int type = 0; type < kTypes; ++type) {
      const auto t = static_cast<std::size_t>(type);
      double left = way(type, mask, a, b) * (static_cast<double>(rng.next() >> 11) * 0x1.0p-53);
      Option chosen{-1, 0, 0};
      bool done = false;
      for_options(type, mask, a, b, [&](const Option& option, double ways) {
        if (done || ways <= 0) return;
        chosen = option;  // the last possible one, should rounding leave a little
        left -= ways;
        done = left < 0;
      });
      int rest = unseen[t] - chosen.first - chosen.second;
      if (chosen.triple >= 0) {
        mask |= std::size_t{1} << chosen.triple;
        out.triples[static_cast<std::size_t>(chosen.triple)] = static_cast<std::uint8_t>(type);
        rest -= 3;
      }
      a -= chosen.first;
      b -= chosen.second;
      out.hands[0][t] = static_cast<std::uint8_t>(chosen.first);
      out.hands[1][t] = static_cast<std::uint8_t>(chosen.second);
      out.rest[t] = static_cast<std::uint8_t>(rest);
    }
    return out;
  }

 private:
  /// What happens to the cards of one type.
  struct Option {
    int triple;         ///< which one is of the type, -1 for none
    int first, second;  ///< cards for the hands
  };

  std::size_t masks() const { return std::size_t{1} << triples.size(); }
  std::size_t index(int type, std::size_t mask, int a, int b) const {
    return (static_cast<std::size_t>(type) * masks() + mask) * cells_ +
           static_cast<std::size_t>(a) * static_cast<std::size_t>(hands[1].size + 1) + static_cast<std::size_t>(b);
  }
  double& way(int type, std::size_t mask, int a, int b) { return ways_[index(type, mask, a, b)]; }
  double way(int type, std::size_t mask, int a, int b) const { return ways_[index(type, mask, a, b)]; }

  /// Calls f(option, ways to go on with it, from this type) where `mask` triples are done and the hands still need a,
  /// b.
  template <class F>
  void for_options(int type, std::size_t mask, int a, int b, F&& f) const {
    constexpr std::array<double, kCopies + 1> kFactorial = {1, 1, 2, 6, 24};
    const auto t = static_cast<std::size_t>(type);
    const auto factorial = [&](int n) { return kFactorial[static_cast<std::size_t>(n)]; };
    for (int triple = -1; triple < static_cast<int>(triples.size()); ++triple) {
      int free = unseen[t], owner = -1;
      std::size_t after = mask;
      if (triple >= 0) {
        const Triple& given = triples[static_cast<std::size_t>(triple)];
        after |= std::size_t{1} << triple;
        if (after == mask || (given.may_be >> type & 1U) == 0 || free < 3) continue;
        owner = given.owner;
        free -= 3;
      }
      const double choices = factorial(unseen[t]) / (triple >= 0 ? factorial(3) : 1.0);
      const int most_a = owner == 0 ? 0 : std::min({a, free, int{hands[0].limit[t]}});
      for (int x = 0; x <= most_a; ++x) {
        const int most_b = owner == 1 ? 0 : std::min({b, free - x, int{hands[1].limit[t]}});
        for (int y = 0; y <= most_b; ++y) {
          if (holder >= 0 && type == held && owner != holder && (holder == 0 ? x : y) == 0) continue;
          const double ways = way(type + 1, after, a - x, b - y);
          f(Option{triple, x, y}, ways * choices / (factorial(x) * factorial(y) * factorial(free - x - y)));
        }
      }
    }
  }

  std::size_t cells_ = 0;
  std::vector<double> ways_;
};

}  // namespace yezi::zipai
