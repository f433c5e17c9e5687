# Reihum. `make play` and `make test` set everything up on their first run; `make help` lists the other targets.
# OPTIONS are passed on: make play OPTIONS="--port 8080", make soak OPTIONS="-k kill".
.PHONY: help play test test-all test-jax programs game check bench bench-peers soak campaigns docs screenshots layout figures texts page site publish site-docs lock sbom audit clean
.DEFAULT_GOAL := help
export PYTHON
unexport PYTHONDONTWRITEBYTECODE  # without compiled modules the tests would take much longer

PY      := .venv/bin/python
PYTEST  := $(PY) -m pytest -n auto --dist worksteal
READY   := .venv/.ready
ENVS    := .venv/.envs
KERNELS := .venv/.kernels
DOCS    := .venv/.docs
JAX     := .venv/.jax
WASM    := build/site/kernels.wasm
TEXTS   := src/reihum/texts/catalogues.json
PO      := $(wildcard src/reihum/texts/catalogues/* src/reihum/texts/catalogues/*/*.po)
UV      := $(firstword $(wildcard .tools/bin/uv) uv)
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
           --no-annotate --custom-compile-command "make lock" $(UPGRADE)
CHECKED := $(wildcard src tests benchmarks tools docs/examples conftest.py hatch_build.py)

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | while IFS="$$(printf '\t')" read -r name what; do \
		printf 'make %-12s %s\n' "$$name" "$$what"; done

play: $(TEXTS)  ## play in the browser: starts the server and opens the page
	@if $(PY) -m tools.page; then .venv/bin/reihum serve --open $(OPTIONS); else .venv/bin/reihum play classic; fi

test: programs  ## run the tests
	$(PYTEST) $(OPTIONS)

test-all: programs site-docs  ## run the slower tests, which make test leaves out
	@$(PY) -m tools.site || [ $$? -eq 3 ]  # 3: it cannot be had here, and the tests that need it say so
	$(PYTEST) -m "full and not soak" $(OPTIONS)

test-jax: $(TEXTS) $(JAX)  ## install JAX, and run all tests of the environments and the training in it
	$(PYTEST) -m "not soak" $(or $(OPTIONS),tests/envs tests/test_notebooks.py)

game: $(TEXTS)  ## check one game within seconds: make game GAME=ratefix
	$(PY) -m tools.texts check
	$(PY) -c 'import sys; from reihum.testing import check_game; print(check_game(sys.argv[1], games=3, deep=0).games, "games")' $(GAME)
	$(PY) -m pytest -q $(addprefix tests/,engine games bots matches kit texts test_conformance.py) -k "$(GAME) or $(subst -,_,$(GAME))"

check: $(TEXTS)  ## style, types and texts
	$(PY) -m ruff check $(CHECKED)
	$(PY) -m ruff format --check $(CHECKED)
	$(PY) -m mypy $(CHECKED)
	$(PY) -m tools.texts check

bench: $(TEXTS) $(ENVS)  ## measure; OPTIONS=--short only shows that the benchmarks work
	$(PY) -m benchmarks $(OPTIONS)

bench-peers: $(TEXTS) $(ENVS)  ## measure beside other libraries, which it installs first
	sh tools/setup.sh requirements-peers.lock
	$(PY) -m benchmarks $(OPTIONS)

soak: programs  ## play for a long time, at random, and look for faults
	$(PYTEST) -m soak $(OPTIONS)

campaigns: $(TEXTS)  ## kills, drops, garbage, power cuts and more, for hours; OPTIONS="kill --count 50" for one
	$(PY) -m tools.campaigns $(or $(OPTIONS),all)

docs: $(TEXTS) $(ENVS)  ## write the generated documents and pictures again, run the examples, check the links
	$(PY) -m tools.pictures
	$(PY) -m tools.terminal_pictures
	$(PY) -m tools.docs
	$(PY) -m tools.walks
	$(PY) -m tools.schema
	$(PY) -m tools.session
	$(PY) -m tools.races
	$(PYTEST) -q tests/test_readme.py tests/test_docs.py tests/test_pages.py tests/test_examples.py tests/test_walks.py $(OPTIONS)

screenshots: $(TEXTS)  ## pictures of every page and game at five sizes, into the folder screenshots
	@$(PY) -m tools.page
	$(PY) -m tools.screenshots $(OPTIONS)

layout: $(TEXTS)  ## measure targets, texts and cards of every game at every size, into docs/layout.md
	@$(PY) -m tools.page
	$(PY) -m tools.layout $(OPTIONS)

