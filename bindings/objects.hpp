// The Python types of the module. No game is named here.
#pragma once

#include <pybind11/pybind11.h>

#include <yezi/core/engine.hpp>

namespace yezi::python {

namespace py = pybind11;

void bind_game(py::module_& module);
void bind_state(py::module_& module);
void bind_batch(py::module_& module);

/// A new `yezi.State` at the position `bytes` without history, of the same Python type and game as `like`.
py::object make_state(const State& state, py::handle python_game);

/// The core's State of a `yezi.State`; TypeError for anything else.
State read_state(py::handle object);

/// An integer in low … high, or TypeError / ArgumentError naming it.
std::int64_t read_int(py::handle object, const char* name, std::int64_t low, std::int64_t high);
std::uint64_t read_uint64(py::handle object, const char* name);

/// An integer that may be an action code; InvalidMoveError for more than 64 bits, TypeError "`wanted`, not …" for
/// others.
Action read_code(const Game& game, py::handle object, const char* wanted);

}  // namespace yezi::python
