// What the source files of paohuzi share: winning arrangements one by one, and what they pay.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include <yezi/families/zipai_split.hpp>
#include <yezi/games/paohuzi.hpp>

namespace yezi::paohuzi {

using Group = Paohuzi::Group;
using Seat = Paohuzi::Seat;

/// By Paohuzi::Kind.
inline constexpr std::array<std::string_view, 8> kKindNames = {"pair", "chouwei", "kan", "peng",
                                                               "wei",  "pao",     "ti",  "chi"};

/// Whether so many cards make seven groups: seven threes, or six groups and a pair with a four among them.
constexpr bool fits(int cards, int fours) { return cards == (fours == 0 ? 21 : 20 + fours); }

/// Calls f(std::span<const Group> groups, int huxi) for every winning arrangement, whatever its 胡息; groups ascending.
template <class F>
class Arrangements {
 public:
  Arrangements(const Seat& own, int card, bool drawn, bool from_wall, F& f) : f_(f) {
    std::copy_n(own.melds.begin(), own.meld_count, groups_.begin());
    n_ = own.meld_count;
    zipai::for_types(own.hand.types(), [&](int type) {
      const int count = own.hand.count(type);
      if (count >= 3) {
        groups_[n_++] = Paohuzi::group(count == 4 ? Paohuzi::kTi : Paohuzi::kKan, type);
      } else {
        loose_[static_cast<std::size_t>(type)] = static_cast<std::uint8_t>(count);
      }
    });
    if (card == Paohuzi::kNone) {
      split();
    } else {
      place(card, drawn, from_wall);
    }
  }

 private:
  void place(int card, bool drawn, bool from_wall) {
    std::uint8_t& held = loose_[static_cast<std::size_t>(card)];
    const int three = std::max({find(Paohuzi::kKan, card), find(Paohuzi::kWei, card), find(Paohuzi::kChouwei, card)});
    if (drawn && three >= 0) return with_group(three, Paohuzi::kTi, card);
    if (drawn && held == 2) {
      held = 0;
      return with_group(static_cast<int>(n_), Paohuzi::kWei, card);
    }
    const int run = three >= 0 || !from_wall ? three : find(Paohuzi::kPeng, card);
    if (run >= 0) with_group(run, Paohuzi::kPao, card);
    if (held == 2) {
      held = 0;
      with_group(static_cast<int>(n_), Paohuzi::kPeng, card);
      held = 2;
    }
    ++held;
    split();
  }
  /// The index of a group, -1 when it is not there.
  int find(Paohuzi::Kind kind, int type) const {
    const auto* const end = groups_.begin() + n_;
    const auto* const at = std::find(groups_.begin(), end, Paohuzi::group(kind, type));
    return at == end ? -1 : static_cast<int>(at - groups_.begin());
  }
  /// Splits with another group at `index` (n_: one more).
  void with_group(int index, Paohuzi::Kind kind, int type) {
    const auto i = static_cast<std::size_t>(index);
    const Group before = groups_[i];
    const std::size_t n = n_;
    n_ = std::max(n, i + 1);
    groups_[i] = Paohuzi::group(kind, type);
    split();
    groups_[i] = before;
    n_ = n;
  }
  void split() {
    int cards = 0, fours = 0, huxi = 0;
    for (const std::uint8_t count : loose_) cards += count;
    for (std::size_t i = 0; i < n_; ++i) {
      cards += Paohuzi::group_size(groups_[i]);
      fours += Paohuzi::is_four(groups_[i]);
      huxi += Paohuzi::points(groups_[i]);
    }
    if (!fits(cards, fours)) return;
    const auto each = [&](std::span<const std::uint8_t> chis, int pair) {
      std::array<Group, 7> all;
      std::copy_n(groups_.begin(), n_, all.begin());
      std::size_t n = n_;
      int total = huxi;
      for (const std::uint8_t chi : chis) {
        all[n++] = Paohuzi::chi_group(chi);
        total += Paohuzi::kChiPoints.of(chi);
      }
      if (pair >= 0) all[n++] = Paohuzi::group(Paohuzi::kPair, pair);
      std::sort(all.begin(), all.end());
      f_(std::span<const Group>(all), total);
    };
    zipai::Splits splits(loose_, fours > 0, each);
  }

  std::array<Group, 16> groups_{};
  std::size_t n_ = 0;
  std::array<std::uint8_t, zipai::kTypes> loose_{};
  F& f_;
};

template <class F>
void for_arrangements(const Seat& own, int card, bool drawn, bool from_wall, F f) {
  Arrangements<F>(own, card, drawn, from_wall, f);
}

/// Names of 名堂 and other facts, in the order of their names.
enum Tag : std::uint8_t {
  kTagBianhu,
  kTagDazihu,
  kTagDianhu,
  kTagDihu,
  kTagDuiduihu,
  kTagFangpao,
  kTagHaidi,
  kTagHonghu,
  kTagHongwu,
  kTagJiadianhu,
  kTagKahu20,
  kTagKahu30,
  kTagShihong,
  kTagSpecial,
  kTagTianhu,
  kTagWuhu,
  kTagXiaozihu,
  kTagYidianhong,
  kTagZimo
};
inline constexpr std::array<std::string_view, 19> kTagNames = {
    "bianhu", "dazihu", "dianhu",  "dihu",    "duiduihu", "fangpao", "haidi",    "honghu",     "hongwu", "jiadianhu",
    "kahu20", "kahu30", "shihong", "special", "tianhu",   "wuhu",    "xiaozihu", "yidianhong", "zimo"};

/// A win with the decomposition that counts.
struct Win {
  std::array<Group, 7> groups{};
  std::size_t group_count = 0;
  int huxi = 0, amount = 0;
  int hundreds = 0, doubles = 0, tun = 0, fan = 0;
  std::uint32_t tags = 0;
};

/// The win of `slot` in this position, as `ending`.
Win settle(const Paohuzi::Rules& rules, const Paohuzi::State& state, int slot, Paohuzi::Ending ending);

/// analyse_batch("huxi"): the best 胡息 of complete concealed hands.
Status bulk_huxi(const void* rules, const std::uint8_t* rows, std::size_t begin, std::size_t end, void* const* outputs);

}  // namespace yezi::paohuzi
