// `_core.Batch` and `_core.simulate`.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include <yezi/core/batch.hpp>

#include "convert.hpp"
#include "numpy.hpp"
#include "objects.hpp"

namespace yezi::python {

namespace {

/// Seed, first, dealer and threads as Python gives them. `seats` keeps listed dealers alive.
BatchOptions read_options(const Game& game, std::size_t n, py::handle seed, py::handle first, py::handle dealer,
                          py::handle threads, std::vector<std::int8_t>& seats) {
  BatchOptions options;
  options.seed = read_uint64(seed, "seed");
  options.first = read_uint64(first, "first");
  options.threads = static_cast<int>(read_int(threads, "threads", 1, 256));
  const int players = game.num_players();
  const std::string wanted = "a seat, \"rotate\" or an array of " + std::to_string(n) + " seats";
  if (py::isinstance<py::str>(dealer)) {
    if (py::cast<std::string>(dealer) != "rotate") {
      raise(ErrorKind::argument, "dealer is " + shown(dealer) + "; it must be " + wanted);
    }
    options.dealer.kind = DealerRule::Kind::rotate;
  } else if (PyIndex_Check(dealer.ptr()) && !PyBool_Check(dealer.ptr()) && !py::isinstance<py::array>(dealer)) {
    options.dealer.seat = static_cast<int>(read_int(dealer, "dealer", 0, players - 1));
  } else {
    const py::array given = integer_array(dealer, "dealer", wanted, ErrorKind::argument);
    if (given.ndim() != 1 || given.shape(0) != static_cast<py::ssize_t>(n)) {
      raise(ErrorKind::argument, "dealer is " + described(given) + "; it must be " + wanted);
    }
    const auto values = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(given);
    for (std::size_t i = 0; i < n; ++i) {
      const std::int64_t seat = values.data()[i];
      if (seat < 0 || seat >= players) {
        raise(ErrorKind::argument, "dealer of row " + std::to_string(i) + " is " + std::to_string(seat) +
                                       "; allowed: 0.." + std::to_string(players - 1));
      }
      seats.push_back(static_cast<std::int8_t>(seat));
    }
    options.dealer.kind = DealerRule::Kind::listed;
    options.dealer.seats = seats.data();
  }
  return options;
}

/// An int8[n, width] array made at its first use. Python sees a view, so it cannot resize the memory.
struct Plane {
  std::shared_ptr<std::vector<std::int8_t>> data;
  py::object array;

  void make(std::size_t n, std::size_t width) {
    if (data) return;
    data = std::make_shared<std::vector<std::int8_t>>(n * width);
    array = view_of(data->data(), {static_cast<py::ssize_t>(n), static_cast<py::ssize_t>(width)}, data, true);
  }
};

class PyBatch {
 public:
  PyBatch(py::object python_game, const Game& game, py::handle n, py::handle seed, py::handle first, py::handle dealer,
          py::handle threads, bool autoreset)
      : python_game_(std::move(python_game)) {
    const auto rows = static_cast<std::size_t>(read_int(n, "n", 0, static_cast<std::int64_t>(Batch::kMaxRows)));
    std::vector<std::int8_t> seats;
    BatchOptions options = read_options(game, rows, seed, first, dealer, threads, seats);
    options.autoreset = autoreset;
    std::unique_ptr<Batch> made;
    {
      const py::gil_scoped_release release;
      const Status status = Batch::make(game, rows, options, made);
      if (!status.ok()) {
        const py::gil_scoped_acquire acquire;
        check(status);
      }
    }
    batch_ = std::move(made);
    const auto rows_shape = static_cast<py::ssize_t>(rows);
    player_ = view_of(batch_->player(), {rows_shape}, batch_, false);
    over_ = view_of(reinterpret_cast<const bool*>(batch_->over()), {rows_shape}, batch_, false);
    returns_ = view_of(batch_->returns(), {rows_shape, game.num_players()}, batch_, false);
  }

