#!/usr/bin/env bash
# Installs the command `bench` for the steps that follow.
#
# VERSION      of the command; empty for the one that belongs to this action
set -euo pipefail

version=${VERSION:-$(cat "$(dirname "${BASH_SOURCE[0]}")/version")}
# In another folder, because a global.json may choose an SDK that is too old. The package sources are those of the repository.
config=$(ls "$PWD"/[Nn]u[Gg]et.[Cc]onfig 2> /dev/null | head -n 1 || true)
(cd "$RUNNER_TEMP" && dotnet tool install Bench.Tool --version "$version" --tool-path "$RUNNER_TEMP/bench" ${config:+--configfile "$config"})
echo "$RUNNER_TEMP/bench" >> "$GITHUB_PATH"
