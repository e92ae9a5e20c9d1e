#!/usr/bin/env bash
# Judges all parts of a check together.
#
# PARTS   the folder of the downloaded parts
set -euo pipefail

results="$RUNNER_TEMP/bench-results"
code=0
bench merge "$PARTS"/part-* --results "$results" || code=$?
echo "exit-code=$code" >> "$GITHUB_OUTPUT"
if [ -f "$results/bench-results.json" ]; then echo "results=$results" >> "$GITHUB_OUTPUT"; fi
if [ -f "$results/report.md" ]; then cat "$results/report.md" >> "$GITHUB_STEP_SUMMARY"; fi
exit "$code"
