#!/usr/bin/env bash
# Replaces the checkout of the measured commit with the base commit, whose settings judge.
#
# BASE   the base of a pull request or of a merge queue's group; empty for other events
set -euo pipefail

if [ -z "$BASE" ]; then exit 0; fi
# Keeps only bench.json of the change, with the regressions that it accepts.
git cat-file blob HEAD:bench.json > "$RUNNER_TEMP/candidate.json" || echo '{}' > "$RUNNER_TEMP/candidate.json"
git checkout --quiet "$BASE"
