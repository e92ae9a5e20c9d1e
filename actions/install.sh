#!/usr/bin/env bash
# Installs the command `bench` for the steps that follow.
#
# VERSION      of the command; empty for the newest of the action's tag
# ACTION_REF   the tag, branch or commit that the action was called by
set -euo pipefail

if [ -z "$VERSION" ]; then
  if [[ "$ACTION_REF" =~ ^v([0-9]+)$ || "$ACTION_REF" =~ ^v([0-9]+\.[0-9]+)$ ]]; then
    VERSION="${BASH_REMATCH[1]}.*"
  elif [[ "$ACTION_REF" =~ ^v([0-9]+\.[0-9]+\.[0-9]+.*)$ ]]; then
    VERSION="${BASH_REMATCH[1]}"
  else
    VERSION='*'
  fi
fi
dotnet tool install Bench.Tool --version "$VERSION" --tool-path "$RUNNER_TEMP/bench"
echo "$RUNNER_TEMP/bench" >> "$GITHUB_PATH"
