#include <doctest.h>

#include <atomic>
#include <cstddef>
#include <new>
#include <numeric>
#include <thread>
#include <vector>

#include <yezi/core/pool.hpp>

#if defined(__unix__) && !defined(YEZI_SANITIZED)
#include <sys/wait.h>
#include <unistd.h>
#endif

using yezi::Pool;

TEST_SUITE("pool") {
  TEST_CASE("every row once, in chunks that do not depend on threads") {
    for (const int threads : {1, 2, 3, 8}) {
      Pool pool(threads);
      CHECK(pool.threads() == threads);
      for (const std::size_t n : {0U, 1U, 9U, 10U, 11U, 1000U}) {
        CAPTURE(threads);
        CAPTURE(n);
        std::vector<int> rows(n);
        std::vector<std::size_t> begins(Pool::chunks(n, 10), SIZE_MAX), ends(begins);
        pool.run(n, 10, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
          begins[chunk] = begin;
          ends[chunk] = end;
          for (std::size_t i = begin; i < end; ++i) ++rows[i];
        });
        CHECK(rows == std::vector<int>(n, 1));
        for (std::size_t chunk = 0; chunk < begins.size(); ++chunk) {
          CHECK(begins[chunk] == 10 * chunk);
          CHECK(ends[chunk] == (chunk + 1 == begins.size() ? n : 10 * (chunk + 1)));
        }
      }
    }
    CHECK(Pool::chunks(0, 10) == 0);
    CHECK(Pool::chunks(10, 10) == 1);
    CHECK(Pool::chunks(11, 10) == 2);
  }

  TEST_CASE("one call after another") {
    Pool pool(3);
    std::vector<std::size_t> sums(100);
    for (std::size_t round = 0; round < 2000; ++round) {
      pool.run(sums.size(), 7, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) sums[i] += i ^ round;
      });
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
      std::size_t wanted = 0;
      for (std::size_t round = 0; round < 2000; ++round) wanted += i ^ round;
      REQUIRE(sums[i] == wanted);
    }
  }

  TEST_CASE("pools of several threads at once") {
    std::atomic<std::size_t> total{0};
    std::vector<std::thread> owners;
    for (int owner = 0; owner < 3; ++owner) {
      owners.emplace_back([&total] {
        for (int made = 0; made < 20; ++made) {
          Pool pool(2);
          for (int call = 0; call < 20; ++call) {
            pool.run(64, 4, [&](std::size_t, std::size_t begin, std::size_t end) { total += end - begin; });
          }
        }
      });
    }
    for (std::thread& owner : owners) owner.join();
    CHECK(total == 3U * 20 * 20 * 64);
  }

  TEST_CASE("a failed allocation in a helper comes out of run, and the pool goes on") {
    for (const int threads : {1, 4}) {
      Pool pool(threads);
      for (int round = 0; round < 50; ++round) {
        CHECK_THROWS_AS(pool.run(40, 1,
                                 [](std::size_t chunk, std::size_t, std::size_t) {
                                   if (chunk % 3 == 2) throw std::bad_alloc();
                                 }),
                        std::bad_alloc);
        std::atomic<int> rows{0};
        pool.run(40, 1, [&](std::size_t, std::size_t, std::size_t) { ++rows; });
        CHECK(rows == 40);
      }
    }
  }

#if defined(__unix__) && !defined(YEZI_SANITIZED)
  TEST_CASE("a pool works in a forked child") {
    Pool pool(3);
    const auto sum = [&pool] {
      std::atomic<std::size_t> rows{0};
      pool.run(1000, 10, [&](std::size_t, std::size_t begin, std::size_t end) { rows += end - begin; });
      return rows.load();
    };
    CHECK(sum() == 1000);
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      _exit(sum() == 1000 && sum() == 1000 ? 0 : 1);
    }
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    CHECK(sum() == 1000);
  }
#endif
}
