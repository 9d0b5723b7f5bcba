/// Hints for the few functions where a compiler's own choice costs much.
#pragma once

#if defined(_MSC_VER) && !defined(__clang__)
#define YEZI_INLINE __forceinline
#define YEZI_NOINLINE __declspec(noinline)
#else
#define YEZI_INLINE inline __attribute__((always_inline))
#define YEZI_NOINLINE __attribute__((noinline))
#endif
