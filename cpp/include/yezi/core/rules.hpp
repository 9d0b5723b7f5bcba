/// Options of a game: one constexpr table from which defaults, validation, presets, Python keywords, the command line
/// and the documentation come. A `Rules` struct is plain: one `std::int32_t` an option (a truth as 0 or 1, a text as
/// the index of its choice), or a fixed number of them for a list (the first is kNullList when there is none).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <yezi/core/error.hpp>
#include <yezi/core/tree.hpp>

namespace yezi {

enum class OptionType : std::uint8_t { integer, boolean, text, list };

inline constexpr std::int32_t kNullList = INT32_MIN;

struct Option {
  std::string_view name;
  OptionType type;
  std::size_t offset;        ///< of the int32 in Rules
  std::int32_t fallback;     ///< the default; of a list: its length
  std::int32_t low, high;    ///< bounds of an integer or of the entries of a list
  std::string_view choices;  ///< of a text, separated by '|'
  std::string_view help;
};

constexpr Option integer_option(std::string_view name, std::size_t offset, std::int32_t fallback, std::int32_t low,
                                std::int32_t high, std::string_view help) {
  return {name, OptionType::integer, offset, fallback, low, high, {}, help};
}
constexpr Option boolean_option(std::string_view name, std::size_t offset, bool fallback, std::string_view help) {
  return {name, OptionType::boolean, offset, fallback, 0, 1, {}, help};
}
/// The default is the choice number `fallback`.
constexpr Option text_option(std::string_view name, std::size_t offset, std::int32_t fallback, std::string_view choices,
                             std::string_view help) {
  return {name, OptionType::text, offset, fallback, 0, 0, choices, help};
}
/// Null (the default), or a list of exactly `length` integers.
constexpr Option list_option(std::string_view name, std::size_t offset, std::int32_t length, std::int32_t low,
                             std::int32_t high, std::string_view help) {
  return {name, OptionType::list, offset, length, low, high, {}, help};
}

/// A named set of options: `settings` is "name=value name=value …", empty for none (a list: "name=1,2,3").
struct Preset {
  std::string_view name;
  std::string_view settings;
  std::string_view help;
};

struct RuleTable {
  std::span<const Option> options;
  std::span<const Preset> presets;
};

/// Writes the defaults into the Rules struct at `rules`.
void default_rules(const RuleTable& table, void* rules);

/// Writes defaults, then the preset, then the single options of the map `given` ("preset" among its keys, null: none).
/// `game` is named in messages. On failure `rules` is unchanged as far as the caller is concerned (give it a scratch).
Status resolve_rules(const RuleTable& table, std::string_view game, const Tree& given, void* rules);

/// Every option with its value: the map that `game.rules` shows.
Tree rules_tree(const RuleTable& table, const void* rules);

/// The options that a preset sets, as a map.
Tree preset_tree(const RuleTable& table, std::string_view name);

/// The table for people: a list of maps with name, type, default, allowed, help.
Tree option_table(const RuleTable& table);

}  // namespace yezi
