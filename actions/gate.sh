#!/usr/bin/env bash
# Measures one part of the benchmarks on one machine. With a single part and machine, the step fails by its verdict.
#
# BUDGET                      as `bench gate` takes it
# BASELINE                    the same, or empty
# EVENT_BASE                  the baseline if BASELINE is empty and no merge of a pull request is checked out
# PULL_REQUEST_HEAD           the pull request's last commit, or empty
# FILTER, PROJECT, MARGIN     as `bench gate` takes them, or empty
# SHARD, SHARDS               the number of this part, and of all parts
# REPLICATE, REPLICATES       the number of this machine, and of all machines that measure the same
set -euo pipefail

if [ -z "$BASELINE" ]; then
  # A new branch has zeros as its previous commit.
  if [[ "$EVENT_BASE" =~ ^0+$ ]]; then EVENT_BASE=; fi
  BASELINE=$EVENT_BASE
  # GitHub merges into the current base. The base of the event can be older, and its newer commits would count as the pull request's.
  if [ -n "$PULL_REQUEST_HEAD" ] && [ "$(git rev-parse --verify --quiet 'HEAD^2' || true)" = "$PULL_REQUEST_HEAD" ]; then
    BASELINE='HEAD^1'
  fi
fi
if [ -z "$BASELINE" ]; then
  echo "::error::no commit to compare with: the event is not a pull request, or the branch is new. Set the input baseline."
  exit 2
fi
results="$RUNNER_TEMP/bench-results"
arguments=(--baseline "$BASELINE" --budget "$BUDGET" --shard "$SHARD/$SHARDS" --replicate "$REPLICATE/$REPLICATES" --artifacts "$results")
if [ -n "$PROJECT" ]; then arguments+=(--project "$PROJECT"); fi
if [ -n "$MARGIN" ]; then arguments+=(--margin "$MARGIN"); fi
# Without expansion, because the stars belong to the patterns.
read -r -d '' -a patterns <<< "$FILTER" || true
if [ "${#patterns[@]}" -gt 0 ]; then arguments+=(--filter "${patterns[@]}"); fi

code=0
bench gate "${arguments[@]}" || code=$?
echo "exit-code=$code" >> "$GITHUB_OUTPUT"
if [ -f "$results/bench-results.json" ]; then echo "results=$results" >> "$GITHUB_OUTPUT"; fi
if [ "$SHARDS" = 1 ] && [ "$REPLICATES" = 1 ]; then
  if [ -f "$results/report.md" ]; then cat "$results/report.md" >> "$GITHUB_STEP_SUMMARY"; fi
  exit "$code"
fi
# The job verdict judges all parts together, so only an error fails this one.
case "$code" in 0|1|3|5) ;; *) exit "$code" ;; esac
