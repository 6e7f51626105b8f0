#!/usr/bin/env bash
# Installs Oathbook as a stranger would, from its wheel and from its checkout, each into an empty environment,
# and asserts that one package and the command are what comes out of it, and that it leaves other projects alone.
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
    local tops expected="oathbook oathbook-*.dist-info"
    tops=$(cut -d/ -f1 "$room/contents" | sort -u | sed 's/oathbook-.*\.dist-info/oathbook-*.dist-info/' | xargs)
    [ "$tops" = "$expected" ] || fail "the top level is '$tops' instead of '$expected'"
    (cd "$checkout" && git ls-files --cached --others --exclude-standard domain projections replays api) |
        grep -vE '^replays/(frozen/|golden/.*\.toml$)' | sed 's,^,oathbook/,' | sort >"$room/expected"
    missing=$(comm -3 <(grep -vE '^oathbook/[^/]*$|\.dist-info/' "$room/contents") "$room/expected")
    [ -z "$missing" ] || fail "in the wheel or in the checkout alone: $missing"
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

for name in ("oathbook", "oathbook.domain", "oathbook.projections", "oathbook.replays", "oathbook.api"):
    found = pathlib.Path(importlib.import_module(name).__file__)
    assert found == pathlib.Path(sys.argv[1], *name.split("."), "__init__.py"), f"{name} came from {found}"
    assert found.with_name("py.typed").exists(), f"{name} has lost its py.typed"
assert importlib.util.find_spec("psycopg") is None, "the driver of PostgreSQL came without the extra that brings it"
PY
    "$env/bin/oathbook" --help >/dev/null || fail "$name: oathbook --help failed"
    "$env/bin/oathbook" rulesets >"$room/rulesets" || fail "$name: oathbook rulesets failed"
    [ -s "$room/rulesets" ] || fail "$name: oathbook rulesets printed nothing"
    assert_demo "$env" 2>"$room/demo" || { cat "$room/demo" >&2; fail "$name: oathbook demo failed"; }
    echo "wheel: installed from the $name, the package and the command work"
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

# assert_alone ENV: beside a project and a distribution with folders of the same names as ours, each works as if it were alone.
assert_alone() {
    local env=$1 other="$room/other" pytest
    "$env/bin/python" -c 'import oathbook.domain'
    for name in domain projections replays api; do
        ! "$env/bin/python" -c "import $name" 2>/dev/null || fail "the wheel has a second name, $name"
    done
    PIP_CONSTRAINT="$room/pinned" "$env/bin/python" -m pip install --quiet pytest
    mkdir -p "$other"/{api,domain,tests} && cd "$other"
    touch {api,domain}/__init__.py
    printf 'PRICE = 3\n' >domain/prices.py
    printf 'from domain.prices import PRICE\n\n\ndef test_price() -> None:\n    assert PRICE == 3\n' >tests/test_prices.py
    printf '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n\n[project]\nname = "other"\nversion = "1"\n\n[tool.hatch.build.targets.wheel]\npackages = ["api", "domain"]\n\n[tool.pytest.ini_options]\npythonpath = ["."]\n' >pyproject.toml
    for pytest in pytest "python -m pytest"; do
        # shellcheck disable=SC2086  # two words are two words
        "$env/bin/"$pytest -q -p no:cacheprovider >"$room/beside" 2>&1 || { cat "$room/beside" >&2; fail "$pytest fails in a project beside us"; }
    done
    PYTHONPATH=. "$env/bin/oathbook" --version >/dev/null || fail "oathbook --version fails in a project with its own api/"
    (cd "$room" && find "$env" -path '*/oathbook*' -type f ! -name '*.pyc' -exec sha256sum {} + | sort >before)
    "$checkout/.venv/bin/python" -m build --wheel --no-isolation --outdir "$room/other-dist" "$other" >"$room/build.log" 2>&1
    "$env/bin/python" -m pip install --quiet --no-deps "$room"/other-dist/*.whl
    "$env/bin/python" -c 'import domain.prices, oathbook.domain.errors'
    "$env/bin/python" -m pip uninstall --quiet --yes other
    (cd "$room" && find "$env" -path '*/oathbook*' -type f ! -name '*.pyc' -exec sha256sum {} + | sort >after)
    cmp "$room/before" "$room/after" || fail "another distribution with api/ and domain/ changed files of ours"
    echo "wheel: a project and a distribution with the same folders as ours work beside it"
}

# assert_new_package ENV: a new ruleset package is written, typed and tidy.
assert_new_package() {
    local new="$room/new-package" ruff=(--config "$checkout/pyproject.toml")
    mkdir "$new"
    "$1/bin/oathbook" new-ruleset salt_market --to "$new" >/dev/null || fail "new-ruleset failed"
    (cd "$checkout" && .venv/bin/ruff format --quiet --check "${ruff[@]}" "$new" &&
        .venv/bin/ruff check --quiet "${ruff[@]}" --ignore INP001 \
            --config "lint.isort.known-first-party=['salt_market']" \
            --config "lint.isort.known-third-party=['oathbook']" "$new" &&
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
assert_alone "$room/wheel"
assert_new_package "$room/wheel"
assert_tutorial "$room/wheel"
PIP_CONSTRAINT="$room/pinned" assert_installed checkout "$checkout" --editable "$checkout"
