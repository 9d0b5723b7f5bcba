// What holds in every position of every game.
#pragma once

#include "support.hpp"

namespace yezi::test {

/// Checks every function of the contract on one position; `rng` chooses the samples. A position that was crafted and
/// not played to is safe with all that follows from it, but `valid` may refuse what follows.
void check_position(const State& state, Rng& rng, bool crafted = false);

}  // namespace yezi::test