  Batch& open() const {
    if (!batch_) raise(ErrorKind::argument, "this batch is closed");
    return *batch_;
  }
  void close() { batch_.reset(); }
  bool closed() const { return !batch_; }

  std::size_t size() const { return open().size(); }
  py::object game() const { return python_game_; }
  py::object player() const { return open(), player_; }
  py::object is_over() const { return open(), over_; }
  py::object returns() const { return open(), returns_; }

  void step(py::handle actions, bool by_index) const {
    Batch& batch = open();
    const char* name = by_index ? "indices" : "actions";
    const std::string wanted = "int64[" + std::to_string(batch.size()) + "]";
    const py::array given = integer_array(actions, name, wanted, ErrorKind::argument);
    if (given.ndim() != 1 || static_cast<std::size_t>(given.shape(0)) != batch.size()) {
      raise(ErrorKind::argument, std::string(name) + " is " + described(given) + "; it must be " + wanted);
    }
    const auto codes = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(given);
    if (!codes) throw py::error_already_set();
    Status status;
    {
      const std::span<const Action> span(codes.data(), batch.size());
      const py::gil_scoped_release release;
      status = by_index ? batch.step_index(span) : batch.step(span);
    }
    check(status);
  }

  void play_random(py::handle max_steps) const {
    Batch& batch = open();
    const std::int64_t most = max_steps.is_none() ? INT64_MAX : read_int(max_steps, "max_steps", 0, INT64_MAX);
    const py::gil_scoped_release release;
    batch.play_random(most);
  }

  py::tuple legal() const {
    Batch& batch = open();
    std::shared_ptr<const LegalRows> rows;
    {
      const py::gil_scoped_release release;
      rows = batch.legal();
    }
    return py::make_tuple(view_of(rows->offsets.data(), {static_cast<py::ssize_t>(rows->offsets.size())}, rows, false),
                          view_of(rows->actions.data(), {static_cast<py::ssize_t>(rows->actions.size())}, rows, false));
  }

  py::object mask() {
    Batch& batch = open();
    const std::int64_t width = batch.game().num_actions();
    if (width < 0)
      raise(ErrorKind::argument,
            std::string(batch.game().info().id) + " has no dense action codes, so it has no mask; use legal()");
    mask_.make(batch.size(), static_cast<std::size_t>(width));
    {
      const py::gil_scoped_release release;
      batch.mask(mask_.data->data());
    }
    return mask_.array;
  }

  py::object observation() {
    Batch& batch = open();
    observation_.make(batch.size(), batch.observation_size());
    {
      const py::gil_scoped_release release;
      batch.observe(observation_.data->data());
    }
    return observation_.array;
  }

  py::object state(py::handle row) const {
    const Batch& batch = open();
    return make_state(batch.state(read_row(row)), python_game_);
  }
  void set(py::handle row, py::handle state) const { check(open().set(read_row(row), read_state(state))); }

 private:
  std::size_t read_row(py::handle row) const {
    const auto n = static_cast<std::int64_t>(open().size());
    if (n == 0) raise(ErrorKind::argument, "the batch has no rows");
    return static_cast<std::size_t>(read_int(row, "row", 0, n - 1));
  }

