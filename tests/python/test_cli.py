"""The command line: what each command prints, and what it says about bad arguments."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yezi
from yezi.cli import main

DATA = Path(__file__).resolve().parents[1] / "data"
GAMES = yezi.games()
TRACES = DATA / "dingniu/traces.jsonl"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs a command that must succeed, and gives the lines that it prints."""

    def run(*words: str, code: int = 0) -> list[str]:
        assert main(words) == code
        shown = capsys.readouterr()
        assert shown.err == ""
        return shown.out.splitlines()

    return run


def test_list_names_every_game(run: Any) -> None:
    head, *rows = run("list")
    assert head.split() == ["id", "name", "what", "players", "actions", "presets"]
    assert [row.split()[:2] for row in rows] == [[id, yezi.make(id).name] for id in GAMES]
    assert all(row.endswith(" ".join(yezi.make(id).presets)) for id, row in zip(GAMES, rows, strict=True))


@pytest.mark.parametrize("id", GAMES)
def test_rules_shows_every_option_and_preset(run: Any, id: str) -> None:
    lines = run("rules", id)
    first = [line.split()[0] for line in lines if line]
    game = yezi.make(id)
    assert [word for word in first if word in game.rules] == list(game.rules)
    assert first[-1] == "endings:"
    assert set(game.presets) <= set(first)
    for option in game.options:
        row = next(line for line in lines if line.split()[:1] == [option["name"]])
        assert str(option["default"]) in row
        assert option["allowed"] in row
        assert option["help"] in row


def test_rules_shows_what_is_in_force(run: Any) -> None:
    lines = run("rules", "dingniu", "--preset", "bao_any", "--option", "ends=1")
    rows = {line.split()[0]: line.split() for line in lines if line}
    assert rows["option"][:4] == ["option", "type", "default", "value"]
    assert rows["ends"][1:4] == ["int", "2", "1"]
    assert rows["bao"][1:4] == ["str", "dazhuang", "any"]
    assert rows["dead"][1:4] == ["str", "others", "others"]


def test_rules_as_markdown(run: Any) -> None:
    lines = run("rules", "dingniu", "--markdown")
    assert (
        lines[2]
        == "| `ends` | int | `2` | an integer in 1..2 | open ends of the chain: both, or one named by the dealer |"
    )
    assert lines[-1].startswith("| `bao_any` | `bao = any, tie_losers = far` | ")


@pytest.mark.parametrize("id", GAMES)
def test_deal_shows_the_hands(run: Any, id: str) -> None:
    lines = run("deal", id, "--seed", "5", "--index", "3", "--dealer", "1")
    assert lines[0] == "seed 5, index 3"
    assert "\n".join(lines[1:]) == str(yezi.make(id).deal(seed=5, index=3, dealer=1))


def test_deal_hides_what_a_seat_cannot_know(run: Any) -> None:
    hands = [" ".join(seat["hand"]) for seat in yezi.make("dingniu").deal(seed=5).view()["seats"]]
    text = "\n".join(run("deal", "dingniu", "--seed", "5", "--seat", "2"))
    assert [hand in text for hand in hands] == [False, False, True, False]


def test_deal_takes_options(run: Any) -> None:
    given = yezi.make("dingniu", preset="bao_any", ends=1).deal(seed=5)
    lines = run("deal", "dingniu", "--seed", "5", "--preset", "bao_any", "--option", "ends=1")
    assert "\n".join(lines[1:]) == str(given)


@pytest.mark.parametrize("id", GAMES)
def test_simulate_adds_up(run: Any, id: str) -> None:
    game = yezi.make(id)
    expected = game.simulate(700, seed=9, first=5, dealer="rotate")
    lines = run("simulate", id, "--games", "700", "--seed", "9", "--first", "5", "--dealer", "rotate", "--threads", "2")
    assert lines[0].startswith(f"{game!r}: 700 random games, ")
    assert lines[1] == "seed 9, first 5, dealer rotate, threads 2"
    assert lines[3].endswith(" games/s")
    assert lines[4].endswith(f" decisions/s, {expected.lengths.sum() / 700:.1f} a game")
    rows = [line.split() for line in lines[7:]]
    for number, name in enumerate(game.endings):
        n = int((expected.endings == number).sum())
        assert rows[number] == [name, f"{n:,}", f"{n / 700:.2%}"]
    for seat in range(game.num_players):
        won = expected.returns[:, seat].astype(float)
        numbers = [float(word) for word in rows[len(game.endings) + 2 + seat]]
        assert numbers == pytest.approx([seat, won.mean(), won.std(), won.min(), won.max()], abs=6e-4)


