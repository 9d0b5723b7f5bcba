/// A small tree of maps, lists, strings, integers, truths and nulls: what queries come in and what views, events,
/// settlements and analyses go out as. JSON, Python dicts and pictures all read this one form.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <yezi/core/error.hpp>

namespace yezi {

/// An entry of a map. A template, so that it need not be complete before Tree is.
template <class T>
struct MemberOf {
  std::string key;
  T value;
  friend bool operator==(const MemberOf&, const MemberOf&) = default;
};

class Tree {
 public:
  using Member = MemberOf<Tree>;
  using List = std::vector<Tree>;
  using Map = std::vector<Member>;  ///< in the order in which the keys were set

  Tree() noexcept = default;
  Tree(std::nullptr_t) noexcept {}
  Tree(bool value) : value_(value) {}
  template <std::integral I>
    requires(!std::same_as<I, bool>)
  Tree(I value) : value_(static_cast<std::int64_t>(value)) {}
  Tree(const char* value) : value_(std::string(value)) {}
  Tree(std::string_view value) : value_(std::string(value)) {}
  Tree(std::string value) : value_(std::move(value)) {}
  Tree(List value) : value_(std::move(value)) {}

  static Tree list() { return Tree(List{}); }
  static Tree map() {
    Tree tree;
    tree.value_.emplace<Map>();
    return tree;
  }
  /// The list of `make(item)` for every item of a range.
  template <class Range, class Make>
  static Tree list_of(const Range& range, Make make) {
    List out;
    for (const auto& item : range) out.emplace_back(make(item));
    return Tree(std::move(out));
  }

  bool is_null() const noexcept { return std::holds_alternative<std::monostate>(value_); }
  const bool* boolean() const noexcept { return std::get_if<bool>(&value_); }
  const std::int64_t* integer() const noexcept { return std::get_if<std::int64_t>(&value_); }
  const std::string* text() const noexcept { return std::get_if<std::string>(&value_); }
  const List* items() const noexcept { return std::get_if<List>(&value_); }
  const Map* members() const noexcept { return std::get_if<Map>(&value_); }

  /// Appends to a list (a null becomes one). Precondition: it is a list or a null.
  Tree& push(Tree item);
  /// Sets a key of a map (a null becomes one); an existing key is replaced. Precondition: it is a map or a null.
  Tree& set(std::string_view key, Tree value);
  /// The value of a key of a map, or null pointer.
  const Tree* find(std::string_view key) const noexcept;

  friend bool operator==(const Tree& a, const Tree& b);

 private:
  std::variant<std::monostate, bool, std::int64_t, std::string, List, Map> value_;
};

/// Maps are equal whatever the order of their keys.
bool operator==(const Tree& a, const Tree& b);

/// Compact JSON; non-ASCII text stays as it is.
std::string to_json(const Tree& tree);

/// Reads JSON (integers only, nesting up to 64); ErrorKind::trace with the position of the first error.
Status parse_json(std::string_view json, Tree& out);

}  // namespace yezi
