/// A parked pool of threads for chunks of games.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace yezi {

/// Runs ranges of rows on up to `threads` threads, the caller's among them. Threads are started at the first call that
/// needs them, parked between calls, and started anew in a process that was forked. Not to be used from two threads at
/// once.
class Pool {
 public:
  explicit Pool(int threads);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  int threads() const noexcept { return threads_; }

  /// Calls work(chunk, begin, end) so that the ranges cover 0 … n-1, each at least `grain` rows but for the last.
  /// Chunks are numbered from 0 in order of rows; their borders depend on n and grain alone, never on timing.
  /// An exception of `work` (an allocation that failed) is thrown again here, once all threads have stopped.
  using Work = std::function<void(std::size_t chunk, std::size_t begin, std::size_t end)>;
  void run(std::size_t n, std::size_t grain, const Work& work);

  /// How many chunks run() makes.
  static std::size_t chunks(std::size_t n, std::size_t grain) { return n == 0 ? 0 : (n + grain - 1) / grain; }

 private:
  struct Crew;
  int threads_;
  std::unique_ptr<Crew> crew_;
};

}  // namespace yezi
