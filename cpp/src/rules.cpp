#include <yezi/core/rules.hpp>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <vector>

namespace yezi {

namespace {

/// The `index`-th number of an option (only a list has more than one).
std::int32_t load(const void* rules, const Option& option, std::size_t index = 0) {
  std::int32_t value = 0;
  std::memcpy(&value, static_cast<const std::byte*>(rules) + option.offset + index * sizeof value, sizeof value);
  return value;
}

void store(void* rules, const Option& option, std::int32_t value, std::size_t index = 0) {
  std::memcpy(static_cast<std::byte*>(rules) + option.offset + index * sizeof value, &value, sizeof value);
}

std::size_t list_length(const Option& option) { return static_cast<std::size_t>(option.fallback); }

/// Calls f(part, index) for the parts of `text` between separators.
template <class F>
void split(std::string_view text, char separator, F f) {
  for (std::int32_t index = 0; !text.empty(); ++index) {
    const std::size_t end = text.find(separator);
    f(text.substr(0, end), index);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
}

std::string_view choice(const Option& option, std::int32_t wanted) {
  std::string_view found;
  split(option.choices, '|', [&](std::string_view part, std::int32_t index) {
    if (index == wanted) found = part;
  });
  return found;
}

std::string allowed(const Option& option) {
  switch (option.type) {
    case OptionType::boolean: return "True, False";
    case OptionType::integer: return "an integer in " + std::to_string(option.low) + ".." + std::to_string(option.high);
    case OptionType::list:
      return "None or a list of " + std::to_string(option.fallback) + " integers in " + std::to_string(option.low) +
             ".." + std::to_string(option.high);
    case OptionType::text: break;
  }
  std::string out;
  split(option.choices, '|', [&](std::string_view part, std::int32_t) {
    if (!out.empty()) out += ", ";
    out += part;
  });
  return out;
}

Tree option_value(const Option& option, const void* rules) {
  const std::int32_t value = load(rules, option);
  switch (option.type) {
    case OptionType::boolean: return Tree(value != 0);
    case OptionType::integer: return Tree(value);
    case OptionType::text: return Tree(choice(option, value));
    case OptionType::list: break;
  }
  if (value == kNullList) return {};
  Tree out = Tree::list();
  for (std::size_t i = 0; i < list_length(option); ++i) out.push(load(rules, option, i));
  return out;
}

/// The value as people write it: texts in quotes.
std::string shown(const Tree& value) {
  if (const std::string* text = value.text()) return quoted(*text);
  if (const bool* truth = value.boolean()) return *truth ? "True" : "False";
  if (value.is_null()) return "None";
  return to_json(value);
}

bool within(const Option& option, const Tree& value) {
  return value.integer() != nullptr && *value.integer() >= option.low && *value.integer() <= option.high;
}

/// Writes `value` into `rules`; false (nothing written) when it is not allowed.
bool write(const Option& option, const Tree& value, void* rules) {
  switch (option.type) {
    case OptionType::boolean:
      if (value.boolean() == nullptr) return false;
      store(rules, option, *value.boolean() ? 1 : 0);
      return true;
    case OptionType::integer:
      if (!within(option, value)) return false;
      store(rules, option, static_cast<std::int32_t>(*value.integer()));
      return true;
    case OptionType::list: {
      if (value.is_null()) {
        for (std::size_t i = 0; i < list_length(option); ++i) store(rules, option, kNullList, i);
        return true;
      }
      const Tree::List* items = value.items();
      if (items == nullptr || items->size() != list_length(option)) return false;
      for (const Tree& item : *items) {
        if (!within(option, item)) return false;
      }
      for (std::size_t i = 0; i < items->size(); ++i)
        store(rules, option, static_cast<std::int32_t>(*(*items)[i].integer()), i);
      return true;
    }
    case OptionType::text: break;
  }
  bool found = false;
  if (const std::string* text = value.text()) {
    split(option.choices, '|', [&](std::string_view part, std::int32_t index) {
      if (part != *text) return;
      store(rules, option, index);
      found = true;
    });
  }
  return found;
}

const Option* find(const RuleTable& table, std::string_view name) {
  for (const Option& option : table.options) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

const Preset* find_preset(const RuleTable& table, std::string_view name) {
  for (const Preset& preset : table.presets) {
    if (preset.name == name) return &preset;
  }
  return nullptr;
}

/// A setting of a preset as a value of its option.
Tree parse_setting(const Option& option, std::string_view text) {
  if (option.type == OptionType::boolean) return Tree(text == "true");
  if (option.type == OptionType::text) return Tree(text);
  const auto number = [](std::string_view digits) {
    std::int32_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return Tree(value);
  };
  if (option.type == OptionType::integer) return number(text);
  Tree out = Tree::list();
  split(text, ',', [&](std::string_view part, std::int32_t) { out.push(number(part)); });
  return out;
}

/// Calls f(option, value) for every setting of a preset.
template <class F>
void each_setting(const RuleTable& table, const Preset& preset, F f) {
  split(preset.settings, ' ', [&](std::string_view setting, std::int32_t) {
    const std::size_t equals = setting.find('=');
    const Option* option = find(table, setting.substr(0, equals));
    YEZI_ASSERT(option != nullptr);
    if (option != nullptr) f(*option, parse_setting(*option, setting.substr(equals + 1)));
  });
}

template <class Range>
std::string names(const Range& range) {
  std::string out;
  for (const auto& item : range) {
    if (!out.empty()) out += ", ";
    out += item.name;
  }
  return out;
}

Status set_option(const RuleTable& table, std::string_view game, void* rules, std::string_view name,
                  const Tree& value) {
  const Option* option = find(table, name);
  if (option == nullptr) {
    return Status::error(ErrorKind::rules, std::string(game) + ": unknown option " + quoted(name) +
                                               "; allowed: preset, " + names(table.options));
  }
  if (!write(*option, value, rules)) {
    return Status::error(ErrorKind::rules, std::string(game) + ": option " + quoted(name) + " is " + shown(value) +
                                               "; allowed: " + allowed(*option));
  }
  return {};
}

}  // namespace

void default_rules(const RuleTable& table, void* rules) {
  for (const Option& option : table.options) {
    if (option.type == OptionType::list) {
      for (std::size_t i = 0; i < list_length(option); ++i) store(rules, option, kNullList, i);
    } else {
      store(rules, option, option.fallback);
    }
  }
}

Status resolve_rules(const RuleTable& table, std::string_view game, const Tree& given, void* rules) {
  default_rules(table, rules);
  if (given.is_null()) return {};
  if (given.members() == nullptr) {
    return Status::error(ErrorKind::rules, std::string(game) + ": rules must be a map of options, not " + shown(given));
  }
  if (const Tree* name = given.find("preset")) {
    const Preset* preset = name->text() == nullptr ? nullptr : find_preset(table, *name->text());
    if (preset == nullptr) {
      return Status::error(ErrorKind::rules, std::string(game) + ": preset " + shown(*name) +
                                                 " is unknown; allowed: " + names(table.presets));
    }
    each_setting(table, *preset, [&](const Option& option, const Tree& value) {
      [[maybe_unused]] const bool good = write(option, value, rules);
      YEZI_ASSERT(good);
    });
  }
  for (const Tree::Member& member : *given.members()) {
    if (member.key == "preset") continue;
    if (Status status = set_option(table, game, rules, member.key, member.value); !status.ok()) return status;
  }
  return {};
}

Tree rules_tree(const RuleTable& table, const void* rules) {
  Tree out = Tree::map();
  for (const Option& option : table.options) out.set(option.name, option_value(option, rules));
  return out;
}

Tree preset_tree(const RuleTable& table, std::string_view name) {
  Tree out = Tree::map();
  if (const Preset* preset = find_preset(table, name)) {
    each_setting(table, *preset, [&](const Option& option, Tree value) { out.set(option.name, std::move(value)); });
  }
  return out;
}

Tree option_table(const RuleTable& table) {
  constexpr std::size_t kMaxList = 16;
  constexpr std::string_view kTypes[] = {"int", "bool", "str", "list"};
  std::size_t size = 0;
  for (const Option& option : table.options) size = std::max(size, option.offset + sizeof(std::int32_t) * kMaxList);
  std::vector<std::byte> defaults(size);
  default_rules(table, defaults.data());
  return Tree::list_of(table.options, [&](const Option& option) {
    Tree row = Tree::map();
    row.set("name", option.name).set("type", kTypes[static_cast<int>(option.type)]);
    row.set("default", option_value(option, defaults.data())).set("allowed", allowed(option)).set("help", option.help);
    return row;
  });
}

}  // namespace yezi
