#include <doctest.h>

#include <string>

#include "support.hpp"

using namespace yezi;

namespace {

std::filesystem::path data(const Ops& ops, const char* name) {
  return test::source_dir() / "tests" / "data" / std::string(ops.info->id) / name;
}

Tree parsed(const std::string& line) {
  Tree tree;
  const Status status = parse_json(line, tree);
  REQUIRE_MESSAGE(status.ok(), status.message);
  return tree;
}

/// `list` with entry `i` replaced.
Tree with(const Tree& list, std::size_t i, Tree value) {
  Tree::List items = *list.items();
  items.at(i) = std::move(value);
  return Tree(std::move(items));
}

Tree with(Tree map, std::string_view key, Tree value) { return std::move(map.set(key, std::move(value))); }

void check_differs(const Tree& trace, std::string_view part) {
  State state;
  const Status status = replay(trace, state);
  CAPTURE(status.message);
  CHECK(status.kind == ErrorKind::trace);
  CHECK(status.message.find(part) != std::string::npos);
}

}  // namespace

TEST_SUITE("traces") {
  TEST_CASE("every recorded game replays") {
    for (const Ops* ops : games()) {
      const std::vector<std::string> lines = test::read_lines(data(*ops, "traces.jsonl"));
      CAPTURE(std::string(ops->info->id));
      CHECK(!lines.empty());
      for (std::size_t i = 0; i < lines.size(); ++i) {
        const Tree trace = parsed(lines[i]);
        State state;
        const Status status = replay(trace, state);
        CHECK_MESSAGE(status.ok(), "line " << i + 1 << ": " << status.message);
        CHECK(state.is_over() == (trace.find("returns") != nullptr));
      }
    }
  }

  TEST_CASE("every analysis gives what its case expects") {
    for (const Ops* ops : games()) {
      const std::vector<std::string> lines = test::read_lines(data(*ops, "cases.jsonl"));
      for (std::size_t i = 0; i < lines.size(); ++i) {
        CAPTURE(std::string(ops->info->id));
        CAPTURE(i + 1);
        const Tree entry = parsed(lines[i]);
        Game game;
        Status status = Game::make(*entry.find("game")->text(), *entry.find("rules"), game);
        REQUIRE_MESSAGE(status.ok(), status.message);
        Tree found;
        status = game.analyse(*entry.find("kind")->text(), *entry.find("query"), found);
        REQUIRE_MESSAGE(status.ok(), status.message);
        CHECK_MESSAGE(found == *entry.find("expect"), to_json(found)
                                                          << " instead of " << to_json(*entry.find("expect")));
      }
    }
  }

  TEST_CASE("a trace that was changed does not replay") {
    for (const Ops* ops : games()) {
      CAPTURE(std::string(ops->info->id));
      for (const std::string& line : test::read_lines(data(*ops, "traces.jsonl"))) {
        const Tree trace = parsed(line);
        const Tree& steps = *trace.find("steps");
        if (trace.find("returns") == nullptr || steps.items()->empty()) continue;
        const std::size_t last = steps.items()->size() - 1;
        const std::string where = "step " + std::to_string(last);
        const Tree& step = (*steps.items())[last];
        const auto changed = [&](std::string_view key, Tree value) {
          return with(trace, "steps", with(steps, last, with(step, key, std::move(value))));
        };
        check_differs(changed("player", 99), where + ": player is 99");
        check_differs(changed("legal", Tree::list().push("no such move")), where + ": the legal moves are");
        check_differs(changed("legal", Tree::map().set("n", -1).set("sha", "")), where);
        check_differs(changed("move", "no such move"), where);
        check_differs(changed("move", Tree()), where);
        check_differs(with(trace, "steps", Tree(steps).push(step)), "after the end");
        check_differs(with(trace, "returns", with(*trace.find("returns"), 0, 12345)), "returns are");
        check_differs(with(trace, "detail", Tree::map().set("x", 1)), "detail is");
        check_differs(with(trace, "steps", Tree::list()), "not over");
        check_differs(with(trace, "dealer", 99), "dealer is 99");
        check_differs(with(trace, "deck", with(*trace.find("deck"), 0, "no card")), "'no card'");
        check_differs(with(trace, "deck", with(*trace.find("deck"), 0, 1)), "strings");
        check_differs(with(trace, "rules", Tree::map().set("no_such_option", 1)), "'no_such_option'");
        check_differs(with(trace, "game", "no_such_game"), "'no_such_game'");
        for (const char* key : {"game", "dealer", "deck", "steps"})
          check_differs(with(trace, key, Tree()), "a trace is");
        check_differs(Tree::list(), "a trace is");
        break;
      }
    }
  }
}
