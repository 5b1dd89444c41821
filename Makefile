# The project's commands. Most people need only `make play` and `make test`; both work on a fresh clone.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip --disable-pip-version-check -qq

# Tests of the rules themselves run at both speeds.
ENGINE := src/birdtable/games tests/test_engine.py tests/test_kuhn.py
WEB := $(wildcard web/package.json)

# Tests run on several cores, one file per process at a time, in the order set by conftest.py. Browser tests run
# afterwards, two at a time.
SPREAD := -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder
BROWSERS := tests/browser

.PHONY: play test test-long check format build bench faults venv system lock clean

play: build
	$(BIN)/birdtable $(ARGS)

test: venv system build check
	$(BIN)/python hatch_build.py tab
	$(BIN)/pytest $(SPREAD) --ignore $(BROWSERS)
	$(BIN)/pytest -n 2 --dist worksteal $(BROWSERS)
	BIRDTABLE_PURE=1 $(BIN)/pytest $(SPREAD) $(ENGINE)
ifneq ($(WEB),)
	$(BIN)/python hatch_build.py npm run --if-present test
endif

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

faults: venv system build
	$(BIN)/pytest tests/faults -m 'long or not long' --timeout 7200

venv: $(VENV)/.installed

# People who only play need none of the test tools. The build tools are installed first, so that the editable
# installation can be built in this environment.
$(VENV)/.playable: pyproject.toml constraints.txt
	@echo "Installing what is needed, compiling the rules, building the page: a few minutes the first time."
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install -c constraints.txt hatchling editables cython setuptools babel
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
	rm -rf $(VENV) build dist web/node_modules src/birdtable/server/static tab/src/birdtable_tab/files
	find . -name __pycache__ -prune -exec rm -rf {} +
	find src '(' -name '*.so' -o -name '*.pyd' -o -name '*.mo' -o -name '_built.*.json' ')' -delete
