#include <yezi/core/pool.hpp>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#if defined(_WIN32)
#include <process.h>
#define YEZI_PID _getpid()
#else
#include <unistd.h>
#define YEZI_PID getpid()
#endif

namespace yezi {

struct Pool::Crew {
  explicit Crew(int helpers) {
    threads.reserve(static_cast<std::size_t>(helpers));
    try {
      for (int i = 0; i < helpers; ++i) threads.emplace_back([this] { park(); });
    } catch (const std::system_error&) {
      // The system has no more threads: those that started do the work.
    }
  }
  ~Crew() {
    {
      const std::lock_guard lock(mutex);
      closing = true;
    }
    wake.notify_all();
    for (std::thread& thread : threads) thread.join();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  void run(std::size_t rows, std::size_t rows_a_chunk, const Work& todo) {
    {
      const std::lock_guard lock(mutex);
      work = &todo;
      n = rows;
      grain = rows_a_chunk;
      next = 0;
      busy = threads.size();
      ++job;
    }
    wake.notify_all();
    take_chunks();
    std::unique_lock lock(mutex);
    done.wait(lock, [this] { return busy == 0; });
    work = nullptr;
    if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
  }

  void take_chunks() {
    for (;;) {
      const std::size_t chunk = next.fetch_add(1, std::memory_order_relaxed);
      const std::size_t begin = chunk * grain;
      if (begin >= n) return;
      try {
        (*work)(chunk, begin, begin + grain < n ? begin + grain : n);
      } catch (...) {
        const std::lock_guard lock(mutex);
        failure = std::current_exception();
      }
    }
  }

  void park() {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex);
    for (;;) {
      wake.wait(lock, [&] { return closing || job != seen; });
      if (closing) return;
      seen = job;
      lock.unlock();
      take_chunks();
      lock.lock();
      if (--busy == 0) done.notify_one();
    }
  }

  const long pid = static_cast<long>(YEZI_PID);
  std::mutex mutex;
  std::condition_variable wake, done;
  std::vector<std::thread> threads;
  const Work* work = nullptr;
  std::size_t n = 0, grain = 1, busy = 0;
  std::atomic<std::size_t> next{0};
  std::uint64_t job = 0;
  std::exception_ptr failure;
  bool closing = false;
};

Pool::Pool(int threads) : threads_(threads) {}

// After a fork the crew's threads do not exist in the child: joining them would wait for ever, so the crew is left
// behind.
Pool::~Pool() {
  if (crew_ && crew_->pid != static_cast<long>(YEZI_PID)) static_cast<void>(crew_.release());
}

void Pool::run(std::size_t n, std::size_t grain, const Work& work) {
  if (threads_ <= 1 || n <= grain) {
    for (std::size_t chunk = 0, begin = 0; begin < n; ++chunk, begin += grain) {
      work(chunk, begin, begin + grain < n ? begin + grain : n);
    }
    return;
  }
  if (crew_ && crew_->pid != static_cast<long>(YEZI_PID)) static_cast<void>(crew_.release());
  if (!crew_) crew_ = std::make_unique<Crew>(threads_ - 1);
  crew_->run(n, grain, work);
}

}  // namespace yezi
