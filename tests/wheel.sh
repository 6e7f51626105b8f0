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
        ! -path '*/__pycache__/*' \( -path 'replays/golden/*' -o -name '*.py' -o -name '*.toml' -o -name '*.json' -o -name '*.md' -o -name '*.template' -o -name py.typed \)) |
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

# assert_new_package ENV: a new ruleset package is written, typed and tidy.
assert_new_package() {
    local new="$room/new-package" ruff=(--config "$checkout/pyproject.toml")
    mkdir "$new"
    "$1/bin/oathbook" new-ruleset salt_market --to "$new" >/dev/null || fail "new-ruleset failed"
    (cd "$checkout" && .venv/bin/ruff format --quiet --check "${ruff[@]}" "$new" &&
        .venv/bin/ruff check --quiet "${ruff[@]}" --ignore INP001 \
            --config "lint.isort.known-first-party=['salt_market']" \
            --config "lint.isort.known-third-party=['domain', 'replays']" "$new" &&
        MYPYPATH="$new/salt_market:$new/salt_market/tests" .venv/bin/mypy "$new/salt_market" >"$room/mypy") ||
        { cat "$room/mypy" >&2; fail "what new-ruleset writes is not tidy"; }
    echo "wheel: what new-ruleset writes is typed and tidy"
}

# assert_tutorial ENV: what the tutorial says is done in this environment, with a package that new-ruleset writes.
assert_tutorial() {
    mkdir "$room/tutorial"
    PIP_CONSTRAINT="$room/pinned" "$1/bin/python" -m pip install --quiet distributed
    (cd "$checkout" && PIP_CONSTRAINT="$room/pinned" .venv/bin/python -m tests.docs.tutorial "$1" "$room/tutorial") \
        2>"$room/told" || { cat "$room/told" >&2; fail "the tutorial on rulesets cannot be followed beside the wheel"; }
    echo "wheel: the tutorial on rulesets can be followed beside it, and its package is named when it is gone"
}

build
assert_contents
# shellcheck disable=SC2016  # the pattern is for assert_installed to expand, once the environment is there
assert_installed wheel '$env/lib/python3*/site-packages' --no-deps "$wheel"
# what is built makes an environment of its own, and takes what it needs there in the versions that are pinned
sed -nE 's/^([a-z0-9._-]+)(\[[^]]*\])?(==[^ ]+).*/\1\3/p' "$checkout/requirements/dev.txt" >"$room/pinned"
assert_new_package "$room/wheel"
assert_tutorial "$room/wheel"
PIP_CONSTRAINT="$room/pinned" assert_installed checkout "$checkout" --editable "$checkout"
