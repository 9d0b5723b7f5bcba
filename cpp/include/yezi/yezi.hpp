/// yezi: traditional Chinese card and tile games. Everything an embedder needs.
///
///   yezi::Game game;
///   yezi::Status status = yezi::Game::make("paohuzi", yezi::Tree::map().set("preset", "loudi"), game);
///   yezi::State state = game.deal(/*seed=*/7);
///   while (!state.is_over()) status = state.apply_index(0);
///   std::string why = yezi::to_json(state.detail());
#pragma once

#include <yezi/core/batch.hpp>
#include <yezi/core/engine.hpp>
#include <yezi/core/registry.hpp>
#include <yezi/version.hpp>
