#!/usr/bin/env bash
# Runs the quick tests under every Python that Oathbook is for, each in an environment of its own;
# one that is not on this machine is skipped by its name. Arguments go to pytest.
set -euo pipefail

checkout=$(cd "$(dirname "$0")/.." && pwd)
cd "$checkout"
versions=${VERSIONS:-3.11 3.12 3.13 3.14}

# pyenv shows several versions at once to those who ask for them.
if command -v pyenv >/dev/null; then
    PYENV_VERSION=$(pyenv versions --bare | sort -rV | paste -sd: -)
    export PYENV_VERSION
fi

failed=()
for version in $versions; do
    python=python$version
    if ! "$python" -c '' 2>/dev/null; then
        echo "pythons: $python: skipped, there is none on this machine"
        continue
    fi
    env=.venv/pythons/$version
    [ -x "$env/bin/python" ] || "$python" -m venv "$env"
    echo "pythons: $python: $("$env/bin/python" --version)"
    if "$env/bin/python" -m pip install --quiet --require-hashes -r requirements/test.txt &&
        "$env/bin/python" -m pip install --quiet --no-deps --no-build-isolation --editable . &&
        "$env/bin/python" -m pytest -m "not slow and not gate" "$@"; then
        echo "pythons: $python: passed"
    else
        failed+=("$python")
    fi
done
[ ${#failed[@]} -eq 0 ] || { echo "pythons: failed under ${failed[*]}" >&2; exit 1; }
