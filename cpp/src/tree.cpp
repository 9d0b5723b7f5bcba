#include <yezi/core/tree.hpp>

#include <charconv>

namespace yezi {

Tree& Tree::push(Tree item) {
  if (is_null()) value_.emplace<List>();
  auto* list = std::get_if<List>(&value_);
  YEZI_ASSERT(list != nullptr);
  if (list != nullptr) list->push_back(std::move(item));
  return *this;
}

Tree& Tree::set(std::string_view key, Tree value) {
  if (is_null()) value_.emplace<Map>();
  auto* map = std::get_if<Map>(&value_);
  YEZI_ASSERT(map != nullptr);
  if (map == nullptr) return *this;
  for (Member& member : *map) {
    if (member.key == key) {
      member.value = std::move(value);
      return *this;
    }
  }
  map->push_back({std::string(key), std::move(value)});
  return *this;
}

const Tree* Tree::find(std::string_view key) const noexcept {
  if (const Map* map = members()) {
    for (const Member& member : *map) {
      if (member.key == key) return &member.value;
    }
  }
  return nullptr;
}

bool operator==(const Tree& a, const Tree& b) {
  const Tree::Map* x = a.members();
  const Tree::Map* y = b.members();
  if (x == nullptr || y == nullptr) return a.value_ == b.value_;
  if (x->size() != y->size()) return false;
  for (const Tree::Member& member : *x) {
    const Tree* other = b.find(member.key);
    if (other == nullptr || !(*other == member.value)) return false;
  }
  return true;
}

namespace {

void write_text(std::string& out, std::string_view text) {
  constexpr char kHex[] = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

void write(std::string& out, const Tree& tree) {
  if (const bool* truth = tree.boolean()) {
    out += *truth ? "true" : "false";
  } else if (const std::int64_t* number = tree.integer()) {
    char buffer[24];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, *number);
    out.append(buffer, end.ptr);
  } else if (const std::string* text = tree.text()) {
    write_text(out, *text);
  } else if (const Tree::List* items = tree.items()) {
    out += '[';
    for (std::size_t i = 0; i < items->size(); ++i) {
      if (i > 0) out += ',';
      write(out, (*items)[i]);
    }
    out += ']';
  } else if (const Tree::Map* members = tree.members()) {
    out += '{';
    for (std::size_t i = 0; i < members->size(); ++i) {
      if (i > 0) out += ',';
      write_text(out, (*members)[i].key);
      out += ':';
      write(out, (*members)[i].value);
    }
    out += '}';
  } else {
    out += "null";
  }
}

class Reader {
 public:
  explicit Reader(std::string_view json) : json_(json) {}

  Status read(Tree& out) {
    if (!value(out, 0)) return failure();
    skip();
    if (at_ != json_.size()) {
      problem_ = "text after the value";
      return failure();
    }
    return {};
  }

 private:
  static constexpr int kDepth = 64;

