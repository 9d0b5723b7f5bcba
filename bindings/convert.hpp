// Between the core's trees and Python, and from Status to Python's exceptions.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include <yezi/core/error.hpp>
#include <yezi/core/tree.hpp>

namespace yezi::python {

namespace py = pybind11;

/// dict, list, str, int, bool, None.
py::object to_python(const Tree& tree);

/// Reads dicts with string keys, lists, tuples, str, integers (NumPy's too), bools and None. False for anything else.
bool to_tree(py::handle object, Tree& out, int depth = 0);

/// The text of a str, lone surrogates (which no name holds) as escapes. TypeError "`what` is a string, not …" for
/// others.
std::string read_text(py::handle object, const char* what);

/// repr(object), cut to a readable length.
std::string shown(py::handle object);

/// Sets the Python exception of `yezi.errors` that fits the kind.
void set_error(const Status& status);
void set_error(ErrorKind kind, const std::string& message);

/// The same, thrown.
[[noreturn]] void raise(ErrorKind kind, const std::string& message);
inline void check(const Status& status) {
  if (!status.ok()) raise(status.kind, status.message);
}

/// A list of str.
py::list names(const std::vector<std::string>& texts);

}  // namespace yezi::python
