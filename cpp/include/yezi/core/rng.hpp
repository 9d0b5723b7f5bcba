/// The portable random stream of yezi: the same on every platform and in the Python reference (`reference/rng.py`).
/// SplitMix64 seeds xoshiro256**; bounded draws are Lemire's multiply-shift with rejection on the upper 32 bits;
/// a shuffle is Fisher-Yates from the end.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace yezi {

inline constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15ULL;

/// What a stream is used for: streams of different purposes are independent.
enum class Purpose : std::uint64_t { deal = 0, play = 1, resample = 2 };

/// SplitMix64's output for the state `z` (after its increment).
constexpr std::uint64_t mix(std::uint64_t z) noexcept {
  z += kGolden;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

/// The one formula from which every stream is derived: game `index` of a run with `seed`, its `round`-th redeal.
constexpr std::uint64_t stream_key(std::uint64_t seed, std::uint64_t index, std::uint64_t round,
                                   Purpose purpose) noexcept {
  return mix(mix(mix(mix(seed) ^ index) ^ round) ^ static_cast<std::uint64_t>(purpose));
}

/// xoshiro256**.
class Rng {
 public:
  constexpr explicit Rng(std::uint64_t key = 0) noexcept
      : s_{mix(key), mix(key + kGolden), mix(key + 2 * kGolden), mix(key + 3 * kGolden)} {}

  static constexpr Rng stream(std::uint64_t seed, std::uint64_t index, std::uint64_t round, Purpose purpose) noexcept {
    return Rng(stream_key(seed, index, round, purpose));
  }

  constexpr std::uint64_t next() noexcept {
    const std::uint64_t result = output();
    advance(~std::uint64_t{0});
    return result;
  }

  /// A uniform integer in 0..n-1; precondition n >= 1.
  constexpr std::uint32_t below(std::uint32_t n) noexcept {
    std::uint64_t m = (next() >> 32) * n;
    auto low = static_cast<std::uint32_t>(m);
    if (low < n) {
      const std::uint32_t threshold = (0U - n) % n;
      while (low < threshold) {
        m = (next() >> 32) * n;
        low = static_cast<std::uint32_t>(m);
      }
    }
    return static_cast<std::uint32_t>(m >> 32);
  }

  /// below(n), which draws nothing when n is 1: a choice where there may be only one. It does without a branch on that,
  /// which nobody could predict.
  constexpr std::uint32_t choose(std::uint32_t n) noexcept {
    const std::uint64_t m = (output() >> 32) * n;
    if (static_cast<std::uint32_t>(m) < n && n > 1) return below(n);
    advance(n > 1 ? ~std::uint64_t{0} : 0);
    return static_cast<std::uint32_t>(m >> 32);
  }

  template <class T>
  constexpr void shuffle(T* items, std::size_t n) noexcept {
    for (std::size_t i = n; i > 1; --i) std::swap(items[i - 1], items[below(static_cast<std::uint32_t>(i))]);
  }

 private:
  constexpr std::uint64_t output() const noexcept { return rotl(s_[1] * 5, 7) * 9; }
  /// One step when `go` is all ones, none when it is zero.
  constexpr void advance(std::uint64_t go) noexcept {
    const std::uint64_t t = s_[1] << 17;
    s_[2] ^= s_[0] & go;
    s_[3] ^= s_[1] & go;
    s_[1] ^= s_[2] & go;
    s_[0] ^= s_[3] & go;
    s_[2] ^= t & go;
    s_[3] = rotl(s_[3], 45 & static_cast<int>(go));
  }
  static constexpr std::uint64_t rotl(std::uint64_t x, int k) noexcept { return std::rotl(x, k); }

  std::uint64_t s_[4];
};

}  // namespace yezi
