#include "convert.hpp"

namespace yezi::python {

namespace {

py::str text(const std::string& utf8) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_FromStringAndSize(utf8.data(), static_cast<py::ssize_t>(utf8.size())));
}

const char* error_name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::unknown_game: return "UnknownGameError";
    case ErrorKind::rules: return "RulesError";
    case ErrorKind::deck: return "DeckError";
    case ErrorKind::illegal_move: return "IllegalMoveError";
    case ErrorKind::invalid_move: return "InvalidMoveError";
    case ErrorKind::query: return "QueryError";
    case ErrorKind::trace: return "TraceError";
    case ErrorKind::argument:
    case ErrorKind::none: break;
  }
  return "ArgumentError";
}

}  // namespace

py::object to_python(const Tree& tree) {
  if (const bool* truth = tree.boolean()) return py::bool_(*truth);
  if (const std::int64_t* number = tree.integer()) return py::int_(*number);
  if (const std::string* string = tree.text()) return text(*string);
  if (const Tree::List* items = tree.items()) {
    py::list out(items->size());
    for (std::size_t i = 0; i < items->size(); ++i) {
      PyList_SET_ITEM(out.ptr(), static_cast<py::ssize_t>(i), to_python((*items)[i]).release().ptr());
    }
    return out;
  }
  if (const Tree::Map* members = tree.members()) {
    py::dict out;
    for (const Tree::Member& member : *members) out[text(member.key)] = to_python(member.value);
    return out;
  }
  return py::none();
}

bool to_tree(py::handle object, Tree& out, int depth) {
  if (depth > 32) return false;
  PyObject* raw = object.ptr();
  if (object.is_none()) {
    out = Tree();
  } else if (PyBool_Check(raw)) {
    out = Tree(raw == Py_True);
  } else if (PyUnicode_Check(raw)) {
    py::ssize_t size = 0;
    const char* data = PyUnicode_AsUTF8AndSize(raw, &size);
    if (data == nullptr) {  // lone surrogates
      PyErr_Clear();
      return false;
    }
    out = Tree(std::string(data, static_cast<std::size_t>(size)));
  } else if (PyList_Check(raw) || PyTuple_Check(raw)) {
    Tree list = Tree::list();
    for (const py::handle item : py::reinterpret_borrow<py::sequence>(object)) {
      Tree value;
      if (!to_tree(item, value, depth + 1)) return false;
      list.push(std::move(value));
    }
    out = std::move(list);
  } else if (PyDict_Check(raw)) {
    Tree map = Tree::map();
    for (const auto [key, item] : py::reinterpret_borrow<py::dict>(object)) {
      Tree name, value;
      if (!to_tree(key, name) || name.text() == nullptr || !to_tree(item, value, depth + 1)) return false;
      map.set(*name.text(), std::move(value));
    }
    out = std::move(map);
  } else if (PyObject_HasAttrString(raw, "dtype") &&
             PyObject_HasAttrString(raw, "tolist")) {  // NumPy scalars and arrays
    return to_tree(object.attr("tolist")(), out, depth + 1);
  } else if (PyIndex_Check(raw)) {
    const py::object number = py::reinterpret_steal<py::object>(PyNumber_Index(raw));
    if (!number) {
      PyErr_Clear();
      return false;
    }
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (overflow != 0) return false;
    out = Tree(static_cast<std::int64_t>(value));
  } else {
    return false;
  }
  return true;
}

std::string read_text(py::handle object, const char* what) {
  if (!PyUnicode_Check(object.ptr())) throw py::type_error(std::string(what) + " is a string, not " + shown(object));
  const auto bytes =
      py::reinterpret_steal<py::bytes>(PyUnicode_AsEncodedString(object.ptr(), "utf-8", "backslashreplace"));
  if (!bytes) throw py::error_already_set();
  return static_cast<std::string>(bytes);
}

std::string shown(py::handle object) {
  const py::object repr = py::reinterpret_steal<py::object>(PyObject_Repr(object.ptr()));
  if (!repr) {
    PyErr_Clear();
    return "an object without repr";
  }
  py::ssize_t size = 0;
  const char* data = PyUnicode_AsUTF8AndSize(repr.ptr(), &size);
  if (data == nullptr) {
    PyErr_Clear();
    return "an unreadable object";
  }
  const std::string full(data, static_cast<std::size_t>(size));
  if (full.size() <= 80) return full;
  const std::string cut = quoted(full);
  return cut.substr(1, cut.size() - 2);
}

void set_error(ErrorKind kind, const std::string& message) {
  try {
    const py::object type = py::module_::import("yezi.errors").attr(error_name(kind));
    PyErr_SetObject(type.ptr(), text(message).ptr());
  } catch (py::error_already_set& error) {
    error.restore();
  }
}

void set_error(const Status& status) { set_error(status.kind, status.message); }

void raise(ErrorKind kind, const std::string& message) {
  set_error(kind, message);
  throw py::error_already_set();
}

py::list names(const std::vector<std::string>& texts) {
  py::list out(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    PyList_SET_ITEM(out.ptr(), static_cast<py::ssize_t>(i), text(texts[i]).release().ptr());
  }
  return out;
}

}  // namespace yezi::python
