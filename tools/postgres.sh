#!/bin/sh
# Some tests start a PostgreSQL server. Installs its programs where that can be done without asking: as root on Debian or
# Ubuntu. Elsewhere it says what is missing; then only those tests are skipped.
set -eu

say() { echo "reihum: $*" >&2; }

found() { command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1; }

found && exit
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "installing postgresql for the tests; it is not started"
    export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql; } >&2 || true
fi
found || say "tests with PostgreSQL will be skipped: its programs initdb and postgres are missing (Debian: apt-get install postgresql)"