  Status failure() const {
    return Status::error(ErrorKind::trace, "JSON, byte " + std::to_string(at_) + ": " + problem_);
  }
  bool fail(const char* problem) {
    problem_ = problem;
    return false;
  }
  void skip() {
    while (at_ < json_.size() && (json_[at_] == ' ' || json_[at_] == '\n' || json_[at_] == '\t' || json_[at_] == '\r'))
      ++at_;
  }
  bool take(char c) {
    skip();
    if (at_ >= json_.size() || json_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool word(std::string_view text) {
    if (json_.substr(at_, text.size()) != text) return false;
    at_ += text.size();
    return true;
  }

  bool value(Tree& out, int depth) {
    if (depth > kDepth) return fail("nested too deeply");
    skip();
    if (at_ >= json_.size()) return fail("a value is missing");
    switch (json_[at_]) {
      case '{': return map(out, depth);
      case '[': return list(out, depth);
      case '"': {
        std::string text;
        if (!string(text)) return false;
        out = Tree(std::move(text));
        return true;
      }
      case 't': out = Tree(true); return word("true") || fail("unknown word");
      case 'f': out = Tree(false); return word("false") || fail("unknown word");
      case 'n': out = Tree(); return word("null") || fail("unknown word");
      default: return number(out);
    }
  }
  bool map(Tree& out, int depth) {
    ++at_;
    out = Tree::map();
    if (take('}')) return true;
    do {
      skip();
      std::string key;
      Tree member;
      if (at_ >= json_.size() || json_[at_] != '"') return fail("a key must be a string");
      if (!string(key)) return false;
      if (!take(':')) return fail("':' is missing");
      if (!value(member, depth + 1)) return false;
      out.set(key, std::move(member));
    } while (take(','));
    return take('}') || fail("'}' is missing");
  }
  bool list(Tree& out, int depth) {
    ++at_;
    out = Tree::list();
    if (take(']')) return true;
    do {
      Tree item;
      if (!value(item, depth + 1)) return false;
      out.push(std::move(item));
    } while (take(','));
    return take(']') || fail("']' is missing");
  }
  bool number(Tree& out) {
    std::int64_t parsed = 0;
    const char* begin = json_.data() + at_;
    const auto result = std::from_chars(begin, json_.data() + json_.size(), parsed);
    if (result.ec != std::errc{}) return fail("not a value (numbers are 64-bit integers)");
    at_ += static_cast<std::size_t>(result.ptr - begin);
    if (at_ < json_.size() && (json_[at_] == '.' || json_[at_] == 'e' || json_[at_] == 'E'))
      return fail("numbers are integers");
    out = Tree(parsed);
    return true;
  }
  bool unit(std::uint32_t& out) {
    if (at_ + 4 > json_.size()) return fail("a \\u escape needs four digits");
    const auto result = std::from_chars(json_.data() + at_, json_.data() + at_ + 4, out, 16);
    if (result.ptr != json_.data() + at_ + 4) return fail("a \\u escape needs four digits");
    at_ += 4;
    return true;
  }
  bool escape(std::string& out) {
    const char c = json_[at_++];
    constexpr std::string_view kFrom = "\"\\/bfnrt";
    constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
    if (const std::size_t k = kFrom.find(c); k != std::string_view::npos) {
      out += kTo[k];
      return true;
    }
    if (c != 'u') return fail("unknown escape");
    std::uint32_t code = 0;
    if (!unit(code)) return false;
    if (code >= 0xD800 && code < 0xDC00) {
      std::uint32_t low = 0;
      if (!word("\\u") || !unit(low)) return fail("half a surrogate pair");
      if (low < 0xDC00 || low > 0xDFFF) return fail("half a surrogate pair");
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) {
      put(code);
    } else if (code < 0x800) {
      put(0xC0 | (code >> 6));
      put(0x80 | (code & 63));
    } else if (code < 0x10000) {
      put(0xE0 | (code >> 12));
      put(0x80 | ((code >> 6) & 63));
      put(0x80 | (code & 63));
    } else {
      put(0xF0 | (code >> 18));
      put(0x80 | ((code >> 12) & 63));
      put(0x80 | ((code >> 6) & 63));
      put(0x80 | (code & 63));
    }
    return true;
  }
  bool string(std::string& out) {
    ++at_;
    while (at_ < json_.size() && json_[at_] != '"') {
      const char c = json_[at_++];
      if (static_cast<unsigned char>(c) < 0x20) return fail("a control character in a string");
      if (c != '\\') {
        out += c;
      } else if (at_ >= json_.size() || !escape(out)) {
        return problem_ == nullptr ? fail("a string does not end") : false;
      }
    }
    if (at_ >= json_.size()) return fail("a string does not end");
    ++at_;
    return true;
  }

  std::string_view json_;
  std::size_t at_ = 0;
  const char* problem_ = nullptr;
};

}  // namespace

std::string to_json(const Tree& tree) {
  std::string out;
  write(out, tree);
  return out;
}

Status parse_json(std::string_view json, Tree& out) {
  Tree read;
  Status status = Reader(json).read(read);
  if (status.ok()) out = std::move(read);
  return status;
}

}  // namespace yezi