  py::object python_game_;
  std::shared_ptr<Batch> batch_;
  py::object player_, over_, returns_;
  Plane mask_, observation_;
};

/// Plays n games in slices short enough that Ctrl-C is answered soon.
py::tuple simulate(const Game& game, py::handle n, py::handle seed, py::handle first, py::handle dealer,
                   py::handle threads) {
  const auto rows = static_cast<std::size_t>(read_int(n, "n", 0, static_cast<std::int64_t>(Simulation::kMaxGames)));
  std::vector<std::int8_t> seats;
  const BatchOptions options = read_options(game, rows, seed, first, dealer, threads, seats);
  std::unique_ptr<Simulation> simulation;
  check(Simulation::make(game, options, rows, simulation));
  const auto count = static_cast<py::ssize_t>(rows);
  py::array_t<std::int32_t> returns({count, static_cast<py::ssize_t>(game.num_players())});
  py::array_t<std::int32_t> lengths(count);
  py::array_t<std::int8_t> endings(count);
  const SimulationColumns out{returns.mutable_data(), lengths.mutable_data(), endings.mutable_data()};
  constexpr std::chrono::milliseconds kSlice{50};
  std::size_t slice = 512;
  for (std::size_t begin = 0; begin < rows;) {
    const std::size_t end = std::min(rows, begin + slice);
    const auto start = std::chrono::steady_clock::now();
    {
      const py::gil_scoped_release release;
      simulation->run(out, begin, end);
    }
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (std::chrono::steady_clock::now() - start < kSlice && slice < (std::size_t{1} << 20)) slice *= 2;
    begin = end;
  }
  return py::make_tuple(returns, lengths, endings);
}

}  // namespace

void bind_batch(py::module_& module) {
  py::class_<PyBatch>(module, "Batch", "n games side by side; `yezi.Batch` documents it.")
      .def(py::init<py::object, const Game&, py::handle, py::handle, py::handle, py::handle, py::handle, bool>(),
           py::arg("python_game"), py::arg("game"), py::arg("n"), py::arg("seed"), py::arg("first"), py::arg("dealer"),
           py::arg("threads"), py::arg("autoreset"))
      .def("__len__", &PyBatch::size)
      .def_property_readonly("game", &PyBatch::game, "The Game of this batch.")
      .def_property_readonly("player", &PyBatch::player,
                             "np.int8[n]: the seat to move, -1 when over. A view, updated in place.")
      .def_property_readonly("is_over", &PyBatch::is_over, "bool[n]. A view, updated in place.")
      .def_property_readonly("returns", &PyBatch::returns,
                             "np.int32[n, players]: zeros until over. A view, updated in place.")
      .def_property_readonly("closed", &PyBatch::closed, "Whether close() was called.")
      .def("close", &PyBatch::close,
           "Lets the games go; arrays handed out stay alive. Every other call then raises ArgumentError.")
      .def(
          "step", [](PyBatch& batch, py::handle actions) { batch.step(actions, false); }, py::arg("actions"),
          "Plays one action code in every unfinished game.\n\n"
          "`actions` is an integer array [n]; the entry of a finished game is ignored (with autoreset that game is "
          "dealt anew).\n"
          "Raises IllegalMoveError, InvalidMoveError or ArgumentError naming the row; then nothing was stepped.")
      .def(
          "step_index", [](PyBatch& batch, py::handle indices) { batch.step(indices, true); }, py::arg("indices"),
          "The same with positions in each game's ascending legal list.")
      .def("play_random", &PyBatch::play_random, py::arg("max_steps") = py::none(),
           "Plays every unfinished game with uniform random moves to its end, or at most `max_steps` decisions; never "
           "redeals.")
      .def("legal", &PyBatch::legal,
           "Legal actions of all games: (offsets np.int64[n+1], actions np.int64[m]); game i has "
           "actions[offsets[i]:offsets[i+1]].\n\n"
           "The arrays are read-only and stay as they are.")
      .def("mask", &PyBatch::mask,
           "np.int8[n, num_actions]: 1 for legal codes. One array, rewritten by each call. ArgumentError where codes "
           "are not dense.")
      .def("observation", &PyBatch::observation,
           "np.int8[n, d] of each game's player; zeros when over. One array, rewritten by each call.")
      .def("state", &PyBatch::state, py::arg("row"), "A copy of one game as a State without history.")
      .def("set", &PyBatch::set, py::arg("row"), py::arg("state"),
           "Copies a State of the same game and options into a row.");

  module.def("simulate", &simulate, py::arg("game"), py::arg("n"), py::arg("seed"), py::arg("first"), py::arg("dealer"),
             py::arg("threads"), "Plays n random games; (returns, lengths, endings).");
}

}  // namespace yezi::python
