// The global allocation functions, counting. In a file of its own, so that the compiler does not see through them.
#include "counting_new.hpp"

#include <cstdlib>
#include <new>

std::atomic<std::size_t> yezi::test::allocations{0};

void* operator new(std::size_t size) {
  ++yezi::test::allocations;
  if (void* block = std::malloc(size == 0 ? 1 : size)) return block;
  throw std::bad_alloc();
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
