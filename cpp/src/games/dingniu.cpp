#include <yezi/games/dingniu.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include <yezi/core/ops.hpp>

namespace yezi {

namespace {

using Rules = Dingniu::Rules;
using State = Dingniu::State;
constexpr int kSeats = Dingniu::kSeats;

constexpr Option kOptions[] = {
    integer_option("ends", offsetof(Rules, ends), 2, 1, 2, "open ends of the chain: both, or one named by the dealer"),
    text_option("dead", offsetof(Rules, dead), 0, "others|all", "whose hands count in the test for a killing play"),
    text_option("bao", offsetof(Rules, bao), 0, "dazhuang|any", "which losing suanzhang 算帳 player pays for all"),
    text_option("tie_losers", offsetof(Rules, tie_losers), 0, "near|far", "order of losers with equal points"),
};
constexpr Preset kPresets[] = {
    {"default", "", "both ends open"},
    {"one_end", "ends=1", "one end, named by the dealer"},
    {"dead_all", "dead=all", "the author's own hand counts in the test for a killing play"},
    {"bao_any", "bao=any tie_losers=far", "settlement of the public program"},
};
constexpr std::string_view kEndings[] = {"exhausted", "suanzhang", "sizha"};
constexpr int kAllPoints = 177;
constexpr Parameter kSettleParameters[] = {
    {"points", "a list of four integers: the points of each seat"},
    {"dealer", "the seat that led"},
    {"end", "exhausted, suanzhang or sizha"},
    {"closer", "optional: the seat that ended the hand, -1 when exhausted"},
};
constexpr Analysis kAnalyses[] = {{"settle", "ranking and payments of a hand", kSettleParameters}};

/// Calls f(seat, code) for every turn so far.
template <class F>
void for_turns(const State& state, F f) {
  for (int i = 0; i < state.turns; ++i) f((state.dealer + i) % kSeats, Action{state.log[static_cast<std::size_t>(i)]});
}

/// Bit p for every pip p that is open.
unsigned open_pips(Dingniu::Open open) { return ((1U << open[0]) | (1U << open[1])) & ~1U; }

int points(Dingniu::Hand hand) {
  int sum = 0;
  for (int t = 0; t < Dingniu::kTypes; ++t)
    sum += Dingniu::held(hand, t) * Dingniu::kTile[static_cast<std::size_t>(t)].points();
  return sum;
}

/// Everything that the log tells.
struct Course {
  std::array<Dingniu::Hand, kSeats> discarded{}, laid{};
  std::array<unsigned, kSeats> blocked{};  ///< bit p: discarded while pip p was open
  std::array<int, kSeats> discards{}, placed{};

  Course(const Rules& rules, const State& state) {
    Dingniu::Open open{};
    for_turns(state, [&](int seat, Action code) {
      const auto s = static_cast<std::size_t>(seat);
      const Dingniu::Half half = Dingniu::placed(code);
      if (code >= Dingniu::kDiscard) {
        discarded[s] += Dingniu::one(half.type);
        blocked[s] |= open_pips(open);
        ++discards[s];
      } else {
        laid[s] += Dingniu::one(half.type);
        open = code >= Dingniu::kPlay ? Dingniu::joined(open, half.type, half.pip)
                                      : Dingniu::led(rules, half.type, half.pip);
        ++placed[s];
      }
    });
  }
};

Tree discard_list(const State& state, int seat) {
  Tree out = Tree::list();
  for_turns(state, [&](int s, Action code) {
    if (s == seat && code >= Dingniu::kDiscard) out.push(Dingniu::kTile[Dingniu::placed(code).type].name);
  });
  return out;
}

template <class F>
Tree per_seat(F f) {
  Tree out = Tree::list();
  for (int s = 0; s < kSeats; ++s) out.push(f(s));
  return out;
}

enum Result : int { kNormal, kSuccess, kBao };
constexpr std::string_view kResults[] = {"normal", "success", "bao"};

/// Winning and settlement.
struct Settlement {
  std::array<int, kSeats> points, order{}, pay{};
  Result result = kNormal;

