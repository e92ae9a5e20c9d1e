#!/usr/bin/env bash
# Measures one part of the benchmarks, on one of its machines; with a single part and machine, its verdict is the step's.
#
# BUDGET                      as `bench gate` takes it
# BASELINE                    the same, or empty
# EVENT_BASE                  what is compared with then, unless a pull request's merge is checked out
# PULL_REQUEST_HEAD           the pull request's last commit, or empty
# FILTER, PROJECT, MARGIN     as `bench gate` takes them, or empty
# SHARD, SHARDS               which part of how many
# REPLICATE, REPLICATES       which machine of how many that measure the same
set -euo pipefail

if [ -z "$BASELINE" ]; then
  # Zeros are what a new branch had before.
  if [[ "$EVENT_BASE" =~ ^0+$ ]]; then EVENT_BASE=; fi
  BASELINE=$EVENT_BASE
  # GitHub merges into the base as it is now. The event's may be older: what the base got since would be the pull request's.
  if [ -n "$PULL_REQUEST_HEAD" ] && [ "$(git rev-parse --verify --quiet 'HEAD^2' || true)" = "$PULL_REQUEST_HEAD" ]; then
    BASELINE='HEAD^1'
  fi
fi
if [ -z "$BASELINE" ]; then
  echo "::error::no commit to compare with: the event is no pull request, or a new branch; name one by the input baseline"
  exit 2
fi
results="$RUNNER_TEMP/bench-results"
arguments=(--baseline "$BASELINE" --budget "$BUDGET" --shard "$SHARD/$SHARDS" --replicate "$REPLICATE/$REPLICATES" --artifacts "$results")
if [ -n "$PROJECT" ]; then arguments+=(--project "$PROJECT"); fi
if [ -n "$MARGIN" ]; then arguments+=(--margin "$MARGIN"); fi
# Not expanded: the stars are the patterns'.
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
# The verdict is the whole check's, not a shard's: only an error stops here.
case "$code" in 0|1|3|5) ;; *) exit "$code" ;; esac
