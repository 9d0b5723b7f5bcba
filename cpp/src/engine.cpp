#include <yezi/core/engine.hpp>

#include <algorithm>
#include <array>
#include <cstring>

#include <yezi/core/registry.hpp>

namespace yezi {

namespace {

std::string prefix(const Game& game) { return std::string(game.info().id) + ": "; }

std::string join(const std::vector<std::string>& words, std::size_t limit) {
  std::string out;
  for (std::size_t i = 0; i < words.size() && i < limit; ++i) {
    if (i > 0) out += ", ";
    out += words[i];
  }
  if (words.size() > limit) out += ", … (" + std::to_string(words.size()) + " in all)";
  return out;
}

}  // namespace

Status Game::make(std::string_view id, const Tree& given, Game& out) {
  const Ops* ops = find_game(id);
  if (ops == nullptr) {
    std::vector<std::string> ids;
    for (const Ops* known : games()) ids.emplace_back(known->info->id);
    return Status::error(ErrorKind::unknown_game,
                         "unknown game " + quoted(id) + "; the games are " + join(ids, ids.size()));
  }
  auto rules = std::make_shared<std::vector<std::byte>>(ops->rules_size);
  if (Status status = resolve_rules(ops->info->rules, id, given, rules->data()); !status.ok()) return status;
  std::string problem;
  if (!ops->check_rules(rules->data(), problem)) {
    return Status::error(ErrorKind::rules, std::string(id) + ": " + problem);
  }
  out.ops_ = ops;
  out.rules_ = std::move(rules);
  return {};
}

std::vector<Card> Game::deck() const {
  std::array<Card, kMaxDeck> cards{};
  const int size = ops_->deck(rules(), cards.data());
  return {cards.begin(), cards.begin() + size};
}

std::vector<std::string> Game::card_names(std::span<const Card> cards) const {
  std::vector<std::string> out;
  out.reserve(cards.size());
  for (const Card card : cards) out.emplace_back(ops_->card_name(card));
  return out;
}

std::vector<Card> Game::shuffled_deck(std::uint64_t seed, std::uint64_t index, std::uint64_t round) const {
  std::vector<Card> cards = deck();
  Rng::stream(seed, index, round, Purpose::deal).shuffle(cards.data(), cards.size());
  return cards;
}

Status Game::parse_deck(std::span<const std::string> card_texts, std::vector<Card>& out) const {
  const auto bad = [&](std::string message) {
    return Status::error(ErrorKind::deck, prefix(*this) + std::move(message));
  };
  const std::vector<Card> whole = deck();
  std::vector<int> wanted(static_cast<std::size_t>(ops_->card_types)), held(wanted);
  for (const Card card : whole) ++wanted[card];
  std::vector<Card> cards;
  cards.reserve(card_texts.size());
  for (const std::string& text : card_texts) {
    const int card = ops_->parse_card(text);
    if (card < 0 || wanted[static_cast<std::size_t>(card)] == 0) {
      std::string known;
      for (std::size_t i = 0; i < whole.size(); ++i) {
        if (i > 0 && whole[i] == whole[i - 1]) continue;
        if (i > 0) known += ' ';
        known += ops_->card_name(whole[i]);
      }
      return bad(quoted(text) + " is no card of this deck; its cards are " + known);
    }
    cards.push_back(static_cast<Card>(card));
    ++held[static_cast<std::size_t>(card)];
  }
  if (cards.size() != whole.size()) {
    return bad("the deck has " + std::to_string(cards.size()) + " cards; it must have " + std::to_string(whole.size()));
  }
  for (std::size_t card = 0; card < wanted.size(); ++card) {
    if (held[card] != wanted[card]) {
      return bad("the deck holds " + quoted(ops_->card_name(static_cast<Card>(card))) + " " +
                 std::to_string(held[card]) + " times; it must hold it " + std::to_string(wanted[card]) + " times");
    }
  }
  out = std::move(cards);
  return {};
}

State Game::deal(std::span<const Card> cards, int dealer) const {
  const std::vector<std::byte> blank(ops_->state_size);
  State state(*this, blank.data());
  ops_->deal(rules(), dealer, cards.data(), state.data());
  return state;
}

State Game::deal(std::uint64_t seed, std::uint64_t index, int dealer) const {
  return deal(shuffled_deck(seed, index), dealer);
}

Status Game::format(Action action, std::string& out) const {
  std::string text = action < 0 ? std::string() : ops_->format(action);
  if (text.empty()) {
    return Status::error(ErrorKind::invalid_move, prefix(*this) + std::to_string(action) + " is the code of no move");
  }
  out = std::move(text);
  return {};
}

Status Game::parse(std::string_view move, Action& out) const {
  if (!ops_->parse(move, out)) {
    return Status::error(ErrorKind::invalid_move, prefix(*this) + quoted(move) + " is no move");
  }
  return {};
}

Status Game::analyse(std::string_view kind, const Tree& query, Tree& out) const {
  const auto bad = [&](std::string message) {
    return Status::error(ErrorKind::query, prefix(*this) + std::move(message));
  };
  const Analysis* analysis = nullptr;
  std::string kinds;
  for (const Analysis& known : info().analyses) {
    if (known.kind == kind) analysis = &known;
    if (!kinds.empty()) kinds += ", ";
    kinds += known.kind;
  }
  if (analysis == nullptr) {
    return bad("unknown analysis " + quoted(kind) + "; allowed: " + (kinds.empty() ? "none" : kinds));
  }
  std::string parameters;
  for (const Parameter& parameter : analysis->parameters) {
    if (!parameters.empty()) parameters += ", ";
    parameters += parameter.name;
    if (query.find(parameter.name) == nullptr && !parameter.help.starts_with("optional")) {
      return bad(std::string(kind) + ": parameter " + quoted(parameter.name) + " is missing (" +
                 std::string(parameter.help) + ")");
    }
  }
  if (query.members() != nullptr) {
    for (const Tree::Member& member : *query.members()) {
      const auto known = [&](const Parameter& parameter) { return parameter.name == member.key; };
      if (std::none_of(analysis->parameters.begin(), analysis->parameters.end(), known)) {
        return bad(std::string(kind) + ": unknown parameter " + quoted(member.key) + "; allowed: " + parameters);
      }
    }
  }
  Tree result;
  Status status = ops_->analyse(rules(), kind, query, result);
  if (status.ok()) {
    out = std::move(result);
  } else {
    status.message = prefix(*this) + std::string(kind) + ": " + status.message;
  }
  return status;
}

bool operator==(const Game& a, const Game& b) noexcept {
  if (a.ops_ != b.ops_) return false;
  return a.ops_ == nullptr || a.rules_ == b.rules_ || *a.rules_ == *b.rules_;
}

State::State(Game game, const void* bytes) : game_(std::move(game)) {
  if (bytes == nullptr) return;
  block_.reset(new std::byte[size()]);
  std::memcpy(block_.get(), bytes, size());
}

State& State::operator=(const State& other) {
  if (this != &other) *this = State(other);
  return *this;
}

Status State::restore(const Game& game, std::span<const std::byte> bytes, State& out) {
  if (bytes.size() == game.ops().state_size) {
    State state(game, bytes.data());
    if (game.ops().valid(game.rules(), state.data())) {
      out = std::move(state);
      return {};
    }
  }
  return Status::error(ErrorKind::argument, prefix(game) + "these " + std::to_string(bytes.size()) +
                                                " bytes are no key of a state (of " +
                                                std::to_string(game.ops().state_size) + " bytes)");
}

std::string_view State::ending() const {
  const int ending = game_.ops().ending(data());
  return ending < 0 ? std::string_view{} : game_.info().endings[static_cast<std::size_t>(ending)];
}

std::vector<Action> State::legal_actions() const {
  std::vector<Action> out(game_.ops().count(game_.rules(), data()));
  game_.ops().legal(game_.rules(), data(), out.data());
  return out;
}

std::vector<std::string> State::legal_moves() const {
  std::vector<std::string> moves;
  for (const Action action : legal_actions()) moves.push_back(game_.ops().format(action));
  std::sort(moves.begin(), moves.end());
  return moves;
}

std::string illegal_message(const Game& game, const void* state, Action action) {
  const std::string move = quoted(game.ops().format(action));
  const int player = game.ops().player(state);
  if (player < 0) return prefix(game) + move + " cannot be played: the game is over";
  return prefix(game) + move + " is not legal for seat " + std::to_string(player) +
         "; legal: " + join(State(game, state).legal_moves(), 12);
}

Status State::apply(Action action) {
  if (game_.ops().is_legal(game_.rules(), data(), action)) {
    game_.ops().apply(game_.rules(), data(), action);
    return {};
  }
  std::string text;
  if (Status status = game_.format(action, text); !status.ok()) return status;
  return Status::error(ErrorKind::illegal_move, illegal_message(game_, data(), action));
}

Status State::apply(std::string_view move) {
  Action action = 0;
  if (Status status = game_.parse(move, action); !status.ok()) return status;
  return apply(action);
}

Status State::apply_index(std::size_t index) {
  const std::uint32_t count = game_.ops().count(game_.rules(), data());
  if (index >= count) {
    return Status::error(ErrorKind::illegal_move, prefix(game_) + "index " + std::to_string(index) + " of " +
                                                      std::to_string(count) + " legal moves");
  }
  game_.ops().apply(game_.rules(), data(), game_.ops().nth(game_.rules(), data(), static_cast<std::uint32_t>(index)));
  return {};
}

std::vector<std::int32_t> State::returns() const {
  std::vector<std::int32_t> out(static_cast<std::size_t>(game_.num_players()));
  game_.ops().returns(game_.rules(), data(), out.data());
  return out;
}

Tree State::detail() const { return is_over() ? game_.ops().detail(game_.rules(), data()) : Tree::map(); }

std::vector<std::int8_t> State::observation(int seat) const {
  std::size_t size = 0;
  for (const Part& part : game_.ops().observation_layout(game_.rules())) size += static_cast<std::size_t>(part.size);
  std::vector<std::int8_t> out(size);
  game_.ops().observe(game_.rules(), data(), seat, out.data());
  return out;
}

State State::resample(int seat, std::uint64_t seed) const {
  State out(*this);
  Rng rng = Rng::stream(seed, 0, 0, Purpose::resample);
  game_.ops().resample(game_.rules(), out.data(), seat, rng);
  return out;
}

bool operator==(const State& a, const State& b) noexcept {
  return a.game_ == b.game_ && a.size() == b.size() &&
         (a.size() == 0 || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

namespace {

Status differs(std::string message) { return Status::error(ErrorKind::trace, std::move(message)); }

Status replay_step(const Tree& step, std::size_t number, State& state) {
  const std::string where = "step " + std::to_string(number) + ": ";
  const Tree* move = step.find("move");
  if (move == nullptr || move->text() == nullptr) return differs(where + "it must be an object with a string 'move'");
  if (state.is_over()) return differs(where + "it comes after the end of the game");
  if (const Tree* player = step.find("player");
      player != nullptr && !player->is_null() && *player != Tree(state.player())) {
    return differs(where + "player is " + to_json(*player) + "; the rules give " + std::to_string(state.player()));
  }
  const Tree* legal = step.find("legal");
  if (legal != nullptr && legal->items() != nullptr) {
    const Tree found = Tree::list_of(state.legal_moves(), [](const std::string& text) { return Tree(text); });
    if (found != *legal)
      return differs(where + "the legal moves are " + to_json(*legal) + "; the rules give " + to_json(found));
  } else if (legal != nullptr && legal->find("n") != nullptr) {
    const Tree found(state.legal_actions().size());
    if (found != *legal->find("n")) return differs(where + "the number of legal moves differs");
  }
  if (Status status = state.apply(*move->text()); !status.ok()) return differs(where + status.message);
  return {};
}

}  // namespace

Status replay(const Tree& trace, State& out) {
  const Tree* id = trace.find("game");
  const Tree* rules = trace.find("rules");
  const Tree* dealer = trace.find("dealer");
  const Tree* deck = trace.find("deck");
  const Tree* steps = trace.find("steps");
  if (id == nullptr || id->text() == nullptr || rules == nullptr || dealer == nullptr || dealer->integer() == nullptr ||
      deck == nullptr || deck->items() == nullptr || steps == nullptr || steps->items() == nullptr) {
    return differs("a trace is an object with game, rules, dealer, deck and steps");
  }
  Game game;
  if (Status status = Game::make(*id->text(), *rules, game); !status.ok()) return differs(status.message);
  if (*dealer->integer() < 0 || *dealer->integer() >= game.num_players()) {
    return differs("dealer is " + to_json(*dealer) + "; allowed: 0.." + std::to_string(game.num_players() - 1));
  }
  std::vector<std::string> card_texts;
  for (const Tree& card : *deck->items()) {
    if (card.text() == nullptr) return differs("the deck must be a list of strings");
    card_texts.push_back(*card.text());
  }
  std::vector<Card> cards;
  if (Status status = game.parse_deck(card_texts, cards); !status.ok()) return differs(status.message);
  State state = game.deal(cards, static_cast<int>(*dealer->integer()));
  for (std::size_t i = 0; i < steps->items()->size(); ++i) {
    if (Status status = replay_step((*steps->items())[i], i, state); !status.ok()) return status;
  }
  const Tree* returns = trace.find("returns");
  if (returns != nullptr && !returns->is_null()) {
    if (!state.is_over()) return differs("the trace has returns, but the game is not over");
    const Tree found = Tree::list_of(state.returns(), [](std::int32_t chips) { return Tree(chips); });
    if (found != *returns) return differs("returns are " + to_json(*returns) + "; the rules give " + to_json(found));
    const Tree* detail = trace.find("detail");
    if (detail != nullptr && !detail->is_null() && *detail != state.detail()) {
      return differs("detail is " + to_json(*detail) + "; the rules give " + to_json(state.detail()));
    }
  }
  out = std::move(state);
  return {};
}

}  // namespace yezi
