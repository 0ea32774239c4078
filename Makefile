# What clients of an OpenBench server run: `make EXE=name` leaves the brain under that name, `make` alone
# the match runner under the name that the client looks for. Everyone else uses cargo.
.PHONY: all
ifdef EXE
all:
	cargo rustc --release --no-default-features --bin pbrain-tengen -- -C target-cpu=native --emit link=$(EXE)
else
all:
	cargo rustc --release --bin tengen -- --emit link=fastchess
endif
