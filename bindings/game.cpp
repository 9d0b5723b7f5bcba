// `_core.Game`: a game with its options.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstring>

#include <yezi/core/pool.hpp>
#include <yezi/core/registry.hpp>

#include "convert.hpp"
#include "numpy.hpp"
#include "objects.hpp"

namespace yezi::python {

std::int64_t read_int(py::handle object, const char* name, std::int64_t low, std::int64_t high) {
  if (PyBool_Check(object.ptr()) || !PyIndex_Check(object.ptr())) {
    throw py::type_error(std::string(name) + " must be an integer, not " + shown(object));
  }
  const py::object number = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!number) throw py::error_already_set();
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0 || value < low || value > high) {
    raise(ErrorKind::argument, std::string(name) + " is " + shown(number) + "; allowed: " + std::to_string(low) + ".." +
                                   std::to_string(high));
  }
  return value;
}

Action read_code(const Game& game, py::handle object, const char* wanted) {
  if (PyBool_Check(object.ptr()) || !PyIndex_Check(object.ptr())) {
    throw py::type_error(std::string(wanted) + ", not " + shown(object));
  }
  const py::object number = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!number) throw py::error_already_set();
  int overflow = 0;
  const long long code = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0)
    raise(ErrorKind::invalid_move, std::string(game.info().id) + ": " + shown(number) + " is the code of no move");
  return code;
}

std::uint64_t read_uint64(py::handle object, const char* name) {
  if (PyBool_Check(object.ptr()) || !PyIndex_Check(object.ptr())) {
    throw py::type_error(std::string(name) + " must be an integer, not " + shown(object));
  }
  const py::object number = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!number) throw py::error_already_set();
  const unsigned long long value = PyLong_AsUnsignedLongLong(number.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    raise(ErrorKind::argument, std::string(name) + " is " + shown(number) + "; allowed: 0..18446744073709551615");
  }
  return value;
}

