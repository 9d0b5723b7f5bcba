// What holds in every position of every game.
#pragma once

#include "support.hpp"

namespace yezi::test {

/// Checks every function of the contract on one position; `rng` chooses the samples.
void check_position(const State& state, Rng& rng);

}  // namespace yezi::test
