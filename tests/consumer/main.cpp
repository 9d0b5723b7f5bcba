// consumer [GAME …]: plays batches of every game of the build; the games must be the ones named, where any are.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <yezi/yezi.hpp>

namespace {

int failed(const std::string& message) {
  std::cerr << message << '\n';
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> ids;
  for (const yezi::Ops* ops : yezi::games()) ids.emplace_back(ops->info->id);
  if (argc > 1 && ids != std::vector<std::string>(argv + 1, argv + argc)) return failed("other games than expected");

  for (const std::string& id : ids) {
    yezi::Game game;
    if (const yezi::Status status = yezi::Game::make(id, {}, game); !status.ok()) return failed(status.message);
    yezi::BatchOptions options;
    options.threads = 2;
    std::unique_ptr<yezi::Batch> batch;
    if (const yezi::Status status = yezi::Batch::make(game, 1000, options, batch); !status.ok())
      return failed(status.message);
    batch->play_random();
    for (std::size_t i = 0; i < batch->size(); ++i) {
      if (batch->over()[i] == 0) return failed(id + ": a game is not over");
    }
    const yezi::State state = batch->state(0);
    std::cout << id << ' ' << state.ending() << ' ' << yezi::to_json(state.detail()) << '\n';
  }
  return 0;
}
