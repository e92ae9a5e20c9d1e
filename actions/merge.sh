#!/usr/bin/env bash
# Judges all parts of a check together, with the settings of the base commit if base.sh has checked it out here.
#
# PARTS    the folder of the downloaded parts
# MARGIN   of the gate, or empty
set -euo pipefail

results="$RUNNER_TEMP/bench-results"
arguments=(--artifacts "$results")
if [ -f "$RUNNER_TEMP/candidate.json" ]; then arguments+=(--candidate-config "$RUNNER_TEMP/candidate.json"); fi
if [ -n "$MARGIN" ]; then arguments+=(--margin "$MARGIN"); fi
code=0
bench merge "$PARTS"/part-* "${arguments[@]}" || code=$?
echo "exit-code=$code" >> "$GITHUB_OUTPUT"
if [ -f "$results/bench-results.json" ]; then echo "results=$results" >> "$GITHUB_OUTPUT"; fi
if [ -f "$results/report.md" ]; then cat "$results/report.md" >> "$GITHUB_STEP_SUMMARY"; fi
exit "$code"
