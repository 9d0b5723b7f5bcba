#include <yezi/games/doudizhu.hpp>

#include <cstddef>
#include <cstring>

#include <yezi/core/ops.hpp>

namespace yezi {

namespace {

using Rules = Doudizhu::Rules;
using State = Doudizhu::State;
using counts::Counts;
constexpr int kSeats = Doudizhu::kSeats;

constexpr Option kOptions[] = {
    text_option("bidding", offsetof(Rules, bidding), 0, "score|auction|grab|none",
                "how the landlord is found; none: the dealer"),
    text_option("all_pass", offsetof(Rules, all_pass), 0, "void|first",
                "nobody bids: the hand is void, or the dealer is landlord"),
    integer_option("base", offsetof(Rules, base), 1, 1, 10'000, "base stake"),
    boolean_option("spring", offsetof(Rules, spring), true, "spring 春天 and anti-spring double the stake"),
    boolean_option("four_two", offsetof(Rules, four_two), true, "four of a rank may take two kickers 四带二"),
    boolean_option("rocket_kicker", offsetof(Rules, rocket_kicker), false, "both jokers may be kickers of one move"),
    text_option("first_bidder", offsetof(Rules, first_bidder), 0, "rotate|winner", "dealer of the next hand"),
};
constexpr Preset kPresets[] = {
    {"default", "", "the source text with the standard rules"},
    {"grab", "bidding=grab", "calling and grabbing 抢地主"},
    {"research", "bidding=none spring=false", "as RLCard and DouZero compare players: the dealer is landlord"},
    {"auction", "bidding=auction four_two=false", "closest to OpenSpiel's dou_dizhu"},
    {"house", "all_pass=first rocket_kicker=true first_bidder=winner base=5", "a home game with several options"},
};
constexpr std::string_view kEndings[] = {"landlord", "farmers", "void"};

constexpr Parameter kMovesParameters[] = {
    {"hand", "letters 3456789TJQKA2BR in any order, a string or a list; at most four of a rank and one of each joker"},
    {"beat", "optional: the card move to beat, null or left out when leading"},
};
constexpr Analysis kAnalyses[] = {
    {"moves", "the sorted legal moves of a hand, `pass` included when there is a move to beat", kMovesParameters},
};

constexpr std::array<std::string_view, landlord::kFirstMove> kWords = {"pass", "bid 0",  "bid 1", "bid 2", "bid 3",
                                                                       "call", "nocall", "grab",  "nograb"};

int next_dealer(const Rules& rules, const State& state) {
  const bool winner = rules.first_bidder == Doudizhu::kWinner && state.ending != Doudizhu::kVoid;
  return winner ? state.top : (state.dealer + 1) % kSeats;
}

// ---- Winning and settlement -----------------------------------------------------------------------------------------

enum Spring : int { kNoSpring, kSpring, kAnti };
constexpr std::string_view kSprings[] = {"none", "spring", "anti"};

Spring spring(const Rules& rules, const State& state) {
  if (rules.spring == 0 || state.landlord < 0) return kNoSpring;
  const int landlord = state.moves[static_cast<std::size_t>(state.landlord)];
  if (state.ending == Doudizhu::kFarmersWin) return landlord == 1 ? kAnti : kNoSpring;
  return state.moves[0] + state.moves[1] + state.moves[2] == landlord ? kSpring : kNoSpring;
}

std::int32_t stake(const Rules& rules, const State& state) {
  return rules.base * state.bid << (state.bombs + state.grabs + (spring(rules, state) != kNoSpring));
}

}  // namespace

constexpr GameInfo Doudizhu::info{
    .id = "doudizhu",
    .name = "斗地主",
    .english = "Fight the Landlord, 54 cards: a climbing game, one against two",
    .version = 1,
    .max_decisions =
        kMaxWords + 3 * (kCards - 2) - 2,  // a play takes a card, all but the last are followed by two passes
    .rules = {kOptions, kPresets},
    .endings = kEndings,
    .analyses = kAnalyses,
    .bulk = {},
};

void Doudizhu::returns(const Rules& rules, const State& state, std::int32_t* out) {
  std::fill(out, out + kSeats, 0);
  if (state.landlord < 0 || state.ending < 0) return;
  const std::int32_t won = state.ending == kLandlordWins ? stake(rules, state) : -stake(rules, state);
  for (int s = 0; s < kSeats; ++s) out[s] = s == state.landlord ? 2 * won : -won;
}

void Doudizhu::show_end(const Rules& rules, const State& state, Event& event) {
  const bool played = state.ending != kVoid;
  event.show("ending", kEndings[state.ending]).show("winner", played ? Tree(state.top) : Tree());
  event.show("spring", kSprings[spring(rules, state)]).show("stake", played ? stake(rules, state) : 0);
  event.show("hands", Tree::list_of(state.hand, letter_list)).show("bottom", bottom_list(state));
}

Tree Doudizhu::detail(const Rules& rules, const State& state) {
  Tree out = Tree::map();
  out.set("redeal", state.ending == kVoid).set("next_dealer", next_dealer(rules, state));
  if (state.ending == kVoid) return out;
  out.set("landlord", state.landlord).set("bid", state.bid).set("grabs", state.grabs).set("bombs", state.bombs);
  out.set("spring", kSprings[spring(rules, state)]).set("stake", stake(rules, state)).set("winner", state.top);
  out.set("bottom", bottom_list(state));
  return out;
}

NextDeal Doudizhu::next_deal(const Rules& rules, const State& state) {
  return {next_dealer(rules, state), Tree::map()};
}

// ---- Move notation --------------------------------------------------------------------------------------------------

std::string Doudizhu::format(Action action) {
  if (action < 0 || action >= landlord::kCodes) return {};
  const auto code = static_cast<std::size_t>(action);
  return action < landlord::kFirstMove ? std::string(kWords[code])
                                       : landlord::letters(landlord::catalogue().cards[code]);
}

bool Doudizhu::parse(std::string_view text, Action& action) {
  const auto word = std::find(kWords.begin(), kWords.end(), text);
  if (word != kWords.end()) {
    action = word - kWords.begin();
    return true;
  }
  Counts cards = 0;
  std::size_t lowest = 0;  // letters ascend
  for (const char letter : text) {
    const std::size_t rank = landlord::kLetters.find(letter, lowest);
    if (rank == std::string_view::npos) return false;
    cards += counts::one(static_cast<int>(rank));
    if (!counts::covers(landlord::kPack, cards)) return false;
    lowest = rank;
  }
  const Action code = landlord::code_of(cards);
  if (code < 0) return false;
  action = code;
  return true;
}

// ---- Invariants -----------------------------------------------------------------------------------------------------

namespace {

/// Whether the bidding can have gone as `state` tells; `replayed` comes out where it ended.
bool replays_bidding(const Rules& rules, const State& state, State& replayed) {
  NullEvents none;
  replayed = {};
  replayed.dealer = state.dealer;
  replayed.turn = static_cast<std::int8_t>(state.dealer);
  replayed.landlord = replayed.top = replayed.ending = -1;
  replayed.last.fill(Doudizhu::kNoMove);
  replayed.bottom = state.bottom;
  if (rules.bidding == Doudizhu::kNone) {
    replayed.bid = 1;
    replayed.landlord = replayed.turn;
  }
  for (std::size_t i = 0; i < state.spoken; ++i) {
    const Action code = state.words[i] & 15;
    if (!Doudizhu::is_bidding(replayed) || !Doudizhu::is_legal(rules, replayed, code)) return false;
    Doudizhu::apply(rules, replayed, code, none);
  }
  return replayed.words == state.words && replayed.bid == state.bid && replayed.grabs == state.grabs &&
         replayed.landlord == state.landlord;
}

/// Whether what the seats have played can have been played, in `moves` moves, with `last` at the end.
bool valid_seat(const Rules& rules, const State& state, std::size_t seat, int& bombs) {
  const Counts played = state.played[seat];
  const int moves = state.moves[seat], size = counts::total(played);
  if (moves > size || (moves == 0) != (size == 0)) return false;
  const int held_bombs = counts::size(counts::Levels(played).four) + counts::covers(played, landlord::kJokers);
  bombs += std::min(moves, held_bombs);
  const std::uint16_t last = state.last[seat];
  if (last == Doudizhu::kNoMove) return moves == 0;
  if (last == Doudizhu::kPass) return moves > 0 || static_cast<int>(seat) != state.landlord;  // the landlord led first
  if (last < landlord::kFirstMove || last >= landlord::kCodes || !Doudizhu::exists(rules, last)) return false;
  const Counts cards = landlord::catalogue().cards[last];
  return counts::covers(played, cards) && (moves == 1 ? played == cards : counts::total(played - cards) >= moves - 1);
}

/// Whether turn, top, table and last moves belong to one course of play.
bool valid_trick(const State& state) {
  const auto key = [&](int seat) { return landlord::catalogue().key[state.last[static_cast<std::size_t>(seat)]]; };
  const auto last = [&](int i) { return state.last[Doudizhu::seat_index(i)]; };
  const auto is_move = [](std::uint16_t code) { return code != Doudizhu::kNoMove && code != Doudizhu::kPass; };
  if (state.top < 0) {  // a leader: at the beginning, or after two passes
    if (state.table.bits != 0 || state.ending >= 0) return false;
    const int turn = state.turn;
    if (last(turn) == Doudizhu::kNoMove) {
      return turn == state.landlord && last(turn + 1) == Doudizhu::kNoMove && last(turn + 2) == Doudizhu::kNoMove;
    }
    return is_move(last(turn)) && last(turn + 1) == Doudizhu::kPass && last(turn + 2) == Doudizhu::kPass;
  }
  if (!is_move(last(state.top)) || state.table.bits != key(state.top).bits) return false;
  const int next = (state.ending >= 0 ? state.top + 1 : state.turn) % kSeats;  // acts after the seat that acted last
  if (next == state.top || (next == (state.top + 2) % kSeats && last(state.top + 1) != Doudizhu::kPass)) return false;
  // In the first round the seats from `next` up to the landlord have not acted yet.
  const int landlord = state.landlord;
  const bool second = last(landlord + 1) != Doudizhu::kNoMove, third = last(landlord + 2) != Doudizhu::kNoMove;
  if (last(landlord) == Doudizhu::kNoMove || (third && !second)) return false;
  return third || next == (landlord + (second ? 2 : 1)) % kSeats;
}

}  // namespace

bool Doudizhu::valid(const Rules& rules, const State& state) {
  if (state.dealer >= kSeats || state.spoken > kMaxWords || state.unused[0] != 0 || state.unused[1] != 0) return false;
  if (state.bottom[0] >= state.bottom[1] || state.bottom[1] >= state.bottom[2] || state.bottom[2] >= kCards)
    return false;
  State bidding;
  if (!replays_bidding(rules, state, bidding)) return false;

  // Every card is somewhere, each seat has as many as it must.
  const bool played = state.landlord >= 0;
  Counts cards = played ? 0 : bottom(state);
  for (std::size_t s = 0; s < kSeats; ++s) {
    const int dealt = kDealt + (static_cast<int>(s) == state.landlord ? kBottom : 0);
    if (((state.hand[s] | state.played[s]) & 8 * counts::kEach) != 0) return false;
    for (const Counts more : {state.hand[s], state.played[s]}) {
      if (!counts::covers(landlord::kPack - cards, more)) return false;
      cards += more;
    }
    if (counts::total(state.hand[s]) + counts::total(state.played[s]) != dealt) return false;
  }
  if (cards != landlord::kPack) return false;

  if (!played) {  // what bidding and a void hand leave as it was dealt
    bidding.hand = state.hand;
    return std::memcmp(&bidding, &state, sizeof state) == 0;
  }
  const auto landlord = static_cast<std::size_t>(state.landlord);
  if (!counts::covers(state.hand[landlord] + state.played[landlord], bottom(state))) return false;
  int bombs = 0;  // at most
  for (std::size_t s = 0; s < kSeats; ++s) {
    if (!valid_seat(rules, state, s, bombs)) return false;
  }
  if (state.bombs > bombs) return false;
  const bool over = state.ending >= 0;
  if (state.turn < -1 || state.turn >= kSeats || state.top < -1 || state.top >= kSeats || over != (state.turn < 0))
    return false;
  if (over && (state.top < 0 || state.ending != (state.top == state.landlord ? kLandlordWins : kFarmersWin)))
    return false;
  for (int s = 0; s < kSeats; ++s) {
    if ((state.hand[static_cast<std::size_t>(s)] == 0) != (over && s == state.top)) return false;
  }
  return valid_trick(state);
}

}  // namespace yezi

YEZI_DEFINE_GAME(doudizhu, yezi::Doudizhu)
