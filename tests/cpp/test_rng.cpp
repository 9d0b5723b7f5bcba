#include <doctest.h>

#include <array>
#include <cstdint>

#include <yezi/core/rng.hpp>

using yezi::Purpose;
using yezi::Rng;

TEST_SUITE("rng") {
  // Published outputs of SplitMix64 from the state 0.
  TEST_CASE("SplitMix64") {
    CHECK(yezi::mix(0) == 0xe220a8397b1dcdafULL);
    CHECK(yezi::mix(yezi::kGolden) == 0x6e789e6aa1b965f4ULL);
    CHECK(yezi::mix(2 * yezi::kGolden) == 0x06c45d188009454fULL);
    CHECK(yezi::mix(3 * yezi::kGolden) == 0xf88bb8a8724c81ecULL);
  }

  // Published outputs of xoshiro256** whose words are the first four of SplitMix64 from 0.
  TEST_CASE("xoshiro256**") {
    Rng rng(0);
    for (const std::uint64_t wanted : {11091344671253066420ULL, 13793997310169335082ULL, 1900383378846508768ULL,
                                       7684712102626143532ULL, 13521403990117723737ULL}) {
      CHECK(rng.next() == wanted);
    }
  }

  TEST_CASE("bounded draws are the upper bits, scaled") {
    // The outputs above: the upper half times n, upper half again; none of them is in the rejected part.
    Rng rng(0);
    CHECK(rng.below(10) == (((11091344671253066420ULL >> 32) * 10) >> 32));
    CHECK(rng.below(4) == 13793997310169335082ULL >> 62);
    CHECK(rng.below(1) == 0);
    CHECK(rng.below(0xFFFFFFFF) < 0xFFFFFFFF);
  }

  TEST_CASE("bounded draws are uniform") {
    // With n = 3·2^30 a quarter of the raw draws must be rejected: without that the first third would be drawn twice as
    // often.
    Rng rng(1);
    constexpr std::uint32_t kN = 3U << 30;
    std::array<int, 3> seen{};
    for (int i = 0; i < 30'000; ++i) ++seen[rng.below(kN) / (kN / 3)];
    for (const int count : seen) CHECK(count == doctest::Approx(10'000).epsilon(0.04));
    std::array<int, 7> small{};
    for (int i = 0; i < 70'000; ++i) ++small[rng.below(7)];
    for (const int count : small) CHECK(count == doctest::Approx(10'000).epsilon(0.05));
  }

  TEST_CASE("a shuffle is Fisher-Yates from the end") {
    std::array<int, 8> items{0, 1, 2, 3, 4, 5, 6, 7}, wanted = items;
    Rng rng(42), draws(42);
    rng.shuffle(items.data(), items.size());
    for (std::size_t i = wanted.size(); i > 1; --i)
      std::swap(wanted[i - 1], wanted[draws.below(static_cast<std::uint32_t>(i))]);
    CHECK(items == wanted);
    CHECK(rng.next() == draws.next());
  }

  TEST_CASE("streams differ in every part of their key") {
    const std::uint64_t base = yezi::stream_key(1, 2, 3, Purpose::deal);
    CHECK(base == yezi::mix(yezi::mix(yezi::mix(yezi::mix(1) ^ 2) ^ 3) ^ 0));
    CHECK(base != yezi::stream_key(0, 2, 3, Purpose::deal));
    CHECK(base != yezi::stream_key(1, 0, 3, Purpose::deal));
    CHECK(base != yezi::stream_key(1, 2, 0, Purpose::deal));
    CHECK(base != yezi::stream_key(1, 2, 3, Purpose::play));
    CHECK(yezi::stream_key(1, 2, 3, Purpose::play) != yezi::stream_key(1, 2, 3, Purpose::resample));
    CHECK(yezi::stream_key(1, 2, 0, Purpose::deal) != yezi::stream_key(2, 1, 0, Purpose::deal));
  }
}
