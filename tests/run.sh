#!/usr/bin/env bash
# Everything that must hold: validators installed, form of the code, lints, all tests.
# Works in a fresh clone, without a terminal; ends with the closing line of the tests.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=${CARGO_TERM_COLOR:-never}

step() { printf '\n== %s\n' "$*"; }

step "validators"
bash tests/setup.sh
step "form (cargo fmt)"
cargo fmt --check
step "lints (cargo clippy)"
cargo clippy --quiet --locked --all-targets -- -D warnings
# The released program is compiled otherwise than the tests: it must build the example reports to the same bytes.
step "example reports, by the released and by the tested program"
cargo build --quiet --locked --release
cargo build --quiet --locked
for profile in release debug; do
    "target/$profile/benchfolio" build --force --out "target/example-$profile"
done
diff -r --exclude=.benchfolio target/example-release target/example-debug
echo "same bytes"
step "tests (cargo test)"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
cargo test --locked --no-fail-fast 2>&1 | tee "$log" || status=$?

# The results of all test binaries, summed up in one line of the same form.
awk -v status="$status" '
    /^test result:/ {
        for (i = 2; i <= NF; i++) {
            if ($i == "passed;") passed += $(i - 1)
            if ($i == "failed;") failed += $(i - 1)
            if ($i == "ignored;") ignored += $(i - 1)
        }
    }
    END { printf "\ntest result: %s. %d passed; %d failed; %d ignored\n", status ? "FAILED" : "ok", passed, failed, ignored }
' "$log"
exit "$status"