def test_simulate_names_the_seed_it_drew(run: Any) -> None:
    first = run("simulate", "dingniu", "--games", "50")
    seed = first[1].split(",")[0].removeprefix("seed ")
    again = run("simulate", "dingniu", "--games", "50", "--seed", seed)
    assert first[1] == again[1]
    assert first[5:] == again[5:]


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("backend", ["core", "reference"])
def test_replay_verifies(run: Any, id: str, backend: str, tmp_path: Path) -> None:
    traces = (DATA / id / "traces.jsonl").read_text(encoding="utf-8").splitlines()[:5]
    file = tmp_path / "traces.jsonl"
    file.write_text("\n\n".join(traces), encoding="utf-8")
    assert run("replay", str(file), "--backend", backend) == ["5 of 5 traces replay as recorded"]


def test_replay_names_what_fails(run: Any, tmp_path: Path) -> None:
    good, bad = TRACES.read_text(encoding="utf-8").splitlines()[:2]
    changed = json.loads(bad)
    changed["returns"][0] += 1
    file = tmp_path / "traces.jsonl"
    file.write_bytes(b"\n".join([good.encode(), json.dumps(changed).encode(), b"", b"{", b"\xff"]))
    lines = run("replay", str(file), code=1)
    assert [line.split(":")[0] for line in lines[:-1]] == ["line 2", "line 4", "line 5"]
    assert "returns" in lines[0]
    assert lines[-1] == "1 of 4 traces replay as recorded"
    assert "returns" in run("replay", str(file), "--show", "2", code=1)[0]


@pytest.mark.parametrize("id", GAMES)
def test_replay_shows_a_trace(run: Any, id: str) -> None:
    trace = json.loads((DATA / id / "traces.jsonl").read_text(encoding="utf-8").splitlines()[0])
    text = "\n".join(run("replay", str(DATA / id / "traces.jsonl"), "--show", "1"))
    steps = [line for line in text.splitlines() if line[:1].isdigit()]
    assert len(steps) == len(trace["steps"])
    for number, (step, line) in enumerate(zip(trace["steps"], steps, strict=True), 1):
        assert line.startswith(f"{number}. seat {step['player']}: {step['move']}   (of ")
    final = yezi.replay(trace)
    assert text.endswith(str(final))
    assert sum(line.startswith("      ") for line in text.splitlines()) >= len(final.events())


@pytest.mark.parametrize("path", sorted(DATA.glob("*/cases.jsonl")), ids=lambda path: path.parent.name)
def test_analyse_prints_json(run: Any, path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines()[:10]:
        case = json.loads(line)
        if case["game"] not in GAMES:
            pytest.skip("not in this build")
        query = [
            f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in case["query"].items()
        ]
        options = [f"--option={name}={json.dumps(value)}" for name, value in case["rules"].items() if name != "preset"]
        preset = ["--preset", case["rules"]["preset"]] if "preset" in case["rules"] else []
        shown = run("analyse", case["game"], *preset, *options, case["kind"], *query)
        assert json.loads("\n".join(shown)) == case["expect"]


def test_analyse_reads_values(run: Any) -> None:
    query = ["points=[7, 2, 11, 14]", "dealer=0", "end=suanzhang", "closer=1"]
    shown = run("analyse", "dingniu", "settle", *query)
    assert json.loads("\n".join(shown))["returns"] == [-2, 12, -4, -6]
    assert run("analyse", "dingniu", "settle", *query[:2], "--preset", "default", *query[2:]) == shown


def test_analyse_lists_its_kinds(run: Any) -> None:
    text = "\n".join(run("analyse", "dingniu"))
    for kind, parameters in yezi.make("dingniu").analyses.items():
        assert kind in text
        assert all(name in text and meaning in text for name, meaning in parameters.items())


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ([], "COMMAND"),
        (["bogus"], "'bogus'"),
        (["list", "more"], "more"),
        (["rules"], "ID"),
        (["rules", "bogus"], "'bogus'"),
        (["rules", "dingniu", "--bogus"], "--bogus"),
        (["rules", "dingniu", "--preset", "bogus"], "'bogus'"),
        (["rules", "dingniu", "--option", "ends"], "'ends'"),
        (["rules", "dingniu", "--option", "ends=3"], "1..2"),
        (["rules", "dingniu", "--option", "ends=1", "--option", "ends=2"], "twice"),
        (["rules", "dingniu", "--option", "backend=reference"], "'backend'"),
        (["deal", "dingniu", "--seed", "x"], "'x'"),
        (["deal", "dingniu", "--seed", "-1"], "'-1'"),
        (["deal", "dingniu", "--seed", str(2**64)], str(2**64)),
        (["deal", "dingniu", "--dealer", "4"], "0..3"),
        (["deal", "dingniu", "--seat", "4"], "0..3"),
        (["simulate", "dingniu", "--games", "0"], "'0'"),
        (["simulate", "dingniu", "--games"], "--games"),
        (["simulate", "dingniu", "--dealer", "nobody"], "rotate"),
        (["simulate", "dingniu", "--dealer", "4"], "0..3"),
        (["simulate", "dingniu", "--threads", "0"], "1..256"),
        (["simulate", "dingniu", "--first", str(2**64 - 1), "--games", "2"], "first"),
        (["replay", "no such file"], "no such file"),
        (["replay", os.devnull], "no trace"),
        (["replay", str(TRACES), "--show", "99"], "line 99"),
        (["replay", str(TRACES), "--backend", "bogus"], "'bogus'"),
        (["analyse", "dingniu", "bogus"], "'bogus'"),
        (["analyse", "dingniu", "settle"], "'points'"),
        (["analyse", "dingniu", "settle", "points"], "name=value"),
        (["analyse", "dingniu", "settle", "points=[1, 2, 3, 4]", "dealer=0", "end=exhausted", "kind=3"], "'kind'"),
        (["analyse", "dingniu", "settle", "dealer=1", "dealer=2"], "twice"),
        (["analyse", "dingniu", "settle", "points=[1, 2]", "dealer=0", "end=sizha"], "[1,2]"),
    ],
)
def test_bad_arguments(capsys: pytest.CaptureFixture[str], words: list[str], part: str) -> None:
    assert main(words) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("yezi: ")
    assert shown.err.count("\n") == 1
    assert part in shown.err


