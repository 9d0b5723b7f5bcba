// What each seat of doudizhu sees, and redrawing what it cannot see.
#include <yezi/games/doudizhu.hpp>

#include <bit>
#include <cstring>

namespace yezi {

namespace {

using State = Doudizhu::State;
using counts::Counts;
constexpr int kSeats = Doudizhu::kSeats, kRanks = Doudizhu::kRanks;

std::string_view phase(const State& state) {
  return state.ending >= 0 ? "over" : Doudizhu::is_bidding(state) ? "bid" : "play";
}

Counts all_played(const State& state) { return state.played[0] + state.played[1] + state.played[2]; }

Tree seat_or_null(int seat) { return seat < 0 ? Tree() : Tree(seat); }

}  // namespace

Tree Doudizhu::letter_list(Counts cards) {
  Tree out = Tree::list();
  for (int r = 0; r < kRanks; ++r) {
    for (int copy = 0; copy < counts::get(cards, r); ++copy)
      out.push(landlord::kLetters.substr(static_cast<std::size_t>(r), 1));
  }
  return out;
}

Tree Doudizhu::bottom_list(const State& state) {
  return Tree::list_of(state.bottom, [](Card card) { return Tree(card_name(card)); });
}

// ---- View -----------------------------------------------------------------------------------------------------------

Tree Doudizhu::view(const Rules&, const State& state, int seat) {
  const bool over = state.ending >= 0, bidding = is_bidding(state);
  Tree out = Tree::map();
  out.set("player", seat_or_null(state.turn)).set("phase", phase(state)).set("dealer", state.dealer);
  out.set("landlord", seat_or_null(state.landlord))
      .set("bid", state.bid)
      .set("grabs", state.grabs)
      .set("bombs", state.bombs);
  Tree bids = Tree::list();
  for (std::size_t i = 0; i < state.spoken; ++i) {
    bids.push(Tree::list().push(word_seat(state.words[i])).push(format(word_code(state.words[i]))));
  }
  out.set("bids", std::move(bids)).set("bottom", bidding && seat != kEverything ? Tree() : bottom_list(state));
  Tree table;
  if (state.top >= 0) {
    table.set("seat", state.top).set("move", format(state.last[static_cast<std::size_t>(state.top)]));
    table.set("pattern", state.table.name());
  }
  out.set("table", std::move(table));
  Tree seats = Tree::list();
  for (int s = 0; s < kSeats; ++s) {
    const auto i = static_cast<std::size_t>(s);
    Tree entry = Tree::map();
    entry.set("hand", over || seat == kEverything || seat == s ? letter_list(state.hand[i]) : Tree());
    entry.set("hand_size", counts::total(state.hand[i])).set("played", letter_list(state.played[i]));
    entry.set("moves", state.moves[i]).set("last", state.last[i] == kNoMove ? Tree() : Tree(format(state.last[i])));
    seats.push(std::move(entry));
  }
  return std::move(out.set("seats", std::move(seats)));
}

// ---- Observation ----------------------------------------------------------------------------------------------------

void Doudizhu::observation_layout(const Rules&, Layout& layout) {
  layout = {{"hand", kRanks},
            {"unseen", kRanks},
            {"bottom", kRanks},
            {"played", kSeats * kRanks},
            {"hand_size", kSeats},
            {"moves", kSeats},
            {"last", kSeats * kRanks},
            {"passed", kSeats},
            {"table", kRanks},
            {"table_pattern", landlord::kPatterns},
            {"table_length", 1},
            {"table_main", 1},
            {"table_seat", 1},
            {"bidding", 8 * kSeats},
            {"bid", 1},
            {"grabs", 1},
            {"bombs", 1},
            {"phase", 3},
            {"dealer", 1},
            {"landlord", 1},
            {"to_move", 1},
            {"others", 2 * kRanks}};
}

namespace {

/// Writes an observation front to back.
class Entries {
 public:
  explicit Entries(std::int8_t* out) : out_(out) {}

