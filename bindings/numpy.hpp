// NumPy arrays: new ones, views of memory that something else owns, and checked input.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "convert.hpp"

namespace yezi::python {

/// A new one-dimensional array, by the shortest way.
template <class T>
PyObject* new_array(std::size_t n, T** data) {
  auto& api = py::detail::npy_api::get();
  const Py_intptr_t shape[1] = {static_cast<Py_intptr_t>(n)};
  PyObject* array = api.PyArray_NewFromDescr_(api.PyArray_Type_, py::dtype::of<T>().release().ptr(), 1, shape, nullptr,
                                              nullptr, 0, nullptr);
  if (array != nullptr) *data = static_cast<T*>(static_cast<void*>(py::detail::array_proxy(array)->data));
  return array;
}

/// A view of `data` that keeps `owner` alive.
template <class T, class Owner>
py::array_t<T> view_of(const T* data, std::vector<py::ssize_t> shape, std::shared_ptr<Owner> owner, bool writeable) {
  auto* holder = new std::shared_ptr<Owner>(std::move(owner));
  py::capsule base(holder, [](void* raw) { delete static_cast<std::shared_ptr<Owner>*>(raw); });
  py::array_t<T> array(std::move(shape), data, base);
  if (!writeable) array.attr("flags").attr("writeable") = false;
  return array;
}

/// "int64[4096]" of an array, or the value of one without dimensions: for messages.
inline std::string described(const py::array& array) {
  if (array.ndim() == 0) return shown(array.attr("item")());
  std::string out = py::str(array.dtype()).cast<std::string>() + "[";
  for (py::ssize_t i = 0; i < array.ndim(); ++i) {
    if (i > 0) out += ", ";
    out += std::to_string(array.shape(i));
  }
  return out + "]";
}

/// `object` as an array of whole numbers, whatever it is; `kind` is the error for what is none.
inline py::array integer_array(py::handle object, const std::string& name, const std::string& wanted, ErrorKind kind) {
  py::array array = py::array::ensure(object);
  if (!array) {
    PyErr_Clear();
    raise(kind, name + " is " + shown(object) + "; it must be " + wanted);
  }
  const char code = array.dtype().kind();
  if (code != 'i' && code != 'u') raise(kind, name + " is " + described(array) + "; it must be " + wanted);
  return array;
}

}  // namespace yezi::python
