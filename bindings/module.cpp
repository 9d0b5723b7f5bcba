// The compiled module `yezi._core`: it only registers.
#include <pybind11/pybind11.h>

#include <yezi/version.hpp>

#include "objects.hpp"

namespace py = pybind11;

PYBIND11_MODULE(_core, module, py::mod_gil_not_used()) {
  module.doc() = "The compiled core of yezi. Use the names of the package `yezi` instead.";
  module.attr("__version__") = YEZI_VERSION;
  yezi::python::bind_game(module);
  yezi::python::bind_state(module);
  yezi::python::bind_batch(module);
}