  Settlement(const Rules& rules, const std::array<int, kSeats>& p, int dealer, int ending, int closer) : points(p) {
    for (int i = 0; i < kSeats; ++i) order[static_cast<std::size_t>(i)] = i;
    const auto fewer = [&](int a, int b) {
      return points[static_cast<std::size_t>(a)] < points[static_cast<std::size_t>(b)];
    };
    const auto distance = [&](int seat) { return (seat - dealer + kSeats) % kSeats; };
    std::sort(order.begin(), order.end(),
              [&](int a, int b) { return fewer(a, b) || (!fewer(b, a) && distance(a) < distance(b)); });
    if (rules.tie_losers == Dingniu::kFar) {
      std::sort(order.begin() + 1, order.end(),
                [&](int a, int b) { return fewer(a, b) || (!fewer(b, a) && distance(a) > distance(b)); });
    }
    const auto winner = static_cast<std::size_t>(order[0]);
    if (ending == Dingniu::kSuanzhang) {
      if (closer == order[0]) {
        result =
            fewer(order[0], order[1]) && fewer(order[0], order[2]) && fewer(order[0], order[3]) ? kSuccess : kNormal;
      } else if (rules.bao == Dingniu::kAny || closer == order[3]) {
        result = kBao;
        pay[winner] = 12;
        pay[static_cast<std::size_t>(closer)] = -12;
        return;
      }
    }
    constexpr std::array<int, kSeats> kShare = {6, -1, -2, -3};
    for (std::size_t rank = 0; rank < kSeats; ++rank) {
      pay[static_cast<std::size_t>(order[rank])] = kShare[rank] * (result == kSuccess ? 2 : 1);
    }
  }

  static Settlement of(const Rules& rules, const State& state) {
    const Course course(rules, state);
    std::array<int, kSeats> p{};
    for (std::size_t s = 0; s < kSeats; ++s) p[s] = yezi::points(state.hand[s]) + yezi::points(course.discarded[s]);
    return {rules, p, state.dealer, state.ending, state.closer};
  }
};

/// The hidden tiles of the seats other than one, as places that can be filled anew.
class Hidden {
 public:
  Hidden(const Rules& rules, const State& state, int viewer) : rules_(rules), state_(state) {
    std::array<unsigned, kSeats> blocked{};
    Dingniu::Open open{};
    for (std::uint8_t i = 0; i < state.turns; ++i) {
      const int seat = (state.dealer + i) % kSeats;
      const Action code = state.log[i];
      const Dingniu::Half half = Dingniu::placed(code);
      if (code >= Dingniu::kDiscard) {
        blocked[static_cast<std::size_t>(seat)] |= open_pips(open);
        if (seat != viewer) add(half.type, seat, i, blocked[static_cast<std::size_t>(seat)]);
      } else {
        open = code >= Dingniu::kPlay ? Dingniu::joined(open, half.type, half.pip)
                                      : Dingniu::led(rules, half.type, half.pip);
      }
    }
    for (int seat = 0; seat < kSeats; ++seat) {
      const auto s = static_cast<std::size_t>(seat);
      if (seat == viewer) continue;
      for (int t = 0; t < Dingniu::kTypes; ++t) {
        for (int copy = 0; copy < Dingniu::held(state.hand[s], t); ++copy) add(t, seat, kInHand, blocked[s]);
      }
    }
  }

  /// A uniform redraw by rejection; where that is unlikely to end, a long walk of exchanges that keep the facts.
  void redraw(Rng& rng) {
    const auto truth = type_;
    for (int attempt = 0; attempt < 100; ++attempt) {
      rng.shuffle(type_.data(), n_);
      if (holds()) return;
    }
    type_ = truth;
    if (n_ < 2) return;
    for (int step = 0; step < 400; ++step) {
      const std::size_t a = rng.below(static_cast<std::uint32_t>(n_)), b = rng.below(static_cast<std::uint32_t>(n_));
      std::swap(type_[a], type_[b]);
      if (!holds()) std::swap(type_[a], type_[b]);
    }
  }

  void write(State& out) const {
    for (std::size_t i = 0; i < n_; ++i) {
      if (turn_[i] == kInHand) out.hand[seat_[i]] = 0;
    }
    for (std::size_t i = 0; i < n_; ++i) {
      if (turn_[i] == kInHand) {
        out.hand[seat_[i]] += Dingniu::one(type_[i]);
      } else {
        out.log[turn_[i]] = static_cast<std::uint8_t>(Dingniu::kDiscard + type_[i]);
      }
    }
  }

 private:
  static constexpr std::uint8_t kInHand = 255;

