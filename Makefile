PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip --disable-pip-version-check -qq

.PHONY: venv build
venv: $(VENV)/.installed

# The tools that build the package come first, so that the editable build runs in this environment.
$(VENV)/.installed: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install -c constraints.txt hatchling editables cython setuptools babel
	$(PIP) install -c constraints.txt --no-build-isolation -e '.[dev]'
	touch $@

build: venv
	$(BIN)/python hatch_build.py
