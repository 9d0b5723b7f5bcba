#include <yezi/core/batch.hpp>

#include <algorithm>
#include <cstring>

namespace yezi {

namespace {

/// Rows a chunk: the least that is worth waking a thread for. Results do not depend on it.
constexpr std::size_t kGrain = 256;
constexpr int kMaxThreads = 256;

Status check_run(const Game& game, std::size_t n, std::size_t most, const BatchOptions& options) {
  const auto bad = [](std::string message) { return Status::error(ErrorKind::argument, std::move(message)); };
  const int players = game.num_players();
  if (n > most) {
    return bad("n is " + std::to_string(n) + "; allowed: 0.." + std::to_string(most));
  }
  if (options.threads < 1 || options.threads > kMaxThreads) {
    return bad("threads is " + std::to_string(options.threads) + "; allowed: 1.." + std::to_string(kMaxThreads));
  }
  if (n > 0 && options.first + (n - 1) < options.first) {
    return bad("first is " + std::to_string(options.first) + "; the last index would exceed 2**64 - 1");
  }
  const std::string seats = "; allowed: 0.." + std::to_string(players - 1);
  if (options.dealer.kind == DealerRule::Kind::fixed && (options.dealer.seat < 0 || options.dealer.seat >= players)) {
    return bad("dealer is " + std::to_string(options.dealer.seat) + seats);
  }
  if (options.dealer.kind == DealerRule::Kind::listed) {
    for (std::size_t i = 0; i < n; ++i) {
      if (options.dealer.seats[i] < 0 || options.dealer.seats[i] >= players) {
        return bad("dealer of row " + std::to_string(i) + " is " + std::to_string(options.dealer.seats[i]) + seats);
      }
    }
  }
  return {};
}

/// Keeps a copy of listed dealers and points the rule at it.
void own_dealers(std::size_t n, BatchOptions& options, std::vector<std::int8_t>& dealers) {
  if (options.dealer.kind != DealerRule::Kind::listed) return;
  dealers.assign(options.dealer.seats, options.dealer.seats + n);
  options.dealer.seats = dealers.data();
}

std::size_t observation_width(const Game& game) {
  std::size_t width = 0;
  for (const Part& part : game.ops().observation_layout(game.rules())) width += static_cast<std::size_t>(part.size);
  return width;
}

}  // namespace

Status Batch::make(const Game& game, std::size_t n, const BatchOptions& options, std::unique_ptr<Batch>& out) {
  if (Status status = check_run(game, n, kMaxRows, options); !status.ok()) return status;
  out.reset(new Batch(game, n, options));
  return {};
}

Batch::Batch(const Game& game, std::size_t n, const BatchOptions& options)
    : game_(game),
      n_(n),
      width_(observation_width(game)),
      options_(options),
      states_(new std::byte[n * game.ops().state_size]()),
      player_(n),
      over_(n),
      returns_(n * static_cast<std::size_t>(game.num_players())),
      round_(n),
      rng_(n),
      pool_(options.threads),
      scratch_(Pool::chunks(n, kGrain)),
      codes_(n),
      bad_(Pool::chunks(n, kGrain)) {
  own_dealers(n, options_, dealers_);
  const BatchColumns batch = columns();
  pool_.run(n_, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    game_.ops().deal_rows(game_.rules(), batch, begin, end);
  });
}

BatchColumns Batch::columns() noexcept {
  return {states_.get(), player_.data(),      over_.data(),  returns_.data(), round_.data(),
          rng_.data(),   game_.num_players(), options_.seed, options_.first,  options_.dealer};
}

Status Batch::step(std::span<const Action> codes) { return play(codes, false); }
Status Batch::step_index(std::span<const Action> indices) { return play(indices, true); }

