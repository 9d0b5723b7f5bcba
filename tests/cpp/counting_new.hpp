#pragma once

#include <atomic>
#include <cstddef>

namespace yezi::test {

/// Calls of operator new so far. Only in programs that link counting_new.cpp.
extern std::atomic<std::size_t> allocations;

}  // namespace yezi::test
