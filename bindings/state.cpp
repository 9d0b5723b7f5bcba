// `_core.State`: one position with its history. A plain CPython type, because the calls of a Python game loop
// (player, legal_actions, apply) cost less that way than a dispatch through pybind11 does.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "convert.hpp"
#include "numpy.hpp"
#include "objects.hpp"

namespace yezi::python {

namespace {

/// What happened before a state was resampled: `seat` remembers its own part of it, everybody else what all saw.
struct Past {
  bool dealt = false;
  std::vector<Card> deck;
  int dealer = 0;
  std::vector<std::byte> base;  ///< the position from which `actions` go on, when not dealt
  std::vector<Action> actions;
  int seat = kSpectator;
  std::shared_ptr<const Past> before;
};

struct History {
  bool dealt = false;                  ///< the state knows its deck
  std::shared_ptr<const Past> before;  ///< of a resampled state
  std::vector<Card> deck;
  int dealer = 0;
  std::vector<Action> actions;
  std::vector<std::int8_t> players;
  std::vector<std::byte> positions;  ///< before each action, one after another
};

// The position itself follows the object in memory.
struct StateObject {
  PyObject_VAR_HEAD PyObject* python_game;
  Game game;
  History history;
};

constexpr std::size_t kHead = (sizeof(StateObject) + 15) / 16 * 16;

StateObject* self_of(PyObject* object) { return reinterpret_cast<StateObject*>(object); }
std::byte* position(StateObject* self) { return reinterpret_cast<std::byte*>(self) + kHead; }
const Ops& ops(StateObject* self) { return self->game.ops(); }
const void* rules(StateObject* self) { return self->game.rules(); }
int player(StateObject* self) { return ops(self).player(position(self)); }

PyTypeObject* base_type = nullptr;  // set once, when the module is made

StateObject* new_state(PyTypeObject* type, PyObject* python_game, const Game& game, const void* bytes) {
  auto* self = self_of(type->tp_alloc(type, static_cast<Py_ssize_t>(game.ops().state_size)));
  if (self == nullptr) throw py::error_already_set();
  Py_INCREF(python_game);
  self->python_game = python_game;
  new (&self->game) Game(game);
  new (&self->history) History();
  if (bytes != nullptr) std::memcpy(position(self), bytes, game.ops().state_size);
  return self;
}

void dealloc(PyObject* object) {
  StateObject* self = self_of(object);
  PyTypeObject* type = Py_TYPE(object);
  Py_XDECREF(self->python_game);
  self->game.~Game();
  self->history.~History();
  type->tp_free(object);
  Py_DECREF(type);
}

PyObject* no_new(PyTypeObject*, PyObject*, PyObject*) {
  PyErr_SetString(PyExc_TypeError, "a State comes from game.deal(), yezi.replay(), yezi.restore() or batch.state()");
  return nullptr;
}

/// Turns C++ exceptions into Python's.
template <class F>
PyObject* guarded(F f) noexcept {
  try {
    return f();
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

int read_seat(StateObject* self, py::handle seat) {
  return static_cast<int>(read_int(seat, "seat", 0, self->game.num_players() - 1));
}
int read_viewer(StateObject* self, PyObject* seat) {
  return seat == nullptr || seat == Py_None ? kEverything : read_seat(self, seat);
}

/// The arguments of a call, positional or by name, nullptr for what is missing.
template <std::size_t N>
std::array<PyObject*, N> arguments(const char* function, const std::array<const char*, N>& wanted, std::size_t required,
                                   PyObject* const* args, Py_ssize_t n, PyObject* keywords) {
  std::array<PyObject*, N> out{};
  const auto positional = static_cast<std::size_t>(n);
  if (positional > N) {
    throw py::type_error(std::string(function) + "() takes at most " + std::to_string(N) + " arguments (" +
                         std::to_string(positional) + " given)");
  }
  for (std::size_t i = 0; i < positional; ++i) out[i] = args[i];
  const Py_ssize_t named = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
  for (Py_ssize_t k = 0; k < named; ++k) {
    PyObject* name = PyTuple_GET_ITEM(keywords, k);
    std::size_t i = 0;
    while (i < N && PyUnicode_CompareWithASCIIString(name, wanted[i]) != 0) ++i;
    if (i == N || out[i] != nullptr) {
      throw py::type_error(std::string(function) + "() got an unexpected keyword argument " + shown(name));
    }
    out[i] = args[n + k];
  }
  for (std::size_t i = 0; i < required; ++i) {
    if (out[i] == nullptr) throw py::type_error(std::string(function) + "() misses its argument '" + wanted[i] + "'");
  }
  return out;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

PyObject* get_game(PyObject* object, void*) { return Py_NewRef(self_of(object)->python_game); }
PyObject* get_player(PyObject* object, void*) { return PyLong_FromLong(player(self_of(object))); }
PyObject* get_is_over(PyObject* object, void*) { return PyBool_FromLong(player(self_of(object)) < 0); }
PyObject* get_ending(PyObject* object, void*) {
  StateObject* self = self_of(object);
  const int ending = ops(self).ending(position(self));
  if (ending < 0) Py_RETURN_NONE;
  const std::string_view name = self->game.info().endings[static_cast<std::size_t>(ending)];
  return PyUnicode_FromStringAndSize(name.data(), static_cast<Py_ssize_t>(name.size()));
}
PyObject* get_deck(PyObject* object, void*) {
  StateObject* self = self_of(object);
  if (!self->history.dealt) Py_RETURN_NONE;
  return guarded([&] { return names(self->game.card_names(self->history.deck)).release().ptr(); });
}
PyObject* get_dealer(PyObject* object, void*) {
  StateObject* self = self_of(object);
  if (!self->history.dealt) Py_RETURN_NONE;
  return PyLong_FromLong(self->history.dealer);
}
PyObject* get_history(PyObject* object, void*) {
  return guarded([&] { return py::cast(self_of(object)->history.actions).release().ptr(); });
}
PyObject* get_players(PyObject* object, void*) {
  return guarded([&] {
    const auto& players = self_of(object)->history.players;
    return py::cast(std::vector<int>(players.begin(), players.end())).release().ptr();
  });
}

// ---- Playing --------------------------------------------------------------------------------------------------------

PyObject* legal_actions(PyObject* object, PyObject*) {
  StateObject* self = self_of(object);
  return guarded([&] {
    std::int64_t* data = nullptr;
    PyObject* array = new_array(ops(self).count(rules(self), position(self)), &data);
    if (array != nullptr) ops(self).legal(rules(self), position(self), data);
    return array;
  });
}

PyObject* legal_moves(PyObject* object, PyObject*) {
  StateObject* self = self_of(object);
  return guarded([&] { return names(State(self->game, position(self)).legal_moves()).release().ptr(); });
}

Action read_move(StateObject* self, PyObject* move) {
  if (!PyUnicode_Check(move)) return read_code(self->game, move, "a move is an action code or a string");
  Action code = 0;
  check(self->game.parse(read_text(move, "a move"), code));
  return code;
}

PyObject* apply(PyObject* object, PyObject* move) {
  StateObject* self = self_of(object);
  return guarded([&]() -> PyObject* {
    const Action code = read_move(self, move);
    std::byte* now = position(self);
    if (!ops(self).is_legal(rules(self), now, code)) {
      std::string text;
      check(self->game.format(code, text));
      raise(ErrorKind::illegal_move, illegal_message(self->game, now, code));
    }
    History& history = self->history;
    history.actions.reserve(history.actions.size() + 1);
    history.players.reserve(history.players.size() + 1);
    history.positions.insert(history.positions.end(), now, now + ops(self).state_size);
    history.players.push_back(static_cast<std::int8_t>(player(self)));
    history.actions.push_back(code);
    ops(self).apply(rules(self), now, code);
    Py_RETURN_NONE;
  });
}

PyObject* undo(PyObject* object, PyObject*) {
  StateObject* self = self_of(object);
  return guarded([&]() -> PyObject* {
    History& history = self->history;
    if (history.actions.empty()) raise(ErrorKind::trace, "there is no decision to take back");
    const std::size_t size = ops(self).state_size;
    std::memcpy(position(self), history.positions.data() + history.positions.size() - size, size);
    history.positions.resize(history.positions.size() - size);
    history.actions.pop_back();
    history.players.pop_back();
    Py_RETURN_NONE;
  });
}

PyObject* returns(PyObject* object, PyObject*) {
  StateObject* self = self_of(object);
  return guarded([&] {
    std::int32_t* data = nullptr;
    PyObject* array = new_array(static_cast<std::size_t>(self->game.num_players()), &data);
    if (array != nullptr) ops(self).returns(rules(self), position(self), data);
    return array;
  });
}

PyObject* detail(PyObject* object, PyObject*) {
  StateObject* self = self_of(object);
  return guarded([&] { return to_python(State(self->game, position(self)).detail()).release().ptr(); });
}

// ---- What a seat knows ----------------------------------------------------------------------------------------------

PyObject* view(PyObject* object, PyObject* const* args, Py_ssize_t n, PyObject* keywords) {
  StateObject* self = self_of(object);
  return guarded([&] {
    const auto [seat] = arguments<1>("view", {"seat"}, 0, args, n, keywords);
    return to_python(ops(self).view(rules(self), position(self), read_viewer(self, seat))).release().ptr();
  });
}

PyObject* observation(PyObject* object, PyObject* const* args, Py_ssize_t n, PyObject* keywords) {
  StateObject* self = self_of(object);
  return guarded([&] {
    const auto [seat] = arguments<1>("observation", {"seat"}, 1, args, n, keywords);
    const int viewer = read_seat(self, seat);
    std::size_t size = 0;
    for (const Part& part : ops(self).observation_layout(rules(self))) size += static_cast<std::size_t>(part.size);
    std::int8_t* data = nullptr;
    PyObject* array = new_array(size, &data);
    if (array != nullptr) ops(self).observe(rules(self), position(self), viewer, data);
    return array;
  });
}

void tell(StateObject* self, const Past& past, int viewer, py::list& out) {
  if (past.before) tell(self, *past.before, viewer, out);
  std::vector<std::byte> scratch = past.base;
  scratch.resize(ops(self).state_size);
  const Tree events =
      ops(self).events(rules(self), past.dealer, past.dealt ? past.deck.data() : nullptr, scratch.data(),
                       past.actions.data(), past.actions.size(), viewer == past.seat ? viewer : kSpectator);
  for (const Tree& event : *events.items()) out.append(to_python(event));
}

/// What this state's history is for a state that goes on from its position.
Past past_of(StateObject* self, int seat) {
  const History& history = self->history;
  const std::size_t size = ops(self).state_size;
  const std::byte* base = history.positions.empty() ? position(self) : history.positions.data();
  return {history.dealt, history.deck, history.dealer, {base, base + size}, history.actions, seat, history.before};
}

PyObject* events(PyObject* object, PyObject* const* args, Py_ssize_t n, PyObject* keywords) {
  StateObject* self = self_of(object);
  return guarded([&] {
    const auto [seat] = arguments<1>("events", {"seat"}, 0, args, n, keywords);
    const int viewer = read_viewer(self, seat);
    const History& history = self->history;
    if (!history.dealt && (viewer == kEverything || !history.before)) {
      raise(ErrorKind::trace, "this state has no history of its own, so it has no events to show");
    }
    py::list out;
    tell(self, past_of(self, viewer), viewer, out);
    return out.release().ptr();
  });
}

PyObject* resample(PyObject* object, PyObject* const* args, Py_ssize_t n, PyObject* keywords) {
  StateObject* self = self_of(object);
  return guarded([&] {
    const auto [seat, seed] = arguments<2>("resample", {"seat", "seed"}, 2, args, n, keywords);
    const int viewer = read_seat(self, seat);
    Rng rng = Rng::stream(read_uint64(seed, "seed"), 0, 0, Purpose::resample);
    StateObject* other = new_state(Py_TYPE(object), self->python_game, self->game, position(self));
    ops(self).resample(rules(self), position(other), viewer, rng);
    if (self->history.dealt || self->history.before)
      other->history.before = std::make_shared<const Past>(past_of(self, viewer));
    return reinterpret_cast<PyObject*>(other);
  });
}

PyObject* clone(PyObject* object, PyObject* const* args, Py_ssize_t n, PyObject* keywords) {
  StateObject* self = self_of(object);
  return guarded([&] {
    bool with_history = true;
    if (n > 0 || keywords != nullptr) {
      const auto [history] = arguments<1>("clone", {"history"}, 0, args, n, keywords);
      if (history != nullptr) {
        const int truth = PyObject_IsTrue(history);
        if (truth < 0) throw py::error_already_set();
        with_history = truth != 0;
      }
    }
    StateObject* other = new_state(Py_TYPE(object), self->python_game, self->game, position(self));
    if (with_history) other->history = self->history;
    return reinterpret_cast<PyObject*>(other);
  });
}

PyObject* key(PyObject* object, PyObject*) {
  StateObject* self = self_of(object);
  return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(position(self)),
                                   static_cast<Py_ssize_t>(ops(self).state_size));
}

PyObject* perft(PyObject* object, PyObject* depth) {
  StateObject* self = self_of(object);
  return guarded([&] {
    return PyLong_FromUnsignedLongLong(
        ops(self).perft(rules(self), position(self), static_cast<int>(read_int(depth, "depth", 0, 1000))));
  });
}

PyGetSetDef properties[] = {
    {"game", get_game, nullptr, "The Game of this state.", nullptr},
    {"player", get_player, nullptr, "The seat to move, -1 when over.", nullptr},
    {"is_over", get_is_over, nullptr, "Whether the game is over.", nullptr},
    {"ending", get_ending, nullptr, "The name of the ending (one of game.endings), None until over.", nullptr},
    {"deck", get_deck, nullptr,
     "The deck that was dealt, a list of cards; None for a state without history of its own.", nullptr},
    {"dealer", get_dealer, nullptr, "The dealer given to deal; None for a state without history of its own.", nullptr},
    {"history", get_history, nullptr, "The codes of the decisions so far.", nullptr},
    {"players", get_players, nullptr, "The seats that made the decisions of `history`.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

#define YEZI_FAST(name) reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(name)), METH_FASTCALL | METH_KEYWORDS

PyMethodDef methods[] = {
    {"legal_actions", legal_actions, METH_NOARGS,
     "legal_actions($self, /)\n--\n\nThe codes of the legal moves: np.int64[m], ascending; empty when over."},
    {"legal_moves", legal_moves, METH_NOARGS,
     "legal_moves($self, /)\n--\n\nThe legal moves as canonical strings, sorted as plain strings (what a trace's "
     "`legal` holds)."},
    {"apply", apply, METH_O,
     "apply($self, move, /)\n--\n\nPlays a move (a code or a canonical string) and everything forced after it, in "
     "place.\n\n"
     "Raises IllegalMoveError when it is not legal here or the game is over, InvalidMoveError when it names no move;\n"
     "then the state is unchanged."},
    {"undo", undo, METH_NOARGS,
     "undo($self, /)\n--\n\nTakes the last decision back, with the events that it caused. Raises TraceError when there "
     "is none."},
    {"returns", returns, METH_NOARGS,
     "returns($self, /)\n--\n\nnp.int32[num_players]: what each seat won; zeros until over."},
    {"detail", detail, METH_NOARGS,
     "detail($self, /)\n--\n\nWhy this settlement: a dict with the detail keys of the game's page; {} until over."},
    {"view", YEZI_FAST(view),
     "view($self, /, seat=None)\n--\n\nWhat `seat` may know, as a dict (docs/interface.md); None: everything. Raises "
     "ArgumentError."},
    {"events", YEZI_FAST(events),
     "events($self, /, seat=None)\n--\n\nWhat happened so far as `seat` saw it, a list of dicts; None: everything.\n\n"
     "Raises TraceError for a state without history, ArgumentError for a seat out of range."},
    {"observation", YEZI_FAST(observation),
     "observation($self, /, seat)\n--\n\nnp.int8[d]: a function of view(seat) alone; game.observation_layout names its "
     "parts."},
    {"resample", YEZI_FAST(resample),
     "resample($self, /, seat, seed)\n--\n\nA new state that `seat` cannot tell from this one, what it cannot know "
     "redrawn with `seed`.\n\n"
     "It has no deck of its own: to_trace() and events(None) raise TraceError."},
    {"clone", YEZI_FAST(clone),
     "clone($self, /, history=True)\n--\n\nA copy; without its history it is smaller and faster, but has no trace and "
     "no events."},
    {"key", key, METH_NOARGS,
     "key($self, /)\n--\n\nThe position as bytes: equal for equal positions of one game; see yezi.restore."},
    {"perft", perft, METH_O,
     "perft($self, depth, /)\n--\n\nThe number of different courses of `depth` decisions from here (shorter where "
     "games end)."},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
    {Py_tp_new, reinterpret_cast<void*>(no_new)},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {Py_tp_doc, const_cast<char*>("One position of a game, with its history. `yezi.State` adds what needs no speed.")},
    {0, nullptr},
};

PyType_Spec spec = {"yezi._core.State", static_cast<int>(kHead), 1, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

PyTypeObject* state_type(py::handle type) {
  if (!PyType_Check(type.ptr()) || PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type.ptr()), base_type) == 0) {
    throw py::type_error("not a State type: " + shown(type));
  }
  return reinterpret_cast<PyTypeObject*>(type.ptr());
}

py::object deal(py::handle type, py::handle python_game, const Game& game, py::handle deck, std::uint64_t seed,
                std::uint64_t index, std::uint64_t round, int dealer) {
  if (dealer < 0 || dealer >= game.num_players()) {
    raise(ErrorKind::argument,
          "dealer is " + std::to_string(dealer) + "; allowed: 0.." + std::to_string(game.num_players() - 1));
  }
  std::vector<Card> cards;
  if (deck.is_none()) {
    cards = game.shuffled_deck(seed, index, round);
  } else {
    std::vector<std::string> texts;
    const py::object items =
        py::reinterpret_steal<py::object>(PySequence_Fast(deck.ptr(), "a deck is a sequence of cards"));
    if (!items) throw py::error_already_set();
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(items.ptr()); ++i) {
      Tree text;
      const py::handle item = PySequence_Fast_GET_ITEM(items.ptr(), i);
      if (!to_tree(item, text) || text.text() == nullptr) {
        raise(ErrorKind::deck, std::string(game.info().id) + ": card " + std::to_string(i) + " of the deck is " +
                                   shown(item) + "; it must be a string");
      }
      texts.push_back(*text.text());
    }
    check(game.parse_deck(texts, cards));
  }
  StateObject* self = new_state(state_type(type), python_game.ptr(), game, nullptr);
  game.ops().deal(game.rules(), dealer, cards.data(), position(self));
  self->history.dealt = true;
  self->history.deck = std::move(cards);
  self->history.dealer = dealer;
  return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(self));
}

py::object restore(py::handle type, py::handle python_game, const Game& game, const py::bytes& bytes) {
  const auto view = static_cast<std::string_view>(bytes);
  State state;
  check(State::restore(game, {reinterpret_cast<const std::byte*>(view.data()), view.size()}, state));
  return py::reinterpret_steal<py::object>(
      reinterpret_cast<PyObject*>(new_state(state_type(type), python_game.ptr(), game, state.data())));
}

py::tuple next_deal(py::handle state) {
  const State position = read_state(state);
  const NextDeal next = position.game().ops().next_deal(position.game().rules(), position.data());
  return py::make_tuple(next.dealer, to_python(next.changes));
}

}  // namespace

py::object make_state(const State& state, py::handle python_game) {
  const py::object type = py::module_::import("yezi.game").attr("State");
  return py::reinterpret_steal<py::object>(
      reinterpret_cast<PyObject*>(new_state(state_type(type), python_game.ptr(), state.game(), state.data())));
}

State read_state(py::handle object) {
  if (PyObject_TypeCheck(object.ptr(), base_type) == 0) throw py::type_error("a State is needed, not " + shown(object));
  StateObject* self = self_of(object.ptr());
  return State(self->game, position(self));
}

void bind_state(py::module_& module) {
  base_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  if (base_type == nullptr) throw py::error_already_set();
  module.attr("State") = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(base_type));
  module.def("deal", &deal, py::arg("type"), py::arg("python_game"), py::arg("game"), py::arg("deck"), py::arg("seed"),
             py::arg("index"), py::arg("round"), py::arg("dealer"),
             "A new State: a deck (or None: the seed's), dealt.");
  module.def("restore", &restore, py::arg("type"), py::arg("python_game"), py::arg("game"), py::arg("key"),
             "A new State at the position `key`, without history.");
  module.def("next_deal", &next_deal, py::arg("state"),
             "Dealer of the next hand after a finished state, and options that change.");
}

}  // namespace yezi::python
