# One word each; every word that needs Python makes its own environment in .venv first. ARGS="..." passes through.
#   make run ARGS="--today 2026-11-30"      make test ARGS="tests/core/test_assets.py -x"

SHELL := /bin/sh
PY    := .venv/bin/python
READY := .venv/ready
BUNDLER := .venv/ready-bundle

.DEFAULT_GOAL := help
.PHONY: help run test lint bench shots bundle clean

help:  ## list these words
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

run: $(READY)  ## open the window, or without a display write build/modelspan.png
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname -s)" != Linux ]; then \
	  sh packaging/system-libraries.sh window $(PY) && exec $(PY) -m modelspan $(ARGS); \
	else \
	  sh packaging/system-libraries.sh picture $(PY) && mkdir -p build \
	  && LC_ALL=$${LC_ALL:-$${LANG:-C.UTF-8}} QT_QPA_PLATFORM=offscreen $(PY) -m modelspan snapshot build/modelspan.png $(ARGS) \
	  && echo "$(CURDIR)/build/modelspan.png"; \
	fi

# Without ARGS: the core with Qt hidden, then everything else, then the dates once more in three time zones.
test: $(READY)  ## run every test, or those named in ARGS
	@sh packaging/system-libraries.sh picture $(PY)
	@sh packaging/system-libraries.sh test $(PY) || echo "Going on without the test that opens a real window."
ifdef ARGS
	QT_QPA_PLATFORM=offscreen $(PY) -m pytest $(ARGS)
else
	MODELSPAN_WITHOUT_QT=1 $(PY) -m pytest -q -n auto -p no:pytest-qt tests/core
	QT_QPA_PLATFORM=offscreen $(PY) -m pytest -q -n auto --ignore=tests/core
	@for zone in UTC America/Los_Angeles Pacific/Kiritimati; do \
	  echo "Dates in $$zone"; \
	  TZ=$$zone MODELSPAN_WITHOUT_QT=1 $(PY) -m pytest -q -p no:pytest-qt tests/core/test_dates*.py || exit 1; \
	done
endif

lint: $(READY)  ## check style, format, types and layers
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	.venv/bin/lint-imports

bench: $(READY)  ## measure speed into build/bench.json
	@sh packaging/system-libraries.sh picture $(PY)
	@mkdir -p build
	QT_QPA_PLATFORM=offscreen PYTHONPATH=. $(PY) tests/bench/run.py --out build/bench.json $(ARGS)

shots: $(READY)  ## take pictures of the window into build/shots/ and for docs/guide.md
	@sh packaging/system-libraries.sh picture $(PY)
	$(PY) tests/shots/run.py $(ARGS)

bundle: $(BUNDLER)  ## build the stand-alone app into build/bundle/ and try it
	@sh packaging/system-libraries.sh bundle $(PY)
	$(PY) -m PyInstaller --noconfirm --log-level WARN --distpath build/bundle --workpath build/bundle-work packaging/modelspan.spec
	sh packaging/smoke.sh build/bundle/modelspan

clean:  ## remove everything make made
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find desktop tests packaging -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml packaging/environment.sh
	@PYTHON="$(PYTHON)" sh packaging/environment.sh .venv dev
	@touch $@

$(BUNDLER): $(READY)
	@PYTHON="$(PYTHON)" sh packaging/environment.sh .venv dev,bundle
	@touch $@
