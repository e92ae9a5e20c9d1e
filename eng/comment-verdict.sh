#!/usr/bin/env bash
# Writes the verdict of a check into a comment on its pull request, or that there is none. Everything that the check left can be forged.
# Only its figures are read. They are judged and escaped again, with the settings of the base commit.
#
# BENCH            the command, built from the default branch
# FIGURES          bench-results.json of the check; may be missing. Not set if no benchmarks are checked
# LOADS            the folder with NAME.json of each load gate; may be missing
# MARGIN           the margin that was given to the check, if any, because the figures could name another one
# CONCLUSION       of the workflow of the check: success, failure, timed_out …
# RUN_URL          the workflow run of the check
# REPOSITORY, HEAD_SHA, HEAD_BRANCH, HEAD_OWNER, GH_TOKEN
set -euo pipefail
marker='<!-- bench gate -->'
work=$(mktemp -d)
options=(--config bench.json --candidate-config candidate.json)
if [ -n "${MARGIN:-}" ]; then options+=(--margin "$MARGIN"); fi
trap 'rm -rf "$work"' EXIT

# GitHub knows the pull request. The figures could name another one.
found=$(gh api --method GET "repos/$REPOSITORY/pulls" -f state=open -f "head=$HEAD_OWNER:$HEAD_BRANCH" \
  --jq 'map(select(.head.sha == env.HEAD_SHA)) | .[0] | select(. != null) | "\(.number) \(.base.sha)"')
read -r number base <<< "$found"
if [ -z "${number:-}" ]; then
  echo "No open pull request has this commit as its head any more."
  exit 0
fi

# Gets bench.json of a commit, or empty settings if it has none.
settings() {
  if gh api -H 'Accept: application/vnd.github.raw+json' "repos/$REPOSITORY/contents/bench.json?ref=$1" > "$2" 2> "$work/error"; then return 0; fi
  grep -q 'HTTP 404' "$work/error" || return 1
  echo '{}' > "$2"
}

# Copies a file of the check if it is a regular file of limited size.
take() {
  test -f "$1" && test ! -L "$1" && test "$(stat -c %s "$1")" -lt 20000000 && cp "$1" "$2"
}

came_to_an_end() {
  case "$CONCLUSION" in success|failure) ;; *) return 1 ;; esac
  settings "$base" "$work/bench.json" || return 1
  # The check measured the merge of both.
  settings "refs/pull/$number/merge" "$work/candidate.json"
}

judge() {
  take "$FIGURES" "$work/figures.json" || return 1
  local code=0
  (cd "$work" && timeout 120 $BENCH merge figures.json "${options[@]}" --artifacts judged > log) || code=$?
  # Any verdict is worth a comment. Figures that can't be read are not.
  case "$code" in 0|1|3|4|5) ;; *) return 1 ;; esac
  mv "$work/judged/report.md" "$work/report.md"
}

against() {
  printf 'Commit %s against %s. [Run](%s) with report.html as an artifact.\n' "$HEAD_SHA" "$base" "$RUN_URL"
}

no_verdict() {
  printf '## %s: no verdict\n\nThere is no verdict for commit %s against %s: the check did not come to one, or left figures that cannot be judged ([its run](%s)).\n' "$1" "$HEAD_SHA" "$base" "$RUN_URL"
}

# One page a load gate, below the benchmarks: its headings are one level deeper. GitHub refuses comments of more than 65,536 characters.
judge_loads() {
  local files file code room=$((65000 - $(cat "$work/report.md" 2> /dev/null | wc -c))) shown=0
  mapfile -d '' files < <(find "${LOADS:-/dev/null}" -maxdepth 1 -type f -name '*.json' -print0 2> /dev/null | sort -z)
  for file in "${files[@]:0:8}"; do
    take "$file" "$work/load.json" || continue
    code=0
    (cd "$work" && timeout 120 $BENCH load report load.json "${options[@]}" --format markdown > load.md 2> log) || code=$?
    case "$code" in
      0|1|3|5) sed 's/^#/##/' "$work/load.md" > "$work/page.md" ;;
      # Its name is the workflow's, which is the pull request's: only what can be a name is shown.
      *) printf '## Load %s: no verdict\n\nThis load gate came to no verdict, or left figures that cannot be judged ([its run](%s)).\n' \
        "$(basename "$file" -gate.json | tr -cd 'A-Za-z0-9_-' | head -c 60)" "$RUN_URL" > "$work/page.md" ;;
    esac
    room=$((room - $(wc -c < "$work/page.md")))
    if [ "$room" -lt 0 ]; then break; fi
    printf '\n' && cat "$work/page.md"
    shown=$((shown + 1))
  done
  if [ "$shown" -lt "${#files[@]}" ]; then
    printf '\n## Load: %d more\n\nLoad gates that are not shown here are in [their run](%s).\n' $((${#files[@]} - shown)) "$RUN_URL"
  fi
}

{
  echo "$marker"
  if ! came_to_an_end; then
    if [ -n "${FIGURES:-}" ]; then no_verdict Benchmarks; else no_verdict Load; fi
  elif [ -z "${FIGURES:-}" ]; then
    judge_loads > "$work/loads.md" || true
    if [ -s "$work/loads.md" ]; then against && cat "$work/loads.md"; else no_verdict Load; fi
  else
    if judge; then against && echo && cat "$work/report.md"; else no_verdict Benchmarks; fi
    judge_loads || true
  fi
} > "$work/comment.md"

comment=$(gh api --paginate "repos/$REPOSITORY/issues/$number/comments" \
  --jq '.[] | select(.user.login == "github-actions[bot]" and (.body | startswith("<!-- bench gate -->"))) | .id' | head -n 1)
if [ -n "$comment" ]; then
  gh api --silent --method PATCH "repos/$REPOSITORY/issues/comments/$comment" -F "body=@$work/comment.md"
else
  gh api --silent --method POST "repos/$REPOSITORY/issues/$number/comments" -F "body=@$work/comment.md"
fi