  void add(int type, int seat, std::uint8_t turn, unsigned blocked) {
    type_[n_] = static_cast<std::uint8_t>(type);
    seat_[n_] = static_cast<std::uint8_t>(seat);
    turn_[n_] = turn;
    blocked_[n_] = blocked;
    ++n_;
  }

  /// The facts of section Knowledge.
  bool holds() const {
    for (std::size_t i = 0; i < n_; ++i) {
      const dominoes::Tile& tile = Dingniu::kTile[type_[i]];
      if ((blocked_[i] & ((1U << tile.high) | (1U << tile.low))) != 0) return false;
    }
    State drawn = state_;
    write(drawn);
    int last = state_.turns - 1;  // the last tile laid
    while (last >= 0 && state_.log[static_cast<std::size_t>(last)] >= Dingniu::kDiscard) --last;
    if (last >= 0) {
      const int seat = (state_.dealer + last) % kSeats;
      const bool own_counts = last > 0 && rules_.dead == Dingniu::kAll &&
                              (drawn.hand[static_cast<std::size_t>(seat)] & Dingniu::fitting(drawn.open)) != 0;
      if (!own_counts && Dingniu::blocks_others(drawn, seat, drawn.open)) return false;
    }
    return count_legal<Dingniu>(rules_, drawn) >= 2;
  }

