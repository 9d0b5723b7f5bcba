#include <doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <yezi/core/rules.hpp>

using yezi::ErrorKind;
using yezi::Status;
using yezi::Tree;

namespace {

struct Rules {
  std::int32_t size, wild, mode;
  std::array<std::int32_t, 4> prev;
};
constexpr yezi::Option kOptions[] = {
    yezi::integer_option("size", offsetof(Rules, size), 3, -1, 8, "a number"),
    yezi::boolean_option("wild", offsetof(Rules, wild), true, "a truth"),
    yezi::text_option("mode", offsetof(Rules, mode), 1, "near|far|none", "a text"),
    yezi::list_option("prev", offsetof(Rules, prev), 4, 0, 3, "a list"),
};
constexpr yezi::Preset kPresets[] = {
    {"default", "", "nothing"},
    {"wide", "size=8 mode=none wild=false", "all but the list"},
    {"after", "prev=3,2,1,0", "the list"},
};
constexpr yezi::RuleTable kTable{kOptions, kPresets};

Rules resolve(const Tree& given) {
  Rules rules{};
  const Status status = yezi::resolve_rules(kTable, "toy", given, &rules);
  REQUIRE_MESSAGE(status.ok(), status.message);
  return rules;
}

std::string problem(const Tree& given) {
  Rules rules{};
  const Status status = yezi::resolve_rules(kTable, "toy", given, &rules);
  CHECK(status.kind == ErrorKind::rules);
  return status.message;
}

bool names(const std::string& message, std::initializer_list<std::string_view> parts) {
  bool all = true;
  for (const std::string_view part : parts) {
    CAPTURE(message);
    CAPTURE(std::string(part));
    const bool found = message.find(part) != std::string::npos;
    CHECK(found);
    all = all && found;
  }
  return all;
}

}  // namespace

TEST_SUITE("rules") {
  TEST_CASE("defaults, presets, single options") {
    for (const Tree& none : {Tree(), Tree::map(), Tree::map().set("preset", "default")}) {
      const Rules rules = resolve(none);
      CHECK(rules.size == 3);
      CHECK(rules.wild == 1);
      CHECK(rules.mode == 1);
      CHECK(to_json(rules_tree(kTable, &rules)) == R"({"size":3,"wild":true,"mode":"far","prev":null})");
    }
    const Rules wide = resolve(Tree::map().set("preset", "wide"));
    CHECK(to_json(rules_tree(kTable, &wide)) == R"({"size":8,"wild":false,"mode":"none","prev":null})");
    const Rules over = resolve(Tree::map().set("size", -1).set("preset", "wide").set("mode", "near"));
    CHECK(to_json(rules_tree(kTable, &over)) == R"({"size":-1,"wild":false,"mode":"near","prev":null})");
  }

  TEST_CASE("lists") {
    const Rules after = resolve(Tree::map().set("preset", "after"));
    CHECK(to_json(rules_tree(kTable, &after)) == R"({"size":3,"wild":true,"mode":"far","prev":[3,2,1,0]})");
    const Rules none = resolve(Tree::map().set("preset", "after").set("prev", Tree()));
    CHECK(none.prev[0] == yezi::kNullList);
    names(problem(Tree::map().set("prev", Tree::list().push(0))), {"'prev'", "[0]", "4", "0..3"});
    names(problem(Tree::map().set("prev", Tree::list().push(0).push(1).push(2).push(4))),
          {"'prev'", "[0,1,2,4]", "0..3"});
    names(problem(Tree::map().set("prev", 3)), {"'prev'", "3"});
  }

  TEST_CASE("rules as a tree resolve to themselves") {
    for (const yezi::Preset& preset : kPresets) {
      const Rules rules = resolve(Tree::map().set("preset", preset.name));
      const Rules again = resolve(rules_tree(kTable, &rules));
      CHECK(rules_tree(kTable, &rules) == rules_tree(kTable, &again));
      CHECK(resolve(preset_tree(kTable, preset.name)).size == rules.size);
    }
    CHECK(to_json(preset_tree(kTable, "wide")) == R"({"size":8,"mode":"none","wild":false})");
    CHECK(to_json(preset_tree(kTable, "nobody")) == "{}");
  }

  TEST_CASE("what is wrong is quoted, and what is allowed is said") {
    names(problem(Tree::map().set("sise", 1)), {"toy", "'sise'", "preset", "size", "wild", "mode", "prev"});
    names(problem(Tree::map().set("size", 9)), {"'size'", "9", "-1..8"});
    names(problem(Tree::map().set("size", INT64_MAX)), {"'size'", "9223372036854775807"});
    names(problem(Tree::map().set("size", "3")), {"'size'", "'3'", "-1..8"});
    names(problem(Tree::map().set("size", true)), {"'size'", "True"});
    names(problem(Tree::map().set("size", Tree())), {"'size'", "None"});
    names(problem(Tree::map().set("wild", 1)), {"'wild'", "1", "True, False"});
    names(problem(Tree::map().set("mode", "fat")), {"'mode'", "'fat'", "near, far, none"});
    names(problem(Tree::map().set("mode", "")), {"'mode'", "''"});
    names(problem(Tree::map().set("preset", "wild")), {"'wild'", "default, wide, after"});
    names(problem(Tree::map().set("preset", 2)), {"preset", "2", "default, wide, after"});
    names(problem(Tree("wide")), {"toy", "map", "'wide'"});
  }

  TEST_CASE("the table for people") {
    const Tree table = option_table(kTable);
    REQUIRE(table.items()->size() == 4);
    CHECK(to_json((*table.items())[2]) ==
          R"({"name":"mode","type":"str","default":"far","allowed":"near, far, none","help":"a text"})");
    CHECK(*(*table.items())[3].find("default") == Tree());
  }
}
