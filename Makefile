# README's two commands are here: `make demo` and `make test`. Both make their own virtual environment.
VENV   ?= .venv
PYTHON ?= python3
MINUTES ?= 60
BASE   ?= HEAD
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
# mypy takes the package's name from its folder; this makes it `rlvr` whatever the checkout is called.
TYPING := .typing

.PHONY: demo test test-entry test-changed test-long test-gym test-integrations explore lint format types bench docs site sandbox clean

demo: $(VENV)/.train  ## Show real problems, then train a small agent on them (a few minutes).
	$(BIN)/python -m benchmarks.learning.demo --out demo-output

test: $(VENV)/.dev  ## Run every test.
	$(BIN)/python -m pytest tests -n auto --dist worksteal --durations 40 --durations-min 5

test-entry: $(VENV)/.dev  ## The inner loop of one environment, in seconds: make test-entry ID=number-bases
	$(BIN)/python -m rlvr check $(ID) --draws 30
	$(BIN)/python -m pytest -q -n 0 $$(grep -lE "[\"'](rlvr/)?$(ID)(-v[0-9]+)?[\"':]" tests/tasks/test_*.py)

test-changed: $(VENV)/.dev  ## What the changes since a commit can reach, and all contracts: make test-changed BASE=main
	RLVR_TIER=quick $(BIN)/python -m pytest tests -n auto --dist worksteal --changed $(BASE)

test-long: $(VENV)/.dev  ## Every test with all its draws; takes hours.
	RLVR_TIER=long $(BIN)/python -m pytest tests -n auto --dist worksteal

test-gym: $(VENV)-gym/.gym  ## Environments, generators and verifiers without torch: a small install, a shorter run.
	$(VENV)-gym/bin/python -m pytest tests -n auto --dist worksteal --ignore tests/agents --ignore tests/test_demo.py

test-integrations:  ## Tests with other trainers, each in an environment of its own; PEERS="trl verl" for some of them.
	PYTHON=$(PYTHON) .ci/integrations.sh $(PEERS)

explore: $(VENV)/.dev  ## Run the property tests on fresh examples, round after round; MINUTES=60 by default.
	$(BIN)/python tests/explore.py --minutes $(MINUTES)

lint: $(VENV)/.dev  ## Check format and style.
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.dev  ## Check types strictly.
	mkdir -p $(TYPING) && ln -sfn "$(CURDIR)" $(TYPING)/rlvr
	MYPYPATH=$(TYPING) $(BIN)/mypy --num-workers auto --package rlvr

format: $(VENV)/.dev  ## Format the code.
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.bench  ## Measure speed against reasoning-gym, in one run.
	$(BIN)/python -m benchmarks

docs: $(VENV)/.dev  ## Write the pages that come from the registry and from docstrings.
	$(BIN)/python docs/difficulty.py --missing
	$(BIN)/python docs/coverage.py
	$(BIN)/python docs/environments.py
	$(BIN)/python docs/settings.py
	$(BIN)/python docs/layers.py
	$(BIN)/python docs/parity.py
	$(BIN)/python -m benchmarks.operations --missing

site: $(VENV)/.docs  ## Build the documentation as web pages: open build/site/html/index.html; HOST=folder puts it beside other versions
	$(BIN)/python docs/site/build.py build/site
	$(if $(HOST),$(BIN)/python docs/site/versions.py build/site/html $(HOST))

sandbox: $(VENV)/.dev  ## Build the image that programs run in; LANGUAGES="--with c --with verilog" for more.
	$(BIN)/python -m rlvr sandbox build $(LANGUAGES)

clean:  ## Remove what the commands made.
	rm -rf $(VENV) $(VENV)-gym build *.egg-info demo-output

$(VENV)/.base: constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) torch
	touch $@

$(VENV)/.train: $(VENV)/.base pyproject.toml
	$(PIP) --editable ".[train]"
	touch $@

$(VENV)/.dev: $(VENV)/.base pyproject.toml
	$(PIP) --editable ".[dev]"
	touch $@

# Where everything is installed already, nothing more is; else what the pages need, which is no torch.
$(VENV)/.docs: constraints.txt pyproject.toml
	test -e $(VENV)/.dev || $(PYTHON) -m venv $(VENV)
	$(PIP) --editable ".[docs]"
	touch $@

$(VENV)-gym/.gym: constraints.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)-gym
	$(VENV)-gym/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[test]"
	touch $@

$(VENV)/.bench: $(VENV)/.base pyproject.toml
	$(PIP) --editable ".[dev,bench]"
	touch $@
