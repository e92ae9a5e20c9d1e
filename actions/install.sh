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
# Elsewhere: a global.json of the repository may choose an SDK that is too old for it. The package sources are the repository's.
config=$(ls "$PWD"/[Nn]u[Gg]et.[Cc]onfig 2> /dev/null | head -n 1 || true)
(cd "$RUNNER_TEMP" && dotnet tool install Bench.Tool --version "$VERSION" --tool-path "$RUNNER_TEMP/bench" ${config:+--configfile "$config"})
echo "$RUNNER_TEMP/bench" >> "$GITHUB_PATH"
