#!/usr/bin/env bash
# What .ci/run and .ci/full have in common: how a step is run and counted, and their steps. Both source this file.
# They stop at the first step that fails. At the end stand the time of each step and the slowest tests; the last line sums up: jest's tests, and each other step as one.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CI=true

passed=0
failed=0
results=$(mktemp -d)
mkdir "$results/kept"
times=
other=

finish() {
	local code=$?
	if [[ -n $other ]]; then
		kill "$other"
		wait "$other"
	fi
	printf '\n=== Time of each step, in seconds\n%s\n=== The slowest tests, in seconds\n' "$times"
	node .ci/slowest.mjs "$results/kept"
	rm -rf "$results"
	((code == 0 || failed > 0)) || failed=1
	printf '\n%d passed, %d failed\n' "$passed" "$failed"
	exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# step TITLE COMMAND...   A command that writes jest's results writes them to $results/jest.json.
step() {
	local title=$1 begun=$SECONDS
	shift
	printf '\n=== %s\n' "$title"
	"$@" < /dev/null
	report "$title" $? "$results/jest.json" "$begun"
}

# begin TITLE COMMAND...   A step at the same time as the next one, which may write $results/other.json. Its output comes with `await`.
begin() {
	other_title=$1 other_begun=$SECONDS
	shift
	printf '\n=== %s: begun, its output follows after the next step\n' "$other_title"
	"$@" < /dev/null > "$results/other.log" 2>&1 &
	other=$!
}

await() {
	local status
	wait "$other"
	status=$?
	other=
	printf '\n=== %s\n' "$other_title"
	cat "$results/other.log"
	report "$other_title" "$status" "$results/other.json" "$other_begun"
}

# report TITLE STATUS FILE BEGUN   Counts a step that has ended, and stops if it failed. FILE has jest's results, if there are any.
report() {
	local title=$1 status=$2 file=$3 seconds=$((SECONDS - $4)) counts ok=0 bad=0
	times+=$(printf '%7d  %s' "$seconds" "$title")$'\n'
	if [[ -s $file ]]; then
		counts=$(node .ci/count.mjs "$file") && read -r ok bad <<< "$counts"
		mv "$file" "$(mktemp -p "$results/kept")"
	elif ((status == 0)); then
		ok=1
	fi
	((status == 0 || bad > 0)) || bad=1
	((passed += ok, failed += bad))
	if ((status == 0 && bad > 0)); then status=1; fi
	printf '=== %s: %s after %d s\n' "$title" "$( ((status == 0)) && echo good || echo FAILED)" "$seconds"
	((status == 0)) || exit 1
}

# prepare TITLE COMMAND...   What the next step needs; counts only when it fails.
prepare() {
	local begun=$SECONDS
	printf '\n=== %s\n' "$1"
	"${@:2}" < /dev/null || exit 1
	times+=$(printf '%7d  %s' $((SECONDS - begun)) "$1")$'\n'
}

# installs PACKAGE   From Debian (on Ubuntu chromium must be there: its package only brings a snap), where we may.
installs() {
	printf 'Installing %s\n' "$1"
	if [[ $(id -u) != 0 ]] || ! command -v apt-get > /dev/null; then
		printf 'Please install %s.\n' "$1" >&2
		return 1
	fi
	export DEBIAN_FRONTEND=noninteractive
	if [[ -z ${lists_are_new:-} ]]; then
		apt-get -qq update || return
		lists_are_new=yes
	fi
	apt-get -qq install -y --no-install-recommends "$1" > /dev/null
}

# needs PROGRAM PACKAGE
needs() {
	command -v "$1" > /dev/null || installs "$2"
}

# n8n's SQLite driver is compiled on the first start.
compiler() {
	needs g++ g++ && needs make make && needs python3 python3
}

# n8n's node Edit Image runs it.
photos() {
	needs gm graphicsmagick
}

# Chromium, and a font that has the Chinese that the pages show.
browser() {
	needs chromium chromium && needs fc-list fontconfig || return
	[[ -n $(fc-list :lang=zh) ]] || installs fonts-noto-cjk
}

# PostgreSQL and Redis, for n8n in queue mode. Debian keeps PostgreSQL's server programs out of the PATH.
queue() {
	needs redis-server redis-server || return
	command -v postgres > /dev/null || compgen -G '/usr/lib/postgresql/*/bin/postgres' > /dev/null || installs postgresql
}

# What npm run docs and npm run schemas write stands there already.
written() {
	git diff > "$results/before.diff"
	npm run docs && npm run schemas || return
	git diff > "$results/after.diff"
	diff "$results/before.diff" "$results/after.diff"
}

jest_json=(--json "--outputFile=$results/jest.json")

steps_without_n8n() {
	prepare 'Install (npm ci)' npm ci
	step 'Lint, types, unit and engine tests (npm test)' npm test -- "${jest_json[@]}"
	step 'Tests of the local platform (npm run test:simulator)' npm run test:simulator -- "${jest_json[@]}"
	step 'Written tables and schemas (npm run docs, npm run schemas)' written
	step 'Scan by n8n (npm run scan)' npm run scan
	step 'Load tests in full (npm run test:load)' npm run test:load -- "${jest_json[@]}"
	step 'Each test file ran in one of these steps' node .ci/ran.mjs "$results/kept"
}

# steps_with_n8n [--main]   All test files, or those of test/mainTests.ts.
steps_with_n8n() {
	prepare 'Compiler' compiler
	step 'Start (npm run start:check)' npm run start:check
	prepare 'curl, for the commands of the README' needs curl curl
	step "What n8n's AI builder reads (npm run test:builder)" npm run test:builder -- "${jest_json[@]}" "$@"
	prepare 'GraphicsMagick, for photos' photos
	step 'Tests in a real n8n (npm run test:e2e)' npm run test:e2e -- "${jest_json[@]}" "$@"
	prepare 'PostgreSQL and Redis' queue
	prepare 'Browser' browser
	# Those in queue mode mostly wait.
	begin 'Tests in queue mode (npm run test:queue)' npm run test:queue -- --json "--outputFile=$results/other.json" "$@"
	step 'Tests in a browser (npm run test:browser)' npm run test:browser -- "${jest_json[@]}" "$@"
	await
}
