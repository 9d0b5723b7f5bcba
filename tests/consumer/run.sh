#!/usr/bin/env bash
# Builds and runs the consumer in every way in which yezi can be embedded.
#   tests/consumer/run.sh BUILD PYTHON
# BUILD: a built tree of the project. PYTHON: an interpreter in whose environment yezi is installed.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
build=$(cd "$1" && pwd)
python=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t games < <(sed -n 's/^YEZI_GAME(\(.*\))$/\1/p' "$tree/cpp/src/games.def")
one=${games[0]}

consume() {  # NAME EXPECTED_GAMES [CMAKE OPTION …]
  local name=$1 expected=$2
  shift 2
  printf '%s\n' "-- consumer: $name"
  cmake -S "$here" -B "$work/$name" "$@" > "$work/$name.log" || { cat "$work/$name.log"; return 1; }
  cmake --build "$work/$name" -j2 > "$work/$name.log" 2>&1 || { cat "$work/$name.log"; return 1; }
  # shellcheck disable=SC2086
  "$work/$name/consumer" $expected
}

printf '%s\n' "-- an install tree, moved after it was made"
cmake --install "$build" --prefix "$work/made" > /dev/null
mv "$work/made" "$work/moved"
consume installed "${games[*]}" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_PREFIX_PATH=$work/moved"

if command -v pkg-config > /dev/null; then
  printf '%s\n' "-- consumer: pkg-config"
  pc=$(dirname "$(find "$work/moved" -name yezi.pc)")
  read -ra flags < <(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs yezi)
  ${CXX:-c++} -std=c++20 "$here/main.cpp" "${flags[@]}" -o "$work/by_pkg_config"
  "$work/by_pkg_config" "${games[@]}"
fi

# The wheel carries sources: Debug, because it is the quickest to compile.
root=$("$python" -m yezi --cmake-dir)
consume wheel "${games[*]}" -DCMAKE_BUILD_TYPE=Debug "-Dyezi_ROOT=$root"
package=$("$python" -c 'import os, yezi; print(os.path.dirname(yezi.__file__))')
consume wheel_root "$one" -DCMAKE_BUILD_TYPE=Debug "-Dyezi_ROOT=$package" "-DYEZI_GAMES=$one"
include=$("$python" -c 'import yezi; print(yezi.get_include())')
echo '#include <yezi/yezi.hpp>' | ${CXX:-c++} -std=c++20 -fsyntax-only -Wall -Wextra -Werror "-I$include" -x c++ -

consume subproject "$one" -DCMAKE_BUILD_TYPE=Debug "-DYEZI_TREE=$tree" "-DYEZI_GAMES=$one"

# The example is a project of its own, too.
cmake -S "$tree/examples" -B "$work/examples" "-DCMAKE_PREFIX_PATH=$work/moved" > /dev/null
cmake --build "$work/examples" > /dev/null
"$work/examples/yezi_embed"

if cmake -S "$here" -B "$work/bad" "-Dyezi_ROOT=$root" -DYEZI_GAMES=no_such_game > "$work/bad.log" 2>&1 ||
    ! grep -q "there is no game 'no_such_game'" "$work/bad.log"; then
  cat "$work/bad.log"
  echo "an unknown game in YEZI_GAMES must be refused by name"
  exit 1
fi
