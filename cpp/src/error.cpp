#include <yezi/core/error.hpp>

namespace yezi {

std::string quoted(std::string_view text) {
  constexpr std::size_t kLimit = 80;
  std::string out = "'";
  if (text.size() <= kLimit) {
    out += text;
  } else {
    std::size_t end = kLimit;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    out += text.substr(0, end);
    out += "…";
  }
  return out += '\'';
}

}  // namespace yezi