figures: $(TEXTS)  ## play many games between bots for the games' pages; ten minutes, or OPTIONS=ratefix for one game
	$(PY) -m tools.figures $(OPTIONS)
	$(PY) -m tools.docs

texts: $(TEXTS)  ## compile the German, English and French texts

page: $(READY)  ## build the page that the server shows in a browser
	@$(PY) -m tools.page

site: $(TEXTS) $(WASM)  ## write the page and the engine as files for any web host into the folder site; OPTIONS names another one
	@$(PY) -m tools.site
	.venv/bin/reihum site $(or $(OPTIONS),site)

publish: site  ## write the site and push it as the branch pages of a repository of git: make publish TO=origin
	@sh tools/publish.sh "$(TO)" $(or $(OPTIONS),site)

site-docs: $(TEXTS) $(ENVS) $(DOCS)  ## write the documents, a reference and a search as a site into the folder site-docs
	@$(PY) -m tools.page || [ $$? -eq 3 ]  # its font; 3: there is no Node, and the site takes another font
	@$(PY) -m tools.site_docs

lock: $(READY)  ## renew the locks from pyproject.toml; UPGRADE=--upgrade takes the newest versions
	$(COMPILE) pyproject.toml --group dev --extra server --extra terminal --extra postgres --extra push --output-file requirements.lock
	$(COMPILE) pyproject.toml --extra fast --constraint requirements.lock --output-file requirements-fast.lock
	$(COMPILE) pyproject.toml --extra envs --constraint requirements-fast.lock --output-file requirements-envs.lock
	$(COMPILE) pyproject.toml --extra jax --constraint requirements-envs.lock --output-file requirements-jax.lock
	$(COMPILE) pyproject.toml --extra peers --constraint requirements-envs.lock --output-file requirements-peers.lock
	$(COMPILE) --group node --output-file requirements-node.lock
	$(COMPILE) --group kernels --output-file requirements-kernels.lock
	$(COMPILE) --group site --output-file requirements-site.lock
	$(COMPILE) --group docs --constraint requirements-envs.lock --constraint requirements.lock --output-file requirements-docs.lock
	$(COMPILE) pyproject.toml --extra server --extra postgres --extra push --extra fast \
		--constraint requirements.lock --constraint requirements-fast.lock --output-file requirements-server.lock
	$(COMPILE) pyproject.toml --extra server --extra postgres --extra push --extra fast --extra terminal --extra trained \
		--constraint requirements.lock --constraint requirements-fast.lock --output-file requirements-release.lock
	$(COMPILE) --group build --group node --constraint requirements.lock --constraint requirements-node.lock \
		--output-file requirements-build.lock

sbom: $(READY)  ## print what a release is made of: names, versions and hashes, as CycloneDX JSON
	@$(PY) -m tools.sbom

audit: $(READY)  ## ask whether a locked version has a known vulnerability; needs the registries' services
	$(PY) -m tools.audit

clean:  ## remove everything that make has made
	rm -rf .venv .tools .campaigns $(TEXTS) src/reihum/server/page src/reihum/server/engine site site-docs web/node_modules screenshots dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

programs: $(TEXTS) $(ENVS) $(KERNELS) $(WASM)  # what the tests need besides Python's libraries
	@sh tools/programs.sh
	@$(PY) -m tools.page || [ $$? -eq 3 ]  # 3: there is no Node, and the tests that need it say so

$(READY): tools/setup.sh requirements.lock requirements-fast.lock pyproject.toml hatch_build.py
	@sh tools/setup.sh
	@touch $@

$(ENVS): $(READY) requirements-envs.lock
	@sh tools/setup.sh --envs
	@touch $@

$(DOCS): $(READY) requirements-docs.lock
	@sh tools/setup.sh --docs
	@touch $@

$(JAX): $(ENVS) requirements-jax.lock
	@sh tools/setup.sh --jax
	@touch $@

$(KERNELS): $(ENVS) $(wildcard src/reihum/simulator/*.py src/reihum/simulator/*/*.py src/reihum/envs/vector/*.py)
	@$(PY) -m tools.kernels
	@touch $@

$(WASM): requirements-kernels.lock tools/wasm_kernels.py $(wildcard src/reihum/simulator/*.py src/reihum/simulator/*/*.py) | $(READY)
	@sh tools/setup.sh --kernels
	@$(PY) -m tools.wasm_kernels $@ || [ $$? -eq 3 ]  # 3: something is missing, and the tests that need it say so

$(TEXTS): $(READY) $(PO) tools/texts.py
	@$(PY) -m tools.texts compile
