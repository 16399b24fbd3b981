# Makefile fragment: `include pepsin.mk`, then `make races`, or `make races-known` to take what there is as known.
PEPSIN ?= pepsin
PEPSIN_SOURCES ?= $(wildcard src/*.c)
PEPSIN_BASELINE ?= pepsin-baseline.json

.PHONY: races races-known
races:
	$(PEPSIN) check $(CPPFLAGS) $(CFLAGS) $(if $(wildcard $(PEPSIN_BASELINE)),--baseline $(PEPSIN_BASELINE)) $(PEPSIN_SOURCES)

races-known:
	-$(PEPSIN) check --quiet $(CPPFLAGS) $(CFLAGS) --write-baseline $(PEPSIN_BASELINE) $(PEPSIN_SOURCES)