  void put(int value) { *out_++ = static_cast<std::int8_t>(value); }
  /// The counts of all ranks. Nibbles are spread into bytes eight at a time.
  void put_cards(Counts cards) {
    if constexpr (std::endian::native == std::endian::little) {
      const Counts low = spread(cards & 0xFFFF'FFFF), high = spread(cards >> 32);
      std::memcpy(out_, &low, 8);
      std::memcpy(out_ + 8, &high, kRanks - 8);
    } else {
      for (int r = 0; r < kRanks; ++r) out_[r] = static_cast<std::int8_t>(counts::get(cards, r));
    }
    out_ += kRanks;
  }
  /// `size` zeros; the caller sets some of them.
  std::int8_t* put_zeros(std::size_t size) {
    std::int8_t* const at = out_;
    std::memset(at, 0, size);
    out_ += size;
    return at;
  }

 private:
  static Counts spread(Counts half) {
    half = (half | half << 16) & 0x0000'FFFF'0000'FFFF;
    half = (half | half << 8) & 0x00FF'00FF'00FF'00FF;
    return (half | half << 4) & 0x0F0F'0F0F'0F0F'0F0F;
  }

  std::int8_t* out_;
};

}  // namespace

void Doudizhu::observe(const Rules&, const State& state, int seat, std::int8_t* out) {
  const landlord::Catalogue& all = landlord::catalogue();
  const bool over = state.ending >= 0, bidding = is_bidding(state);
  const std::array<std::size_t, kSeats> seats = {seat_index(seat), seat_index(seat + 1), seat_index(seat + 2)};
  const auto relative = [&](int s) { return s < 0 ? -1 : (s - seat + kSeats) % kSeats; };
  const Counts hand = state.hand[seats[0]];
  Entries entries(out);
  entries.put_cards(hand);
  entries.put_cards(landlord::kPack - hand - all_played(state));
  entries.put_cards(bidding ? 0 : bottom(state));
  for (const std::size_t s : seats) entries.put_cards(state.played[s]);
  for (const std::size_t s : seats) entries.put(counts::total(state.hand[s]));
  for (const std::size_t s : seats) entries.put(state.moves[s]);
  for (const std::size_t s : seats) entries.put_cards(state.last[s] == kNoMove ? 0 : all.cards[state.last[s]]);
  for (const std::size_t s : seats) entries.put(state.last[s] == kPass);
  const bool has_table = state.top >= 0;
  entries.put_cards(has_table ? all.cards[state.last[static_cast<std::size_t>(state.top)]] : 0);
  std::int8_t* const pattern = entries.put_zeros(landlord::kPatterns);
  if (has_table) pattern[state.table.pattern() - 1] = 1;
  entries.put(state.table.length());
  entries.put(state.table.main());
  entries.put(relative(state.top));
  std::int8_t* const said = entries.put_zeros(8 * kSeats);
  for (std::size_t i = 0; i < state.spoken; ++i) {
    said[8 * relative(word_seat(state.words[i])) + word_code(state.words[i]) - kBid] = 1;
  }
  entries.put(state.bid);
  entries.put(state.grabs);
  entries.put(state.bombs);
  entries.put(bidding);
  entries.put(!bidding && !over);
  entries.put(over);
  entries.put(relative(state.dealer));
  entries.put(relative(state.landlord));
  entries.put(relative(state.turn));
  for (std::size_t i = 1; i < kSeats; ++i) entries.put_cards(over ? state.hand[seats[i]] : 0);
}

// ---- Knowledge ------------------------------------------------------------------------------------------------------

namespace {

/// The unseen cards in random order: their ranks, each as a hand of one card.
class Unseen {
 public:
  Unseen(Counts cards, Rng& rng) {
    for (int r = 0; r < kRanks; ++r) {
      for (int copy = 0; copy < counts::get(cards, r); ++copy) cards_[n_++] = counts::one(r);
    }
    rng.shuffle(cards_.data(), n_);
  }
  Counts take(int n) {
    Counts taken = 0;
    for (; n > 0; --n) taken += cards_[--n_];
    return taken;
  }

 private:
  std::array<Counts, Doudizhu::kCards> cards_{};
  std::size_t n_ = 0;
};

/// Cards of these ranks in random suits, ascending.
Doudizhu::Bottom random_suits(Counts cards, Rng& rng) {
  Doudizhu::Bottom types{};
  std::size_t n = 0;
  for (int r = 0; r < kRanks; ++r) {
    if (r >= landlord::kBlack) {
      if (counts::get(cards, r) > 0) types[n++] = static_cast<std::uint8_t>(poker::kBlackJoker + r - landlord::kBlack);
      continue;
    }
    std::array<std::uint8_t, poker::kSuits> suits = {0, 1, 2, 3};
    if (counts::get(cards, r) > 0) rng.shuffle(suits.data(), suits.size());
    for (int copy = 0; copy < counts::get(cards, r); ++copy) {
      types[n++] = static_cast<std::uint8_t>(poker::kSuits * r + suits[static_cast<std::size_t>(copy)]);
    }
  }
  return Doudizhu::ascending(types);
}

}  // namespace

void Doudizhu::resample(const Rules&, State& state, int seat, Rng& rng) {
  if (state.ending >= 0) return;
  const auto own = static_cast<std::size_t>(seat);
  Counts unseen = landlord::kPack - state.hand[own] - all_played(state);
  std::array<Counts, kSeats> hand{};
  if (state.landlord >= 0 && state.landlord != seat) {  // the bottom cards that the landlord has not played
    const auto landlord = static_cast<std::size_t>(state.landlord);
    for (int r = 0; r < kRanks; ++r) {
      const int left = counts::get(bottom(state), r) - counts::get(state.played[landlord], r);
      if (left > 0) hand[landlord] += static_cast<unsigned>(left) * counts::one(r);
    }
    unseen -= hand[landlord];
  }
  Unseen cards(unseen, rng);
  for (std::size_t s = 0; s < kSeats; ++s) {
    if (s == own) continue;
    hand[s] += cards.take(counts::total(state.hand[s]) - counts::total(hand[s]));
    state.hand[s] = hand[s];
  }
  if (is_bidding(state)) state.bottom = random_suits(cards.take(kBottom), rng);
}

}  // namespace yezi