Status Batch::play(std::span<const Action> input, bool by_index) {
  if (input.size() != n_) {
    return Status::error(ErrorKind::argument,
                         "there are " + std::to_string(input.size()) + " actions for " + std::to_string(n_) + " games");
  }
  const BatchColumns batch = columns();
  const Ops& ops = game_.ops();
  pool_.run(n_, kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    bad_[chunk] = end;
    if (!legal_) {
      bad_[chunk] = ops.check_rows(game_.rules(), batch, input.data(), by_index, codes_.data(), begin, end);
      return;
    }
    for (std::size_t i = begin; i < end; ++i) {  // the lists are at hand: look the move up
      if (over_[i] != 0) continue;
      const Action* list = legal_->actions.data() + legal_->offsets[i];
      const std::int64_t count = legal_->offsets[i + 1] - legal_->offsets[i];
      if (by_index ? input[i] < 0 || input[i] >= count : !std::binary_search(list, list + count, input[i])) {
        bad_[chunk] = i;
        return;
      }
      codes_[i] = by_index ? list[input[i]] : input[i];
    }
  });
  for (std::size_t chunk = 0; chunk < bad_.size(); ++chunk) {
    const std::size_t i = bad_[chunk];
    if (i >= std::min(n_, (chunk + 1) * kGrain)) continue;
    const std::string row = "row " + std::to_string(i) + ": ";
    const void* position = states_.get() + i * ops.state_size;
    if (by_index) {
      return Status::error(ErrorKind::illegal_move, row + "index " + std::to_string(input[i]) + " of " +
                                                        std::to_string(ops.count(game_.rules(), position)) +
                                                        " legal moves; nothing was stepped");
    }
    std::string text;
    if (Status status = game_.format(input[i], text); !status.ok()) {
      status.message = row + status.message + "; nothing was stepped";
      return status;
    }
    return Status::error(ErrorKind::illegal_move,
                         row + illegal_message(game_, position, input[i]) + "; nothing was stepped");
  }
  legal_.reset();
  pool_.run(n_, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    ops.step_rows(game_.rules(), batch, codes_.data(), options_.autoreset, begin, end);
  });
  return {};
}

void Batch::play_random(std::int64_t max_steps) {
  legal_.reset();
  const BatchColumns batch = columns();
  pool_.run(n_, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    game_.ops().play_rows(game_.rules(), batch, max_steps, begin, end);
  });
}

std::shared_ptr<const LegalRows> Batch::legal() {
  if (legal_) return legal_;
  auto rows = std::make_shared<LegalRows>();
  rows->offsets.resize(n_ + 1);
  const BatchColumns batch = columns();
  pool_.run(n_, kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    scratch_[chunk].clear();
    game_.ops().legal_rows(game_.rules(), batch, scratch_[chunk], rows->offsets.data() + 1, begin, end);
  });
  for (std::size_t i = 0; i < n_; ++i) rows->offsets[i + 1] += rows->offsets[i];
  rows->actions.resize(static_cast<std::size_t>(rows->offsets[n_]));
  pool_.run(n_, kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t) {
    std::copy(scratch_[chunk].begin(), scratch_[chunk].end(), rows->actions.begin() + rows->offsets[begin]);
  });
  return legal_ = std::move(rows);
}

void Batch::mask(std::int8_t* out) {
  const auto width = static_cast<std::size_t>(game_.num_actions());
  const std::shared_ptr<const LegalRows> now = legal();
  const bool fresh = mask_ != out;
  const auto fill = [&](const LegalRows& rows, std::size_t i, std::int8_t value) {
    for (auto k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
      out[i * width + static_cast<std::size_t>(rows.actions[static_cast<std::size_t>(k)])] = value;
    }
  };
  pool_.run(n_, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    if (fresh) std::memset(out + begin * width, 0, (end - begin) * width);
    for (std::size_t i = begin; i < end; ++i) {
      if (!fresh) fill(*masked_, i, 0);
      fill(*now, i, 1);
    }
  });
  mask_ = out;
  masked_ = now;
}

void Batch::observe(std::int8_t* out) {
  const BatchColumns batch = columns();
  pool_.run(n_, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    game_.ops().observe_rows(game_.rules(), batch, out, width_, begin, end);
  });
}

State Batch::state(std::size_t i) const { return State(game_, states_.get() + i * game_.ops().state_size); }

Status Batch::set(std::size_t i, const State& state) {
  if (i >= n_ || !(state.game() == game_)) {
    return Status::error(ErrorKind::argument, i >= n_ ? "row " + std::to_string(i) + " of " + std::to_string(n_)
                                                      : std::string("the state is of another game or other options"));
  }
  std::memcpy(states_.get() + i * game_.ops().state_size, state.data(), state.size());
  legal_.reset();
  game_.ops().refresh_rows(game_.rules(), columns(), i, i + 1);
  return {};
}

Status Simulation::make(const Game& game, const BatchOptions& options, std::size_t n,
                        std::unique_ptr<Simulation>& out) {
  if (Status status = check_run(game, n, kMaxGames, options); !status.ok()) return status;
  out.reset(new Simulation(game, options, n));
  return {};
}

Simulation::Simulation(const Game& game, const BatchOptions& options, std::size_t n)
    : game_(game), options_(options), pool_(options.threads) {
  own_dealers(n, options_, dealers_);
}

void Simulation::run(const SimulationColumns& out, std::size_t begin, std::size_t end) {
  pool_.run(end - begin, kGrain, [&](std::size_t, std::size_t from, std::size_t to) {
    game_.ops().simulate(game_.rules(), options_.seed, options_.first, options_.dealer, out, begin + from, begin + to);
  });
}

}  // namespace yezi
