# Täcknamn: `make demo` shows what it does, `make test` tests it. Nothing else to install.

PYTHON ?= python3
MIRROR ?= $(wildcard ../shared/mirror)
TEXTS ?= $(wildcard ../shared/eval)
BIN := .venv/bin
BUILD := $(BIN)/tacknamn-build
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
BACKENDS_PIP := .venv/backends/bin/python -m pip install --quiet --disable-pip-version-check
# What a bundle is made by: the builders, and of the matcher what writer and reader share.
SHARED := $(addprefix matcher/tacknamn/,lexicon/affixes.py lexicon/bundle.py text/fold.py labels.py lexicon/near_table.py \
          lexicon/sections.py lexicon/hash_table.py)
CODE := $(SHARED) $(shell find builders -name '*.py' -o -name '*.toml' -o -name '*.tsv')
NATIVE := hatch_build.py $(wildcard matcher/native/* matcher/tacknamn/detection/ranking/*.py)
FUZZ_SECONDS ?= 600
# Tests and benchmarks start hundreds of processes; without bytecode each would compile all modules.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test test-full test-backends fetch build check golden docs lint format essays bench \
        bench-backends fuzz asan release-lists weights clean

help: ## Say what there is to make
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: build/default/manifest.json ## Install, fetch, build the default profile, show it at work
	$(BUILD) demo

test: .venv/ready ## Install what the tests need and run them
	$(BIN)/python -m pytest -q -m "not full" -n auto

test-full: .venv/ready ## The long tests: both profiles, real sizes (ten minutes)
	$(BIN)/python -m pytest -q -m full

# PyTorch without its libraries for graphics cards, where pip finds it, takes a tenth of the room.
test-backends: .venv/backends/ready ## Real packages of all backends with tiny models (some minutes)
	.venv/backends/bin/python -m pytest -q -m backends tests/backends

fetch: build/.default-fetched ## Fetch the sources of the default profile

build: build/default/manifest.json ## Build the default profile

check: build/default/manifest.json ## Hold the bundle and its sources against the rules
	$(BUILD) check $(if $(MIRROR),--mirror $(MIRROR))

golden: .venv/ready ## The golden build: miniatures through the real pipeline
	$(BIN)/python -m pytest -q tests/test_golden.py

# The pages need no network; only the packages that build them are installed, once.
docs: .venv/docs-ready ## Build the documentation as a site in build/site
	$(BIN)/python -m tools.command_reference
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict
	@echo "open build/site/index.html"

lint: .venv/ready ## Style (ruff) and types (mypy strict)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: .venv/ready ## Mend the style
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

weights: .venv/ready ## Fit the weights anew on the gold texts (three minutes)
	@test -e build/full || { echo "no lists: tacknamn-build fetch --profile full, then compile"; exit 2; }
	@test -n "$(TEXTS)" || { echo "no gold texts: put them into ../shared/eval, or say TEXTS=DIR"; exit 2; }
	$(BIN)/python -m tests.essays.learning build/essays.jsonl --data build/full
	$(BUILD) fit sv $(TEXTS)/sv_klintan_train.dev.jsonl $(TEXTS)/sv_talbanken.dev.jsonl \
	  $(TEXTS)/sv_swell_ud.dev.jsonl $(TEXTS)/sv_med1177.dev.jsonl=2.5 \
	  $(TEXTS)/en_wikineural_names1000.dev.jsonl=0.5 build/essays.jsonl \
	  --data build/full -o builders/tacknamn_builders/bundle/weights/sv.tsv
	$(BUILD) fit en $(TEXTS)/en_wikineural_names1000.dev.jsonl $(TEXTS)/en_pud.dev.jsonl \
	  $(TEXTS)/sv_klintan_train.dev.jsonl=0.3 \
	  --data build/full -o builders/tacknamn_builders/bundle/weights/en.tsv

essays: .venv/ready build/default/manifest.json ## Score our 60 essays beside COLING-2020's table
	$(BIN)/python -m tests.essays.scoring

bench: .venv/ready build/default/manifest.json ## Measure what the README and docs/bench.md claim
	$(BIN)/python bench/compile.py
	@grep -v '^#' bench/requirements.txt | while read peer; do \
	  $(PIP) "$$peer" || echo "bench: $$peer is not to be had"; done
	$(BIN)/python -m bench.sampling
	$(BIN)/python -m bench.matchers $(if $(TEXTS),--texts $(TEXTS))
	$(BIN)/python -m bench.pseudonymizing $(if $(TEXTS),--texts $(TEXTS))
	$(BIN)/python -m bench.tab
	$(if $(TEXTS),$(BIN)/python -m bench.accuracy --texts $(TEXTS) \
	  $(addprefix --bundle ,$(wildcard build/full build/default)))

# With the full lists where they are. WRITE=docs/comparing.md writes the tables of that page.
bench-backends: .venv/backends/ready build/default/manifest.json ## Compare the packages and models that can be had
	.venv/backends/bin/python -m bench.backend_models build/backend-models
	.venv/backends/bin/python -m bench.backends --texts $(TEXTS)/en_wikineural_names1000.dev.jsonl \
	  --data $(firstword $(wildcard build/full) build/default) $(if $(WRITE),--write $(WRITE))

# Forging knows the format and reaches the compiled scanner, so two thirds of the time are its own.
# Atheris is taken as a wheel only: to compile it takes clang. Without it the last line says so.
fuzz: .venv/ready ## Forged bundles and nasty texts for FUZZ_SECONDS (600)
	$(BIN)/python -m tests.fuzz.forged --seconds $$(( $(FUZZ_SECONDS) * 2 / 3 ))
	@$(PIP) --only-binary atheris atheris 2>/dev/null || true
	$(BIN)/python -m tests.fuzz.covered --seconds $$(( $(FUZZ_SECONDS) / 3 ))

asan: .venv/ready ## The same under the address and undefined-behaviour sanitizers
	$(BIN)/python -m tests.fuzz.sanitized --seconds $(FUZZ_SECONDS)

release-lists: build/default/manifest.json ## Record the top lists of a release
	$(BIN)/python -m tacknamn_builders.releasing.release_lists $(wildcard build/default build/full)

clean: ## Remove what was made; raw/ and the download cache stay
	rm -rf .venv dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find build -mindepth 1 -maxdepth 1 ! -name README.md -exec rm -rf {} +

# The real dependencies: a target is made anew when what it was made from has changed.

.venv/installed: pyproject.toml $(NATIVE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Täcknamn needs Python 3.11 or newer: make PYTHON=python3.12 ..."; exit 2; }
	$(PYTHON) -m venv .venv
	$(PIP) --editable '.[builders]'
	@touch $@

.venv/ready: .venv/installed
	$(PIP) --editable '.[dev]'
	@touch $@

# Only the packages of the extra: to install the extra itself would compile the package again.
.venv/docs-ready: .venv/installed
	@$(BIN)/python -c "import tomllib; \
	  print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['docs'], sep='\n')" \
	  | $(PIP) --requirement /dev/stdin 2>/dev/null \
	  || { echo "make docs: mkdocs-material and mkdocstrings are missing, and the package index that" \
	  "provides them cannot be reached"; exit 2; }
	@touch $@

.venv/backends/ready: pyproject.toml $(NATIVE)
	$(PYTHON) -m venv .venv/backends
	@$(BACKENDS_PIP) 'torch==2.13.0+cpu' 2>/dev/null || $(BACKENDS_PIP) torch
	$(BACKENDS_PIP) --editable '.[dev,flair,nltk,presidio,spacy,stanza,transformers]'
	@touch $@

# Both stamps lie in build/, because raw/ holds what was received and nothing else.
# The environment must be there, but a newer one is no reason to fetch or build again.
build/.default-fetched: builders/tacknamn_builders/sources/sources.toml \
                        builders/tacknamn_builders/sources/profiles.toml | .venv/installed
	@mkdir -p build
	$(BUILD) fetch
	@touch $@

build/default/manifest.json: build/.default-fetched $(CODE)
	$(BUILD) compile
