#include <doctest.h>

#include <cstdint>
#include <string>

#include <yezi/core/rng.hpp>
#include <yezi/core/tree.hpp>

using yezi::parse_json;
using yezi::to_json;
using yezi::Tree;

TEST_SUITE("tree") {
  TEST_CASE("what goes in comes out") {
    CHECK(Tree().is_null());
    CHECK(*Tree(true).boolean());
    CHECK(*Tree(INT64_MIN).integer() == INT64_MIN);
    CHECK(*Tree(std::uint8_t{200}).integer() == 200);
    CHECK(*Tree("叶子").text() == "叶子");
    CHECK(Tree(true).integer() == nullptr);
    CHECK(Tree(1).boolean() == nullptr);
    CHECK(Tree::list().items()->empty());
    CHECK(Tree::map().members()->empty());
    CHECK(Tree::list().members() == nullptr);
    const int squares[] = {1, 2, 3};
    CHECK(to_json(Tree::list_of(squares, [](int x) { return Tree(x * x); })) == "[1,4,9]");
  }

  TEST_CASE("maps keep the order of their keys, and are equal whatever it is") {
    Tree a = Tree::map(), b = Tree::map();
    a.set("x", 1).set("y", 2);
    b.set("y", 2).set("x", 0).set("x", 1);
    CHECK(to_json(a) == R"({"x":1,"y":2})");
    CHECK(to_json(b) == R"({"y":2,"x":1})");
    CHECK(a == b);
    CHECK(*a.find("y") == Tree(2));
    CHECK(a.find("z") == nullptr);
    CHECK(Tree(3).find("x") == nullptr);
    b.set("z", Tree());
    CHECK(a != b);
    CHECK(Tree::list().push(a) != Tree::list().push(b));
    CHECK(a != Tree::list());
  }

  TEST_CASE("a null becomes the list or the map that it is used as") {
    Tree list, map;
    list.push(1).push("a");
    map.set("k", Tree());
    CHECK(to_json(list) == R"([1,"a"])");
    CHECK(to_json(map) == R"({"k":null})");
  }

  TEST_CASE("JSON there and back") {
    const std::string texts[] = {"null",
                                 "true",
                                 "false",
                                 "0",
                                 "-9223372036854775808",
                                 "9223372036854775807",
                                 "\"\"",
                                 "[]",
                                 "{}",
                                 R"({"a":[1,-2,{"b":null}],"c":"頂牛 \" \\ \u0001"})"};
    for (const std::string& text : texts) {
      Tree tree;
      REQUIRE(parse_json(text, tree).ok());
      CHECK(to_json(tree) == text);
    }
    Tree tree;
    REQUIRE(parse_json(" [ 1 ,\t\"\\u9802\\ud83c\\uDC00\\n\\/\" ]\r\n", tree).ok());
    CHECK(tree == Tree::list().push(1).push("頂🀀\n/"));
  }

  TEST_CASE("what is no JSON says where, and leaves the tree alone") {
    struct Bad {
      const char* text;
      const char* where;
    };
    const Bad bad[] = {
        {"", "byte 0"},       {"[1", "byte 2"},      {"[1,]", "byte 3"},      {"{\"a\" 1}", "byte 5"},
        {"{a:1}", "byte 1"},  {"1.5", "byte 1"},     {"1e3", "byte 1"},       {"9223372036854775808", "byte 0"},
        {"\"abc", "byte 4"},  {"\"\\x\"", "byte 3"}, {"\"\\u12\"", "byte 3"}, {"\"\\ud800\"", "byte"},
        {"\"\\", "byte 2"},   {"tru", "byte"},       {"nul", "byte"},         {"[] []", "byte 3"},
        {"\"a\nb\"", "byte"}, {"+1", "byte 0"},      {"{\"a\":1", "byte 6"},  {"\"\\ud83cx\"", "byte"},
    };
    for (const Bad& entry : bad) {
      CAPTURE(entry.text);
      Tree tree(7);
      const yezi::Status status = parse_json(entry.text, tree);
      CHECK(status.kind == yezi::ErrorKind::trace);
      CHECK(status.message.find(entry.where) != std::string::npos);
      CHECK(tree == Tree(7));
    }
  }

  TEST_CASE("nesting has a limit") {
    Tree tree;
    CHECK(parse_json(std::string(64, '[') + std::string(64, ']'), tree).ok());
    CHECK(!parse_json(std::string(66, '[') + std::string(66, ']'), tree).ok());
    CHECK(!parse_json(std::string(1'000'000, '['), tree).ok());
  }

  TEST_CASE("damaged JSON is read or refused, never more") {
    const std::string good =
        R"({"game":"頂牛","deck":["66","65"],"steps":[{"player":0,"legal":["\u0061"],"x":-12}],"y":null})";
    yezi::Rng rng(5);
    int read = 0;
    for (int i = 0; i < 20'000; ++i) {
      std::string text = good;
      for (std::uint32_t n = rng.below(3) + 1; n > 0; --n) {
        text[rng.below(static_cast<std::uint32_t>(text.size()))] = static_cast<char>(rng.below(256));
      }
      text.resize(text.size() - rng.below(2) * rng.below(static_cast<std::uint32_t>(text.size())));
      Tree tree, again;
      if (!parse_json(text, tree).ok()) continue;
      ++read;
      REQUIRE(parse_json(to_json(tree), again).ok());
      REQUIRE(again == tree);
    }
    CHECK(read > 100);
  }

  TEST_CASE("quoted text is cut between characters") {
    CHECK(yezi::quoted("pass") == "'pass'");
    std::string hands, cut;
    for (int i = 0; i < 40; ++i) hands += "牛";  // three bytes each
    for (int i = 0; i < 26; ++i) cut += "牛";
    CHECK(yezi::quoted(hands) == "'" + cut + "…'");
  }
}
