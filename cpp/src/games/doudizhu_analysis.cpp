// Analyses of doudizhu.
#include <yezi/games/doudizhu.hpp>

namespace yezi {

namespace {

Status bad(std::string message) { return Status::error(ErrorKind::query, std::move(message)); }

/// Reads letters in any order, from a string or a list of one-letter strings.
Status read_hand(const Tree& query, counts::Counts& hand) {
  std::string text;
  if (query.text() != nullptr) {
    text = *query.text();
  } else if (query.items() != nullptr) {
    for (const Tree& item : *query.items()) {
      if (item.text() == nullptr || item.text()->size() != 1) {
        return bad("hand holds " + to_json(item) + "; a list must hold single letters " +
                   std::string(landlord::kLetters));
      }
      text += *item.text();
    }
  } else {
    return bad("hand is " + to_json(query) + "; it must be a string or a list of letters " +
               std::string(landlord::kLetters));
  }
  hand = 0;
  for (const char letter : text) {
    const std::size_t rank = landlord::kLetters.find(letter);
    if (rank == std::string_view::npos) {
      return bad("hand " + quoted(text) +
                 " holds a letter that is no rank; allowed: " + std::string(landlord::kLetters));
    }
    hand += counts::one(static_cast<int>(rank));
    if (!counts::covers(landlord::kPack, hand)) {
      return bad("hand " + quoted(text) + " holds too many " + quoted(std::string_view(&letter, 1)) +
                 "; at most four of a rank and one of each joker");
    }
  }
  return {};
}

}  // namespace

Status Doudizhu::analyse(const Rules& rules, std::string_view, const Tree& query, Tree& out) {
  counts::Counts hand = 0;
  if (Status status = read_hand(*query.find("hand"), hand); !status.ok()) return status;
  landlord::Key key;
  const Tree* beat = query.find("beat");
  const bool leads = beat == nullptr || beat->is_null();
  if (!leads) {
    Action code = 0;
    if (beat->text() == nullptr || !parse(*beat->text(), code) || code < landlord::kFirstMove || !exists(rules, code)) {
      return bad("beat is " + to_json(*beat) + "; it must be a card move under these options, or null");
    }
    key = landlord::catalogue().key[static_cast<std::size_t>(code)];
  }
  std::vector<std::string> moves;
  const auto add = [&](Action code) { moves.push_back(format(code)); };
  landlord::Choices(options(rules), hand, key, !leads).each(add);
  std::sort(moves.begin(), moves.end());
  out = Tree::map().set("moves", Tree::list_of(moves, [](const std::string& move) { return Tree(move); }));
  return {};
}

}  // namespace yezi
