# The commands of the README do all their own set-up: they need Python 3.11 or newer, make and git.
#   make judge [FILE=debate.txt] [METHOD=graph|rubric] [JUDGE=local] [OUT=rulings]
#   make run   [PORT=8000] [DATA=folder]
#   make test  [ARGS="tests/core -k graph"]
FILE ?= examples/car-free-centre.txt
METHOD ?=
JUDGE ?= local
OUT ?= rulings
ARGS ?=
PORT ?= 8000
DATA ?=

.PHONY: judge run test check docs lock
judge:
	@scripts/install run
ifeq ($(JUDGE),local)
	@.venv/bin/dikast models fetch
endif
	@.venv/bin/dikast judge "$(FILE)" --judge "$(JUDGE)" --out "$(OUT)" $(if $(METHOD),--method "$(METHOD)")

run:
	@scripts/install web
	@.venv/bin/dikast serve --port "$(PORT)" --examples examples $(if $(DATA),--data "$(DATA)")

test: check
	@scripts/test $(ARGS)

check:
	@scripts/install dev
	@scripts/check

# The generated pages of docs/reference.
docs:
	@scripts/install dev
	@.venv/bin/python scripts/docs

# New hash-locked requirement files from pyproject.toml.
lock:
	@scripts/install dev
	@scripts/lock