# As a process


def yezi_process(*words: str, **options: Any) -> subprocess.Popen[bytes]:
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-m", "yezi", *words], **{**pipes, **options})


@pytest.mark.parametrize(
    ("flag", "expected"),
    [
        ("--version", f"yezi {yezi.__version__}"),
        ("--include-dir", yezi.get_include()),
        ("--cmake-dir", yezi.get_cmake_dir()),
    ],
)
def test_flags_of_the_top_command(flag: str, expected: str) -> None:
    out, err = (process := yezi_process(flag)).communicate()
    assert (process.returncode, out.decode().strip(), err) == (0, expected, b"")


def test_help_names_every_command() -> None:
    out, _ = yezi_process("--help").communicate()
    assert all(command in out.decode() for command in ("list", "rules", "deal", "simulate", "replay", "analyse"))


def test_a_traceback_is_never_shown() -> None:
    out, err = (process := yezi_process("deal", "bogus")).communicate()
    assert (process.returncode, out) == (2, b"")
    assert err.decode().startswith("yezi: unknown game 'bogus'")
    assert err.count(b"\n") == 1


def test_replay_reads_standard_input() -> None:
    with TRACES.open("rb") as file:
        out, err = (process := yezi_process("replay", "-", stdin=file)).communicate()
    assert (process.returncode, err) == (0, b"")
    n = len(TRACES.read_text(encoding="utf-8").splitlines())
    assert out.decode() == f"{n} of {n} traces replay as recorded\n"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and pipes")
def test_a_closed_pipe_is_no_error() -> None:
    with yezi_process("rules", "dingniu") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and pipes")
def test_interrupt_ends_quietly() -> None:
    import pty

    master, slave = pty.openpty()

    def heed() -> None:  # whatever started the tests may ignore the signal
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    with yezi_process("simulate", "dingniu", "--games", str(10**12), stderr=slave, preexec_fn=heed) as process:
        try:
            os.close(slave)
            os.read(master, 1)  # the progress bar: it is at work
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in os.read(master, 100_000)
    os.close(master)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_progress_is_shown_on_a_terminal_only() -> None:
    import pty

    master, slave = pty.openpty()
    process = yezi_process("simulate", "dingniu", "--games", "2000", stderr=slave)
    out, _ = process.communicate()
    os.close(slave)
    bar = os.read(master, 10_000).decode()
    os.close(master)
    assert process.returncode == 0
    assert b"#" not in out
    assert "[" in bar
    assert "of 2,000" in bar
    assert bar.endswith("\r")
    assert yezi_process("simulate", "dingniu", "--games", "2000").communicate()[1] == b""


def test_output_without_chinese_characters() -> None:
    out, err = yezi_process("list", env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}).communicate()
    assert err == b""
    assert out.decode("ascii").splitlines()[1].split()[:2] == [GAMES[0], "??"]
