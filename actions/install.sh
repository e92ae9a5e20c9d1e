#!/usr/bin/env bash
# Installs the command `bench` for the steps that follow.
#
# VERSION      of the command; empty for the one that belongs to this action
set -euo pipefail

version=${VERSION:-$(cat "$(dirname "${BASH_SOURCE[0]}")/version")}
# Elsewhere: a global.json of the repository may choose an SDK that is too old for it. The package sources are the repository's.
config=$(ls "$PWD"/[Nn]u[Gg]et.[Cc]onfig 2> /dev/null | head -n 1 || true)
(cd "$RUNNER_TEMP" && dotnet tool install Bench.Tool --version "$version" --tool-path "$RUNNER_TEMP/bench" ${config:+--configfile "$config"})
echo "$RUNNER_TEMP/bench" >> "$GITHUB_PATH"
