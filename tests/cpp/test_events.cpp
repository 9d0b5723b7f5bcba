#include <doctest.h>

#include <vector>

#include <yezi/core/events.hpp>
#include <yezi/core/sink.hpp>

using yezi::Event;
using yezi::EventRecorder;
using yezi::kEverything;
using yezi::kSpectator;
using yezi::seat_bit;

namespace {

/// A deal whose cards seat 1 knows, a show, and an answer that seats 0 and 2 know of.
template <class Events>
int tell(Events& events) {
  int filled = 0;
  events.emit("deal", 1, [&](Event& e) {
    ++filled;
    e.show("count", 2).tell(seat_bit(1), "hand", "66 65");
  });
  events.emit("show", -1, [&](Event& e) {
    ++filled;
    e.show("tile", "11");
  });
  events.emit("pass", 2, [&](Event& e) {
    ++filled;
    e.only(seat_bit(0) | seat_bit(2));
  });
  return filled;
}

std::string seen_by(int viewer) {
  EventRecorder recorder(viewer);
  tell(recorder);
  return to_json(recorder.take());
}

}  // namespace

TEST_SUITE("events") {
  TEST_CASE("who sees what") {
    const std::string open = R"({"kind":"deal","seat":1,"count":2})";
    const std::string known = R"({"kind":"deal","seat":1,"count":2,"hand":"66 65"})";
    const std::string show = R"({"kind":"show","seat":-1,"tile":"11"})";
    const std::string pass = R"({"kind":"pass","seat":2})";
    CHECK(seen_by(kEverything) == "[" + known + "," + show + "," + pass + "]");
    CHECK(seen_by(kSpectator) == "[" + open + "," + show + "]");
    CHECK(seen_by(0) == "[" + open + "," + show + "," + pass + "]");
    CHECK(seen_by(1) == "[" + known + "," + show + "]");
    CHECK(seen_by(2) == "[" + open + "," + show + "," + pass + "]");
    CHECK(seen_by(3) == "[" + open + "," + show + "]");
  }

  TEST_CASE("events that nobody asks for are not made") {
    yezi::NullEvents none;
    CHECK(tell(none) == 0);
  }

  TEST_CASE("sinks") {
    const auto generate = [](auto&& sink) {
      for (const yezi::Action action : {3, 5, 9}) sink(action);
    };
    yezi::Action written[3] = {};
    generate(yezi::WriteSink{written});
    CHECK(written[0] == 3);
    CHECK(written[2] == 9);
    std::vector<yezi::Action> list{1};
    generate(yezi::AppendSink<std::vector<yezi::Action>>{list});
    CHECK(list == std::vector<yezi::Action>{1, 3, 5, 9});
    yezi::CountSink count;
    generate(count);
    CHECK(count.count == 3);
    yezi::NthSink second{1}, fourth{3};
    generate(second);
    generate(fourth);
    CHECK(second.found == 5);
    CHECK(fourth.found == -1);
    yezi::FindSink there{9}, missing{4};
    generate(there);
    generate(missing);
    CHECK(there.found);
    CHECK(!missing.found);
  }
}