namespace {

Game make_game(py::handle python_id, const py::dict& given) {
  const std::string id = read_text(python_id, "the id of a game");
  Tree options = Tree::map();
  for (const auto [key, value] : given) {
    Tree converted;
    const std::string name = read_text(key, "the name of an option");
    if (to_tree(value, converted)) {
      options.set(name, std::move(converted));
      continue;
    }
    if (name == "preset") {
      options.set(name, shown(value));
      continue;
    }
    std::string allowed = "an integer, a truth or a string";
    if (const Ops* ops = find_game(id)) {
      const Tree table = option_table(ops->info->rules);
      for (const Tree& row : *table.items()) {
        if (*row.find("name")->text() == name) allowed = *row.find("allowed")->text();
      }
    }
    raise(ErrorKind::rules, id + ": option " + quoted(name) + " is " + shown(value) + "; allowed: " + allowed);
  }
  Game game;
  check(Game::make(id, options, game));
  return game;
}

py::dict presets(const Game& game) {
  py::dict out;
  for (const Preset& preset : game.info().rules.presets) {
    out[py::str(std::string(preset.name))] = to_python(preset_tree(game.info().rules, preset.name));
  }
  return out;
}

py::dict preset_help(const Game& game) {
  py::dict out;
  for (const Preset& preset : game.info().rules.presets)
    out[py::str(std::string(preset.name))] = std::string(preset.help);
  return out;
}

py::dict analyses(const Game& game) {
  py::dict out;
  for (const Analysis& analysis : game.info().analyses) {
    py::dict parameters;
    for (const Parameter& parameter : analysis.parameters)
      parameters[py::str(std::string(parameter.name))] = std::string(parameter.help);
    out[py::str(std::string(analysis.kind))] = parameters;
  }
  return out;
}

py::dict analysis_help(const Game& game) {
  py::dict out;
  for (const Analysis& analysis : game.info().analyses)
    out[py::str(std::string(analysis.kind))] = std::string(analysis.help);
  return out;
}

py::dict bulk_analyses(const Game& game) {
  py::dict out;
  for (const BulkAnalysis& bulk : game.info().bulk) {
    out[py::str(std::string(bulk.kind))] = py::make_tuple(std::string(bulk.input), bulk.width, std::string(bulk.help));
  }
  return out;
}

py::dict observation_layout(const Game& game) {
  py::dict out;
  int start = 0;
  for (const Part& part : game.ops().observation_layout(game.rules())) {
    const py::object slice = py::slice(py::int_(start), py::int_(start + part.size), py::none());
    out[py::str(std::string(part.name))] = slice;
    start += part.size;
  }
  return out;
}

py::str format(const Game& game, py::handle action) {
  std::string text;
  check(game.format(read_code(game, action, "an action code is an integer"), text));
  return text;
}

Action parse(const Game& game, py::handle move) {
  Action action = 0;
  check(game.parse(read_text(move, "a move"), action));
  return action;
}

py::object analyse(const Game& game, py::handle python_kind, const py::dict& query) {
  const std::string kind = read_text(python_kind, "the kind of an analysis");
  Tree tree = Tree::map();
  for (const auto [key, value] : query) {
    Tree converted;
    const std::string name = read_text(key, "the name of a parameter");
    if (!to_tree(value, converted)) {
      raise(ErrorKind::query, std::string(game.info().id) + ": " + kind + ": parameter " + quoted(name) + " is " +
                                  shown(value) + "; allowed: strings, integers, truths, None and lists of these");
    }
    tree.set(name, std::move(converted));
  }
  Tree out;
  check(game.analyse(kind, tree, out));
  return to_python(out);
}

py::dtype dtype_of(DType type) {
  switch (type) {
    case DType::int8: return py::dtype::of<std::int8_t>();
    case DType::uint8: return py::dtype::of<std::uint8_t>();
    case DType::int16: return py::dtype::of<std::int16_t>();
    case DType::int32: return py::dtype::of<std::int32_t>();
    case DType::int64: return py::dtype::of<std::int64_t>();
    case DType::uint64: break;
  }
  return py::dtype::of<std::uint64_t>();
}

py::object analyse_batch(const Game& game, py::handle python_kind, py::handle rows, py::handle python_name,
                         py::handle python_threads) {
  const std::string kind = read_text(python_kind, "the kind of an analysis");
  const std::string given_name = read_text(python_name, "the name of a parameter");
  const auto threads = static_cast<int>(read_int(python_threads, "threads", 1, 256));
  const BulkAnalysis* bulk = nullptr;
  std::string known;
  for (const BulkAnalysis& entry : game.info().bulk) {
    if (entry.kind == kind) bulk = &entry;
    known += (known.empty() ? "" : ", ") + std::string(entry.kind);
  }
  const std::string where = std::string(game.info().id) + ": ";
  if (bulk == nullptr) {
    raise(ErrorKind::query,
          where + "no analysis " + quoted(kind) + " for many hands; allowed: " + (known.empty() ? "none" : known));
  }
  const std::string name(bulk->input);
  const std::string wanted = "uint8[n, " + std::to_string(bulk->width) + "]";
  if (given_name != name) {
    raise(ErrorKind::query,
          where + kind + ": unknown parameter " + quoted(given_name) + "; allowed: " + name + " (" + wanted + ")");
  }
  const py::array given = integer_array(rows, where + kind + ": " + name, wanted, ErrorKind::query);
  if (given.ndim() != 2 || given.shape(1) != bulk->width || !given.dtype().is(py::dtype::of<std::uint8_t>())) {
    raise(ErrorKind::query, where + kind + ": " + name + " is " + described(given) + "; it must be " + wanted);
  }
  const auto input = py::array_t<std::uint8_t, py::array::c_style>::ensure(given);
  if (!input) throw py::error_already_set();
  const auto n = static_cast<std::size_t>(input.shape(0));
  std::vector<py::array> outputs;
  std::vector<void*> pointers;
  for (const Column& column : bulk->outputs) {
    std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(n)};
    if (column.width > 1) shape.push_back(column.width);
    outputs.emplace_back(dtype_of(column.type), shape);
    pointers.push_back(outputs.back().mutable_data());
  }
  constexpr std::size_t kGrain = 4096;
  std::vector<Status> failures(Pool::chunks(n, kGrain));
  {
    const std::uint8_t* data = input.data();
    const py::gil_scoped_release release;
    Pool pool(threads);
    pool.run(n, kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      failures[chunk] = bulk->run(game.rules(), data, begin, end, pointers.data());
    });
  }
  for (const Status& failure : failures) {
    if (!failure.ok()) raise(failure.kind, where + kind + ": " + failure.message);
  }
  if (outputs.size() == 1) return outputs[0];
  py::dict out;
  for (std::size_t i = 0; i < outputs.size(); ++i) out[py::str(std::string(bulk->outputs[i].name))] = outputs[i];
  return out;
}

}  // namespace

