# The project's commands. Most people need only `make play` and `make test`; both work on a fresh clone.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PIP := $(BIN)/pip --disable-pip-version-check -qq

# Tests of the rules themselves run at both speeds.
ENGINE := src/birdtable/games tests/test_engine.py tests/test_kuhn.py
WEB := $(wildcard web/package.json)

# Two processes more than there are cores, since tests of servers wait as much as they compute; one file per process at a
# time, in the order set by conftest.py. Browser tests run afterwards, with one process more than there are cores.
PROCESSES := $(shell $(PYTHON) -c 'import os; print(min(len(os.sched_getaffinity(0)), 3) + 2)' 2> /dev/null || echo 4)
SPREAD := -n $(PROCESSES) --dist loadfile --no-loadscope-reorder
BROWSERS := tests/browser
BROWSER_PROCESSES := $(shell expr $(PROCESSES) - 1)

# What runs on every system: no browser, database server or terminal is needed.
CORE_TOOLS := asyncpg httpx hypothesis playwright pytest pytest-asyncio pytest-timeout pytest-xdist textual websockets
CORE := $(ENGINE) tests/bots tests/chair tests/companion tests/puzzles \
  tests/test_kept.py tests/test_portable.py tests/test_records.py tests/test_rulebook.py tests/test_texts.py

.PHONY: docs play test test-core test-long check format build bench faults release wheels changelog venv system lock clean

play: build
	$(BIN)/birdtable $(ARGS)

test: venv system build check
	$(BIN)/python hatch_build.py tab
	$(BIN)/pytest $(SPREAD) --ignore $(BROWSERS)
	$(BIN)/pytest -n $(BROWSER_PROCESSES) --dist worksteal $(BROWSERS)
	BIRDTABLE_PURE=1 $(BIN)/pytest $(SPREAD) $(ENGINE)
ifneq ($(WEB),)
	$(BIN)/python hatch_build.py npm run --if-present test
endif

test-core: build
	$(PIP) install -c constraints.txt $(CORE_TOOLS)
	$(BIN)/pytest $(SPREAD) $(CORE)

test-long: venv system build
	$(PIP) install -c constraints.txt --no-build-isolation -e '.[train]'
	$(BIN)/pytest -m long --timeout 7200
	BIRDTABLE_PURE=1 $(BIN)/pytest -m long --timeout 7200 $(ENGINE)

check: venv build
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	PYTHONPATH=tests $(BIN)/lint-imports
ifneq ($(WEB),)
	$(BIN)/python hatch_build.py npm run --if-present check
endif

format: venv
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# Compiles changed rules, the catalogues and the page, in place.
build: $(VENV)/.playable
	$(BIN)/python hatch_build.py

bench: venv build
	$(PIP) install -c constraints.txt --no-build-isolation -e '.[bench]'
	$(BIN)/birdtable bench $(ARGS)

# The documentation as a site, with the table to play in it: build/docs/site.
docs: venv build
	$(BIN)/python hatch_build.py tab
	PYTHONPATH=tools $(BIN)/python tools/make_docs.py

faults: venv system build
	$(BIN)/pytest tests/faults -m 'long or not long' --timeout 7200

# Everything of a release that can be built here, checked, in dist/.
release: venv build
	$(MAKE) docs
	$(BIN)/python tools/release.py

# Wheels for the platforms that this system can build for (on Linux in containers), from the sdist in dist/.
wheels:
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install -c constraints.txt cibuildwheel
	$(BIN)/cibuildwheel --output-dir wheels dist/birdtable-[0-9]*.tar.gz

# The fragments in changes/ become the notes of this version, to be edited.
changelog: venv
	$(BIN)/towncrier build --yes --version $$($(BIN)/python -c 'import birdtable; print(birdtable.__version__)')

venv: $(VENV)/.installed

# People who only play need none of the test tools. The build tools are installed first, so that the editable
# installation can be built in this environment.
$(VENV)/.playable: pyproject.toml constraints.txt
	@echo "Installing what is needed, compiling the rules, building the page: a few minutes the first time."
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install -c constraints.txt hatchling hatch-fancy-pypi-readme editables cython setuptools babel
	$(BIN)/python hatch_build.py needs | xargs -r $(PIP) install -c constraints.txt
	$(PIP) install -c constraints.txt --no-build-isolation -e '.[server]'
	touch $@

$(VENV)/.installed: $(VENV)/.playable
	$(PIP) install -c constraints.txt --no-build-isolation -e '.[dev]'
	$(PIP) install -c constraints.txt --no-build-isolation -e ./tab
	touch $@

# The programs that the tests drive, and a C compiler.
system:
	sh .ci/system

# Pins every package of every extra, for all platforms.
lock: venv
	$(PIP) install uv
	printf 'editables\nnodejs-wheel-binaries\n' | $(BIN)/uv pip compile --quiet --universal --no-header --no-annotate \
	  --python-version 3.11 --all-extras --no-emit-package birdtable --no-emit-package birdtable-tab --upgrade pyproject.toml - -o constraints.txt

clean:
	rm -rf $(VENV) build dist wheels web/node_modules src/birdtable/server/static tab/src/birdtable_tab/files
	find . -name __pycache__ -prune -exec rm -rf {} +
	find src '(' -name '*.so' -o -name '*.pyd' -o -name '*.mo' -o -name '_built.*.json' ')' -delete
