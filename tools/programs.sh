#!/bin/sh
# Some tests start a PostgreSQL server, some Chromium or Firefox, some tmux. As root on Debian or Ubuntu this installs them.
# Elsewhere it says which one is missing, and only its tests are skipped.
set -eu

say() { echo "reihum: $*" >&2; }

has_postgres() { command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1; }
has_any() { for name; do command -v "$name" >/dev/null && return; done; return 1; }
has_chromium() { has_any chromium chromium-browser google-chrome google-chrome-stable; }
has_firefox() { has_any firefox-esr firefox; }

missing=
has_postgres || missing="$missing postgresql"
has_chromium || missing="$missing chromium"
has_firefox || missing="$missing firefox-esr"
command -v tmux >/dev/null || missing="$missing tmux"
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "installing for the tests:$missing"
    export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1   # nothing is started
    apt-get update -qq >&2 || true
    for package in $missing; do apt-get install -y -qq --no-install-recommends "$package" >&2 || true; done
fi
has_postgres || say "tests with PostgreSQL will be skipped: its programs initdb and postgres are missing (Debian: apt-get install postgresql)"
has_chromium || say "tests of the page will be skipped: Chromium is missing (Debian: apt-get install chromium)"
has_firefox || say "tests of the page in Firefox will be skipped: Firefox is missing (Debian: apt-get install firefox-esr)"
command -v tmux >/dev/null || say "tests in a terminal will be skipped: tmux is missing (Debian: apt-get install tmux)"