  const Rules& rules_;
  const State& state_;
  std::array<std::uint8_t, Dingniu::kTiles> type_{}, seat_{}, turn_{};
  std::array<unsigned, Dingniu::kTiles> blocked_{};
  std::size_t n_ = 0;
};

}  // namespace

constexpr GameInfo Dingniu::info{
    .id = "dingniu",
    .name = "頂牛",
    .english = "Chinese dominoes, 24 tiles: a chain with two open ends",
    .version = 1,
    .max_decisions = kTiles,
    .rules = {kOptions, kPresets},
    .endings = kEndings,
    .analyses = kAnalyses,
    .bulk = {},
};

Tree Dingniu::tiles(Hand hand) {
  Tree out = Tree::list();
  for (int t = 0; t < kTypes; ++t) {
    for (int copy = 0; copy < held(hand, t); ++copy) out.push(kTile[static_cast<std::size_t>(t)].name);
  }
  return out;
}

void Dingniu::show_end(const State& state, Event& event) {
  event.show("end", kEndings[state.ending]).show("closer", state.closer);
  event.show("hands", per_seat([&](int s) { return tiles(state.hand[static_cast<std::size_t>(s)]); }));
  event.show("discards", per_seat([&](int s) { return discard_list(state, s); }));
}

void Dingniu::returns(const Rules& rules, const State& state, std::int32_t* out) {
  if (state.ending < 0) {
    std::fill(out, out + kSeats, 0);
    return;
  }
  const Settlement settlement = Settlement::of(rules, state);
  std::copy(settlement.pay.begin(), settlement.pay.end(), out);
}

Tree Dingniu::detail(const Rules& rules, const State& state) {
  const Settlement settlement = Settlement::of(rules, state);
  const Course course(rules, state);
  const auto number = [](int value) { return Tree(value); };
  Tree out = Tree::map();
  out.set("end", kEndings[state.ending]).set("closer", state.closer).set("result", kResults[settlement.result]);
  out.set("points", Tree::list_of(settlement.points, number)).set("order", Tree::list_of(settlement.order, number));
  out.set("placed", Tree::list_of(course.placed, number));
  out.set("discards", per_seat([&](int s) { return tiles(course.discarded[static_cast<std::size_t>(s)]); }));
  out.set("hands", per_seat([&](int s) { return tiles(state.hand[static_cast<std::size_t>(s)]); }));
  Tree open = Tree::list();
  for (int pip = 6; pip > 0; --pip) {
    for (const int end : state.open) {
      if (end == pip) open.push(pip);
    }
  }
  out.set("open", std::move(open)).set("next_dealer", settlement.order[0]);
  return out;
}

NextDeal Dingniu::next_deal(const Rules& rules, const State& state) {
  return {Settlement::of(rules, state).order[0], Tree::map()};
}

Status Dingniu::analyse(const Rules& rules, std::string_view, const Tree& query, Tree& out) {
  const auto bad = [&](std::string_view name, std::string_view allowed) {
    return Status::error(ErrorKind::query, std::string(name) + " is " + to_json(*query.find(name)) +
                                               "; allowed: " + std::string(allowed));
  };
  const auto number = [](const Tree* value, std::int64_t low, std::int64_t high, int& to) {
    if (value == nullptr || value->integer() == nullptr || *value->integer() < low || *value->integer() > high)
      return false;
    to = static_cast<int>(*value->integer());
    return true;
  };
  std::array<int, kSeats> points{};
  const Tree::List* given = query.find("points")->items();
  bool good = given != nullptr && given->size() == points.size();
  for (std::size_t s = 0; good && s < points.size(); ++s) good = number(&(*given)[s], 0, kAllPoints, points[s]);
  if (!good) return bad("points", "a list of four integers in 0..177");
  int dealer = 0, closer = -1;
  if (!number(query.find("dealer"), 0, kSeats - 1, dealer)) return bad("dealer", "0..3");
  const std::string* end = query.find("end")->text();
  const auto* ending = end == nullptr ? std::end(kEndings) : std::find(std::begin(kEndings), std::end(kEndings), *end);
  if (ending == std::end(kEndings)) return bad("end", "exhausted, suanzhang, sizha");
  const bool exhausted = ending == std::begin(kEndings);
  if (query.find("closer") != nullptr && !number(query.find("closer"), -1, kSeats - 1, closer))
    return bad("closer", "-1..3");
  if (exhausted != (closer == -1)) {
    return Status::error(ErrorKind::query, "closer is " + std::to_string(closer) + " with end " + quoted(*end) +
                                               "; allowed: -1 when exhausted, else a seat 0..3");
  }
  const Settlement settlement(rules, points, dealer, static_cast<int>(ending - std::begin(kEndings)), closer);
  const auto entry = [](int value) { return Tree(value); };
  out = Tree::map();
  out.set("order", Tree::list_of(settlement.order, entry)).set("result", kResults[settlement.result]);
  out.set("returns", Tree::list_of(settlement.pay, entry));
  return {};
}

std::string Dingniu::format(Action action) {
  if (action < 0 || action >= kActions) return {};
  const Half half = placed(action);
  std::string out = action >= kDiscard ? "discard " : action >= kPlay ? "play " : "lead ";
  out += kTile[half.type].name;
  if (half.pip != 0) {
    out += ' ';
    out += static_cast<char>('0' + half.pip);
  }
  return out;
}

bool Dingniu::parse(std::string_view text, Action& action) {
  for (Action code = 0; code < kActions; ++code) {
    if (format(code) == text) {
      action = code;
      return true;
    }
  }
  return false;
}

Tree Dingniu::view(const Rules& rules, const State& state, int seat) {
  const bool over = state.ending >= 0;
  const Course course(rules, state);
  Tree out = Tree::map();
  out.set("player", over ? Tree() : Tree(turn(state)));
  out.set("phase", over ? "over" : state.turns == 0 ? "lead" : "play").set("dealer", state.dealer);
  Tree seats = Tree::list();
  for (int s = 0; s < kSeats; ++s) {
    const auto i = static_cast<std::size_t>(s);
    const bool known = over || seat == kEverything || seat == s;
    Tree entry = Tree::map();
    entry.set("hand", known ? tiles(state.hand[i]) : Tree()).set("hand_size", size(state.hand[i]));
    entry.set("placed", course.placed[i]).set("discards", known ? discard_list(state, s) : Tree());
    entry.set("discard_count", course.discards[i]);
    Tree blocked = Tree::list();
    for (int pip = 1; pip <= 6; ++pip) {
      if ((course.blocked[i] >> pip & 1U) != 0) blocked.push(pip);
    }
    seats.push(std::move(entry.set("blocked", std::move(blocked))));
  }
  out.set("seats", std::move(seats));
  Tree open = Tree::list();
  for (const int pip : {std::max(state.open[0], state.open[1]), std::min(state.open[0], state.open[1])}) {
    if (pip != 0) open.push(pip);
  }
  Tree chain = Tree::list();
  for_turns(state, [&](int s, Action code) {
    if (code >= kDiscard) return;
    const Half half = placed(code);
    chain.push(Tree::list().push(s).push(kTile[half.type].name).push(half.pip == 0 ? -1 : half.pip));
  });
  out.set("table", std::move(Tree::map().set("open", std::move(open)).set("chain", std::move(chain))));
  return out;
}

void Dingniu::observation_layout(const Rules&, Layout& layout) {
  layout = {{"hand", kTypes},         {"played", kTypes},      {"open", 6},
            {"hand_size", kSeats},    {"placed", kSeats},      {"discard_count", kSeats},
            {"own_discards", kTypes}, {"blocked", 6 * kSeats}, {"dealer", 1},
            {"to_move", 1},           {"others", 3 * kTypes}};
}

void Dingniu::observe(const Rules& rules, const State& state, int seat, std::int8_t* out) {
  const Course course(rules, state);
  const auto put = [&](int value) { *out++ = static_cast<std::int8_t>(value); };
  const auto put_tiles = [&](Hand hand) {
    for (int t = 0; t < kTypes; ++t) put(held(hand, t));
  };
  const auto relative = [&](int i) { return static_cast<std::size_t>((seat + i) % kSeats); };
  const auto per_relative = [&](auto value) {
    for (int i = 0; i < kSeats; ++i) put(value(relative(i)));
  };
  put_tiles(state.hand[relative(0)]);
  put_tiles(course.laid[0] + course.laid[1] + course.laid[2] + course.laid[3]);
  for (int pip = 1; pip <= 6; ++pip) put((state.open[0] == pip) + (state.open[1] == pip));
  per_relative([&](std::size_t s) { return size(state.hand[s]); });
  per_relative([&](std::size_t s) { return course.placed[s]; });
  per_relative([&](std::size_t s) { return course.discards[s]; });
  put_tiles(course.discarded[relative(0)]);
  per_relative([&](std::size_t s) {
    for (int pip = 1; pip < 6; ++pip) put(static_cast<int>(course.blocked[s] >> pip & 1U));
    return static_cast<int>(course.blocked[s] >> 6 & 1U);
  });
  put((state.dealer - seat + kSeats) % kSeats);
  put(state.ending >= 0 ? -1 : (turn(state) - seat + kSeats) % kSeats);
  for (int i = 1; i < kSeats; ++i) {
    put_tiles(state.ending >= 0 ? state.hand[relative(i)] + course.discarded[relative(i)] : 0);
  }
}

void Dingniu::resample(const Rules& rules, State& state, int seat, Rng& rng) {
  if (state.ending >= 0) return;
  const State before = state;
  Hidden hidden(rules, before, seat);
  hidden.redraw(rng);
  hidden.write(state);
}

bool Dingniu::valid(const Rules& rules, const State& state) {
  if (state.turns > kTiles || state.dealer >= kSeats) return false;
  State replayed{};
  replayed.dealer = state.dealer;
  replayed.ending = replayed.closer = -1;
  std::array<int, kTypes> total{};
  for (std::size_t s = 0; s < kSeats; ++s) {
    if ((state.hand[s] >> (2 * kTypes)) != 0) return false;
    replayed.hand[s] = state.hand[s];
    for (int t = 0; t < kTypes; ++t) total[static_cast<std::size_t>(t)] += held(state.hand[s], t);
  }
  std::array<int, kSeats> dealt{};
  for (std::size_t s = 0; s < kSeats; ++s) dealt[s] = size(state.hand[s]);
  for (int i = 0; i < state.turns; ++i) {
    const Action code = state.log[static_cast<std::size_t>(i)];
    if (code >= kActions) return false;
    const int type = placed(code).type;
    const auto s = static_cast<std::size_t>((state.dealer + i) % kSeats);
    if (++total[static_cast<std::size_t>(type)] > copies(type)) return false;
    replayed.hand[s] += one(type);
    ++dealt[s];
  }
  for (int t = 0; t < kTypes; ++t) {
    if (total[static_cast<std::size_t>(t)] != copies(t)) return false;
  }
  for (const int count : dealt) {
    if (count != kTiles / kSeats) return false;
  }
  NullEvents none;
  for (int i = 0; i < state.turns; ++i) {
    const Action code = state.log[static_cast<std::size_t>(i)];
    if (!is_legal<Dingniu>(rules, replayed, code)) return false;
    take_turn(rules, replayed, code, none);
  }
  return std::memcmp(&replayed, &state, sizeof state) == 0;
}

}  // namespace yezi

YEZI_DEFINE_GAME(dingniu, yezi::Dingniu)
