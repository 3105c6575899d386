# Täcknamn: `make demo` shows what it does, `make test` tests it. Both install what they need.

PYTHON ?= python3
MIRROR ?= $(wildcard ../shared/mirror)
TEXTS ?= $(wildcard ../shared/eval)
BIN := .venv/bin
BUILD := $(BIN)/tacknamn-build
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
BACKENDS_PIP := .venv/backends/bin/python -m pip install --quiet --disable-pip-version-check
# The code that a bundle depends on: the builders, and the modules that writer and reader share.
SHARED := $(addprefix matcher/tacknamn/,lexicon/bundle.py text/fold.py labels.py lexicon/near_table.py \
          lexicon/sections.py lexicon/hash_table.py lexicon/ranks.py lexicon/label_shares.py)
CODE := $(SHARED) $(shell find builders -name '*.py' -o -name '*.toml' -o -name '*.tsv')
SCANNER := hatch_build.py $(wildcard matcher/native/*)
NATIVE := $(SCANNER) $(wildcard $(addprefix matcher/tacknamn/detection/,patterns/*.py cues/*.py ranking/*.py harmless/*.py)) \
          $(wildcard matcher/tacknamn/detection/entities.py matcher/tacknamn/pipeline/*.py matcher/tacknamn/replacement/*.py)
WEB := matcher/web
FUZZ_SECONDS ?= 600
SERVICE_SECONDS ?= 600
VERSION = $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' matcher/tacknamn/__init__.py)
# Tests and benchmarks start hundreds of processes. Without bytecode, each would compile all modules.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test test-slow test-full test-backends test-bulk test-service test-gateway test-presidio fetch build check golden docs lint format essays bench accuracy \
        bench-backends bench-bulk bench-service same-outputs web check-web test-web pictures-web bench-web privacy unchanged way fuzz asan release-lists weights wheels proof clean

help: ## List all targets
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Two things at a time: Python modules are compiled while the sources are fetched and the lists are built.
demo: .venv/scanner ## Install, fetch, build the default lists, show an example
	@$(MAKE) --no-print-directory -j2 .venv/compiled-ahead build/default/manifest.json
	@$(MAKE) --no-print-directory .venv/compiled
	$(BUILD) demo --exports build/export
	@echo 'Before these commands, put them on your path:  . .venv/bin/activate'

test: .venv/ready ## Install the test tools and run the tests
	$(BIN)/python -m pytest -q -m "not slow and not full" -n auto --dist worksteal

# Servers, faults of networks, killed processes, limits of time and memory.
test-slow: .venv/ready ## Run the everyday tests that need seconds each (3 minutes)
	$(BIN)/python -m pytest -q -m "slow and not full" -n auto --dist worksteal

test-full: .venv/ready ## Run all tests without shortcuts, then those of real sizes (20 minutes)
	TACKNAMN_TEST_THOROUGH=1 $(BIN)/python -m pytest -q -m "not full" -n auto --dist worksteal
	$(BIN)/python -m pytest -q -m full

# PyTorch without libraries for graphics cards takes a tenth of the space. pip may not find it.
test-backends: .venv/backends/ready ## Test real packages of all backends with tiny models (some minutes)
	.venv/backends/bin/python -m pytest -q -m backends tests/backends

test-bulk: .venv/bulk-ready build/default/manifest.json ## Test Arrow, pandas, Polars, DuckDB, Spark, spaCy and Presidio
	$(BIN)/python -m pytest -q -m bulk -n auto --dist loadfile tests/bulk

# Real servers get requests that their description allows, and such that it forbids.
test-service: .venv/service-ready ## Test the service against its description for SERVICE_SECONDS (600)
	$(BIN)/python -m tests.service.description --seconds $(SERVICE_SECONDS)

# LiteLLM's real proxy with the configuration of our page, in front of a model that is not one.
test-gateway: .venv/gateway/ready .venv/ready ## Test that LiteLLM sends no name to a model, whatever we answer
	$(BIN)/python -m pytest -q tests/service/test_litellm.py

test-presidio: .venv/ready build/default/manifest.json ## Run Presidio's own tests; PRESIDIO=DIR is a copy of its repository
	@test -n "$(PRESIDIO)" || { echo "make test-presidio: name a copy of Presidio's repository by PRESIDIO=DIR"; exit 2; }
	$(BIN)/python -m tests.service.presidio_e2e $(PRESIDIO)

fetch: build/.default-fetched ## Fetch the sources of the default profile

build: build/default/manifest.json ## Build the default profile

check: build/default/manifest.json ## Check the bundle and its sources against the rules
	$(BUILD) check $(if $(MIRROR),--mirror $(MIRROR))

golden: .venv/ready ## Run the golden build: miniatures through the real pipeline
	$(BIN)/python -m pytest -q tests/test_golden.py

# Building the pages needs no network. The packages that build them are installed once.
docs: .venv/docs-ready ## Build the documentation as a site in build/site
	$(BIN)/python -m tools.command_reference
	$(BIN)/python -m tools.label_reference
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict
	@echo "open build/site/index.html"

lint: .venv/ready ## Check style (ruff) and types (mypy strict)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: .venv/ready ## Correct the style
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

weights: .venv/ready ## Fit the weights again on the gold texts (three minutes)
	@test -e build/full || { echo "make weights: build/full is missing; run tacknamn-build fetch --profile full, then compile --profile full"; exit 2; }
	@test -n "$(TEXTS)" || { echo "make weights: no gold texts; put them into ../shared/eval, or pass TEXTS=DIR"; exit 2; }
	$(BIN)/python -m tests.essays.learning build/essays.jsonl --data build/full
	$(BUILD) fit sv $(TEXTS)/sv_klintan_train.dev.jsonl $(TEXTS)/sv_talbanken.dev.jsonl \
	  $(TEXTS)/sv_swell_ud.dev.jsonl $(TEXTS)/sv_med1177.dev.jsonl=2.5 \
	  $(TEXTS)/en_wikineural_names1000.dev.jsonl=0.5 build/essays.jsonl \
	  --data build/full -o builders/tacknamn_builders/bundle/weights/sv.tsv
	$(BUILD) fit en $(TEXTS)/en_wikineural_names1000.dev.jsonl $(TEXTS)/en_pud.dev.jsonl \
	  $(TEXTS)/sv_klintan_train.dev.jsonl=0.3 \
	  --data build/full -o builders/tacknamn_builders/bundle/weights/en.tsv

essays: .venv/ready build/default/manifest.json ## Score our 60 essays next to the table of COLING-2020
	$(BIN)/python -m tests.essays.scoring

bench: .venv/ready build/default/manifest.json ## Measure the figures of the README and of docs/bench*.md
	$(BIN)/python bench/compile.py
	@grep -v '^#' bench/requirements.txt | while read peer; do \
	  $(PIP) "$$peer" || echo "make bench: $$peer cannot be installed; it is left out"; done
	$(BIN)/python -m bench.sampling
	$(BIN)/python -m bench.matchers $(if $(TEXTS),--texts $(TEXTS))
	$(BIN)/python -m bench.exports --bundle build/default --write
	$(BIN)/python -m bench.own_lists --write
	$(BIN)/python -m bench.pseudonymizing $(if $(TEXTS),--texts $(TEXTS))
	$(BIN)/python -m bench.tab

# START=COMMIT compares with another commit. WRITE=1 writes docs/bench-accuracy.md and the table of labels.
accuracy: .venv/ready build/default/manifest.json ## Measure leaks, harm and accuracy next to an earlier commit
	@test -n "$(TEXTS)" || { echo "make accuracy: no gold texts; put them into ../shared/eval, or pass TEXTS=DIR"; exit 2; }
	$(BIN)/python -m bench.accuracy --texts $(TEXTS) $(if $(START),--start $(START)) \
	  $(addprefix --bundle ,$(wildcard build/default build/full)) $(if $(WRITE),--write docs/bench-accuracy.md)
	$(BIN)/python -m bench.labels --texts $(TEXTS) --bundle $(firstword $(wildcard build/full) build/default) \
	  $(if $(WRITE),--write docs/accuracy.md)

# Uses the full lists if they are built. WRITE=docs/comparing.md writes the tables of that page.
bench-backends: .venv/backends/ready build/default/manifest.json ## Compare all packages and models that are available
	.venv/backends/bin/python -m bench.backend_models build/backend-models
	.venv/backends/bin/python -m bench.backends --texts $(TEXTS)/en_wikineural_names1000.dev.jsonl \
	  --data $(firstword $(wildcard build/full) build/default) $(if $(WRITE),--write $(WRITE))

# START=DIR names a compiled tree of the start commit. WRITE=1 writes docs/bench-bulk.md.
bench-bulk: .venv/bulk-ready build/default/manifest.json ## Measure batches, tables and Spark next to others (20 minutes)
	$(BIN)/python -m bench.bulk $(if $(TEXTS),--texts $(TEXTS)) $(if $(START),--start $(START)) \
	  $(if $(WRITE),--write docs/bench-bulk.md)

# wrk is the load generator: apt-get install wrk. WRITE=1 writes docs/bench-service.md.
bench-service: .venv/service-ready build/default/manifest.json ## Measure the service, next to Presidio's server
	@grep -v '^#' bench/service/requirements.txt | xargs $(PIP)
	$(BIN)/python -m bench.backend_models build/backend-models --only en_core_web_sm
	$(BIN)/python -m bench.service $(if $(TEXTS),--texts $(TEXTS)) $(if $(SOAK),--soak $(SOAK)) \
	  $(if $(WRITE),--write docs/bench-service.md)

# Installing needs no Node: the bundled page is committed, and CI checks that it equals its sources.
web: $(WEB)/node_modules/.ready ## Bundle the review page (needs Node 20)
	cd $(WEB) && npm run --silent check && npm run --silent build

check-web: web ## Check that the bundled page equals its sources
	@git diff --exit-code --stat -- matcher/tacknamn/web || { echo "make web changed the page; commit it"; exit 1; }

# Needs Node 20 and Chromium (Debian: apt-get install chromium).
test-web: web build/default/manifest.json ## Test the review page in a real browser
	cd $(WEB) && TACKNAMN_PYTHON=$(CURDIR)/$(BIN)/python TACKNAMN_DATA=$(CURDIR)/build/default \
	  node --test --test-concurrency=1 $(filter-out tests/speed.test.mjs,$(patsubst $(WEB)/%,%,$(wildcard $(WEB)/tests/*.test.mjs)))

pictures-web: web build/default/manifest.json ## Draw the pictures anew that the page is compared with
	cd $(WEB) && TACKNAMN_PYTHON=$(CURDIR)/$(BIN)/python TACKNAMN_DATA=$(CURDIR)/build/default PICTURES=write \
	  node --test tests/pictures.test.mjs

# OTHER=DIR measures the page of another tree in the same run.
bench-web: web build/default/manifest.json ## Measure the review page with a long text
	cd $(WEB) && TACKNAMN_PYTHON=$(CURDIR)/$(BIN)/python TACKNAMN_DATA=$(CURDIR)/build/default \
	  OTHER=$(OTHER) node --test tests/speed.test.mjs

same-outputs: .venv/ready build/default/manifest.json ## Compare all outputs with another version (START=COMMIT)
	$(BIN)/python -m bench.same_outputs $(if $(START),--start $(START)) $(if $(TEXTS),--texts $(TEXTS)) \
	  $(addprefix --bundle ,$(wildcard build/full build/default))

# SCALE=0.1 plays a tenth of the rounds. WRITE=1 writes the tables of docs/privacy.md and of `tacknamn risk`.
privacy: .venv/ready build/default/manifest.json ## Attack published texts, and compare with chance (half an hour)
	$(BIN)/python -m tests.privacy $(if $(SCALE),--scale $(SCALE)) $(if $(WRITE),--write docs/privacy.md)

# No text is quoted: labels and offsets only.
unchanged: .venv/ready build/default/manifest.json ## Count replacements that equal their originals in TEXTS=DIR (an hour)
	@test -n "$(TEXTS)" || { echo "make unchanged: no texts; put them into ../shared/eval, or pass TEXTS=DIR"; exit 2; }
	$(BIN)/python -m tests.privacy.unchanged $(TEXTS)

way: .venv/ready build/default/manifest.json ## Count the modules that run for one short text
	$(BIN)/python -m bench.way_of_a_text

# Forged bundles follow the format and so reach the compiled scanner. Single calls are a thousand times
# faster: ten million take ten minutes. Each fuzzer prints how many executions it had.
# Atheris is installed only as a wheel, because compiling it needs clang. The last line says if it is missing.
fuzz: .venv/ready ## Test forged bundles and hostile texts for FUZZ_SECONDS (600)
	$(BIN)/python -m tests.fuzz.calls --seconds $$(( $(FUZZ_SECONDS) / 3 ))
	$(BIN)/python -m tests.fuzz.forged --seconds $$(( $(FUZZ_SECONDS) / 3 ))
	@$(PIP) --only-binary atheris atheris 2>/dev/null || true
	$(BIN)/python -m tests.fuzz.covered --seconds $$(( $(FUZZ_SECONDS) / 3 ))

asan: .venv/ready ## The same with the address and undefined-behaviour sanitizers
	$(BIN)/python -m tests.fuzz.sanitized --seconds $(FUZZ_SECONDS)

release-lists: build/default/manifest.json ## Record the top lists of a release
	$(BIN)/python -m tacknamn_builders.releasing.release_lists $(wildcard build/default build/full build/release)

# From the source distribution, as users build it. The second wheel has no compiled modules and fits any system.
wheels: .venv/ready build/release/manifest.json ## Build the source distribution and wheels of code and lists in dist/
	$(BIN)/python -m hatchling build -t sdist
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist dist/tacknamn-$(VERSION).tar.gz
	TACKNAMN_PURE=1 $(BIN)/python -m pip wheel --quiet --no-cache-dir --no-deps --wheel-dir dist \
	  dist/tacknamn-$(VERSION).tar.gz
	$(BUILD) wheel
	@ls -l dist

proof: .venv/ready build/release/manifest.json ## Install both wheels without a compiler, and pseudonymize a text
	$(BIN)/python -m pytest -q -s -m full tests/test_install.py

clean: ## Remove everything that was built; raw/ and the download cache stay
	rm -rf .venv dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find build -mindepth 1 -maxdepth 1 ! -name README.md -exec rm -rf {} +

# The real dependencies: a target is built again when its inputs have changed.

# Without the modules that mypyc compiles: those take longest, and only texts need them.
.venv/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Täcknamn needs Python 3.11 or newer: make PYTHON=python3.12 ..."; exit 2; }
	$(PYTHON) -m venv .venv
	$(PIP) $$($(PYTHON) tools/extra_requirements.py --build)
	TACKNAMN_PURE=1 $(PIP) --no-build-isolation --editable '.[builders,serve]'
	@touch $@

.venv/scanner: .venv/installed $(SCANNER)
	$(BIN)/python hatch_build.py --scanner
	@touch $@

# Into the cache: a program that runs meanwhile must not meet modules of both kinds.
.venv/compiled-ahead: .venv/scanner $(NATIVE)
	$(BIN)/python hatch_build.py --ahead
	@touch $@

.venv/compiled: .venv/compiled-ahead
	$(BIN)/python hatch_build.py
	@touch $@

# Only the packages of the extra: to install the extra itself would install the package again.
.venv/ready: .venv/compiled
	$(BIN)/python -m tools.extra_requirements dev > .venv/dev.txt
	$(PIP) --requirement .venv/dev.txt
	@touch $@

$(WEB)/node_modules/.ready: $(WEB)/package.json $(WEB)/package-lock.json
	@command -v npm >/dev/null || { echo "make web: npm is missing; install Node 20 or newer"; exit 2; }
	cd $(WEB) && npm ci --silent --no-fund --no-audit 2>/dev/null
	@touch $@

.venv/docs-ready: .venv/installed
	@$(BIN)/python -m tools.extra_requirements docs | $(PIP) --requirement /dev/stdin 2>/dev/null \
	  || { echo "make docs: mkdocs-material and mkdocstrings are missing, and the package index that" \
	  "provides them cannot be reached"; exit 2; }
	@touch $@

.venv/backends/ready: pyproject.toml $(NATIVE)
	$(PYTHON) -m venv .venv/backends
	@$(BACKENDS_PIP) 'torch==2.13.0+cpu' 2>/dev/null || $(BACKENDS_PIP) torch
	$(BACKENDS_PIP) --editable '.[dev,flair,nltk,presidio,spacy,stanza,transformers]'
	@touch $@

# An environment of its own: LiteLLM brings a hundred packages, some of them in versions of its choice.
.venv/gateway/ready: pyproject.toml | .venv/installed
	$(PYTHON) -m venv .venv/gateway
	$(BIN)/python -m tools.extra_requirements gateway-test > .venv/gateway/requirements.txt
	.venv/gateway/bin/python -m pip install --quiet --disable-pip-version-check --requirement .venv/gateway/requirements.txt
	@touch $@

.venv/bulk-ready: .venv/ready
	$(BIN)/python -m tools.extra_requirements bulk > .venv/bulk.txt
	$(PIP) --requirement .venv/bulk.txt
	@touch $@

.venv/service-ready: .venv/ready
	$(BIN)/python -m tools.extra_requirements service-test > .venv/service.txt
	$(PIP) --requirement .venv/service.txt
	@touch $@

# The stamp lies in build/, because raw/ holds received files only. The environment must exist, but a
# newer one is no reason to fetch or build again.
build/.default-fetched: builders/tacknamn_builders/sources/sources.toml \
                        builders/tacknamn_builders/sources/profiles.toml | .venv/scanner
	@mkdir -p build
	$(BUILD) fetch
	@touch $@

build/default/manifest.json: build/.default-fetched $(CODE)
	$(BUILD) compile

build/release/manifest.json: $(CODE) | .venv/scanner
	$(BUILD) fetch --profile release
	$(BUILD) compile --profile release
