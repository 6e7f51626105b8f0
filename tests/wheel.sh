#!/usr/bin/env bash
# Installs Oathbook as a stranger would, from its wheel and from its checkout, each into an empty environment,
# and asserts that the four packages and the command are what comes out of it.
set -euo pipefail

checkout=$(cd "$(dirname "$0")/.." && pwd)
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

fail() {
    echo "wheel: $*" >&2
    exit 1
}

build() {
    "$checkout/.venv/bin/python" -m build --wheel --no-isolation --outdir "$room/dist" "$checkout" >"$room/build.log" 2>&1 ||
        { cat "$room/build.log" >&2; fail "the wheel could not be built"; }
    wheel=$(echo "$room"/dist/*.whl)
    "$checkout/.venv/bin/python" -m zipfile --list "$wheel" | sed -n '2,$s/ .*//p' | sort >"$room/contents"
}

assert_contents() {
    local tops expected="api domain oathbook-*.dist-info projections replays"
    tops=$(cut -d/ -f1 "$room/contents" | sort -u | sed 's/oathbook-.*\.dist-info/oathbook-*.dist-info/' | xargs)
    [ "$tops" = "$expected" ] || fail "the top level is '$tops' instead of '$expected'"
    (cd "$checkout" && find domain projections replays api -type f \
        ! -path '*/__pycache__/*' \( -path 'replays/golden/*' -o -name '*.py' -o -name '*.toml' -o -name '*.json' -o -name '*.md' -o -name py.typed \)) |
        sort >"$room/expected"
    missing=$(comm -13 "$room/contents" "$room/expected")
    [ -z "$missing" ] || fail "not in the wheel: $missing"
}

# assert_installed NAME FOLDER PIP-ARGUMENTS…: install into an empty environment, then look from another folder.
assert_installed() {
    local name=$1 home=$2 env="$room/$1"
    shift 2
    "${PYTHON:-python3}" -m venv "$env"
    "$env/bin/python" -m pip install --quiet --require-hashes -r "$checkout/requirements/runtime.txt"
    "$env/bin/python" -m pip install --quiet "$@"
    mkdir "$room/elsewhere-$name" && cd "$room/elsewhere-$name"
    "$env/bin/python" - "$(realpath "$(eval echo "$home")")" <<'PY'
import importlib.util
import pathlib
import sys

for name in ("domain", "projections", "replays", "api"):
    found = pathlib.Path(importlib.import_module(name).__file__).resolve()
    assert found == pathlib.Path(sys.argv[1], name, "__init__.py"), f"{name} came from {found}"
    assert found.with_name("py.typed").exists(), f"{name} has lost its py.typed"
assert importlib.util.find_spec("psycopg") is None, "the driver of PostgreSQL came without the extra that brings it"
PY
    "$env/bin/oathbook" --help >/dev/null || fail "$name: oathbook --help failed"
    "$env/bin/oathbook" rulesets >"$room/rulesets" || fail "$name: oathbook rulesets failed"
    [ -s "$room/rulesets" ] || fail "$name: oathbook rulesets printed nothing"
    assert_demo "$env" 2>"$room/demo" || { cat "$room/demo" >&2; fail "$name: oathbook demo failed"; }
    echo "wheel: installed from the $name, the four packages and the command work"
}

# assert_demo ENV: the demo of this environment lists the golden records of the checkout and the game that it opens.
assert_demo() {
    "$1/bin/python" - "$1/bin/oathbook" "$checkout/replays/golden" <<'PY'
import json
import pathlib
import subprocess
import sys
import urllib.request

ask = urllib.request.build_opener(urllib.request.ProxyHandler({})).open
with subprocess.Popen([sys.argv[1], "demo", "--port", "0"], stdout=subprocess.PIPE, text=True) as demo:
    try:
        games = json.load(ask(demo.stdout.readline().strip() + "/v1/games?limit=500", timeout=30))["games"]
    finally:
        demo.terminate()
assert demo.returncode == 0, f"it ended with {demo.returncode}"
golden = len(list(pathlib.Path(sys.argv[2]).rglob("*.jsonl")))
assert len(games) == golden + 1 > 1, (len(games), golden)
PY
}

# assert_package ENV: a ruleset of another package is installed beside the wheel, played, and missed when it is gone.
assert_package() {
    mkdir "$room/package-of-others"
    (cd "$checkout" && .venv/bin/python -m tests.minigame.packaged "$1" "$room/package-of-others") 2>"$room/package" ||
        { cat "$room/package" >&2; fail "a ruleset of another package does not work beside the wheel"; }
    echo "wheel: a ruleset of another package works beside it, and is named when it is gone"
}

build
assert_contents
# shellcheck disable=SC2016  # the pattern is for assert_installed to expand, once the environment is there
assert_installed wheel '$env/lib/python3*/site-packages' --no-deps "$wheel"
assert_package "$room/wheel"
# the build makes an environment of its own, and takes hatchling there in the version that is pinned
sed -n 's/^\(hatchling==[^ ]*\).*/\1/p' "$checkout/requirements/dev.txt" >"$room/pinned"
PIP_CONSTRAINT="$room/pinned" assert_installed checkout "$checkout" --editable "$checkout"
