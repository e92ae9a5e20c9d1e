#!/usr/bin/env bash
# Turns a checkout of what was measured into one of the base commit, which judges.
#
# BASE   the base of a pull request or of a merge queue's group; empty if nobody asks for a merge
set -euo pipefail

if [ -z "$BASE" ]; then exit 0; fi
# Only bench.json is kept of the change: the regressions that it accepts.
git cat-file blob HEAD:bench.json > "$RUNNER_TEMP/candidate.json" || echo '{}' > "$RUNNER_TEMP/candidate.json"
git checkout --quiet "$BASE"
