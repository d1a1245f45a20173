# Everything lives in .venv; nothing outside this folder is touched.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready
SURVEY ?= ../shared/puzzles/survey

.DEFAULT_GOAL := help
.PHONY: help setup run test check bench fuzz clean

help:  ## show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

setup: $(STAMP)  ## make .venv with everything in it

$(STAMP): pyproject.toml setup.py $(wildcard src/nonoforge/native/*.hpp src/nonoforge/native/*.pyx)
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@$(BIN)/python -c "from nonoforge.engine import ENGINE; print('nonoforge is ready, with the', ENGINE, 'engine', '' if ENGINE == 'native' else '(no C++ compiler was at hand: slower, same answers)')"
	@touch $@

run: setup  ## set up, then solve and judge a bundled example
	$(BIN)/nonoforge solve examples/fox.nono
	$(BIN)/nonoforge check examples/fox.nono

test: setup  ## set up and run all tests
	$(BIN)/python -m pytest -n auto

check: setup  ## style, types and the arrows between the parts
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_arrows.py

bench: setup  ## measure (SURVEY=folder of puzzles)
	$(BIN)/nonoforge bench settle
	$(BIN)/nonoforge bench batch
	$(BIN)/nonoforge bench survey $(SURVEY)

fuzz: setup  ## long random tests; FUZZ=n repeats them n times as often
	NONOFORGE_FUZZ=$${FUZZ:-10} $(BIN)/python -m pytest -n auto tests/engine tests/formats

clean:  ## remove .venv and what was built
	rm -rf .venv build dist src/*.egg-info src/nonoforge/native/*.so src/nonoforge/native/_kernel.cpp