void bind_game(py::module_& module) {
  module.def(
      "games",
      [] {
        std::vector<std::string> ids;
        for (const Ops* ops : games()) ids.emplace_back(ops->info->id);
        return py::tuple(names(ids));
      },
      "The ids of the games of this build, sorted.");

  py::class_<Game>(module, "Game", "A game with its options, as the core keeps it; `yezi.Game` wraps it.")
      .def(py::init(&make_game), py::arg("id"), py::arg("given"), "The game `id` with the options of the dict `given`.")
      .def_property_readonly(
          "id", [](const Game& game) { return std::string(game.info().id); }, "The game's id.")
      .def_property_readonly(
          "name", [](const Game& game) { return std::string(game.info().name); }, "Its Chinese name.")
      .def_property_readonly(
          "english", [](const Game& game) { return std::string(game.info().english); }, "What it is, in a few words.")
      .def_property_readonly(
          "version", [](const Game& game) { return game.info().version; },
          "Version of its behaviour: raised when seeded games change.")
      .def_property_readonly(
          "max_decisions", [](const Game& game) { return game.info().max_decisions; },
          "No game has more decisions than this.")
      .def_property_readonly("num_players", &Game::num_players, "Seats, those that sit out included.")
      .def_property_readonly(
          "num_actions",
          [](const Game& game) -> py::object {
            const std::int64_t n = game.num_actions();
            return n < 0 ? py::object(py::none()) : py::object(py::int_(n));
          },
          "The number of dense action codes, or None.")
      .def_property_readonly(
          "state_bytes", [](const Game& game) { return game.ops().state_size; }, "Size of one position.")
      .def_property_readonly(
          "rules", [](const Game& game) { return to_python(game.rules_tree()); }, "Every option with its value.")
      .def_property_readonly("presets", &presets, "Preset names and the options that they set.")
      .def_property_readonly("preset_help", &preset_help, "What each preset is, in a line.")
      .def_property_readonly(
          "options", [](const Game& game) { return to_python(option_table(game.info().rules)); },
          "The table of options: name, type, default, allowed, help.")
      .def_property_readonly(
          "endings",
          [](const Game& game) {
            std::vector<std::string> out(game.info().endings.begin(), game.info().endings.end());
            return py::tuple(names(out));
          },
          "The names of the endings; `simulate` reports indices into them.")
      .def_property_readonly("analyses", &analyses, "Analysis kinds with their parameters.")
      .def_property_readonly("analysis_help", &analysis_help, "What each analysis tells, in a line.")
      .def_property_readonly("bulk_analyses", &bulk_analyses, "Kinds of `analyse_batch`: (parameter, width, help).")
      .def_property_readonly("observation_layout", &observation_layout,
                             "Names of the observation's parts and their slices.")
      .def_property_readonly(
          "deck", [](const Game& game) { return names(game.card_names(game.deck())); },
          "Every card, in the deck's own order.")
      .def("format", &format, py::arg("action"), "The canonical string of a code.")
      .def("parse", &parse, py::arg("move"), "The code of a canonical string.")
      .def("analyse", &analyse, py::arg("kind"), py::arg("query"), "Runs an analysis on the dict `query`.")
      .def("analyse_batch", &analyse_batch, py::arg("kind"), py::arg("rows"), py::arg("name"), py::arg("threads"),
           "Runs an analysis on many hands.")
      .def("__eq__", [](const Game& a, const Game& b) { return a == b; }, py::is_operator(), py::arg("other"));
}

}  // namespace yezi::python
