#!/bin/sh
# Pushes the site to a repository of git, as the only commit of its branch `pages`: `sh tools/publish.sh REMOTE [FOLDER]`.
# What the branch had before goes. The checkout, its index and its branches stay as they are.
set -eu
cd "$(dirname "$0")/.."

if [ -z "${1:-}" ]; then
    echo "reihum: publish: name a remote of git, or the address of a repository: make publish TO=origin" >&2
    exit 2
fi
GIT_DIR=$(git rev-parse --absolute-git-dir)
GIT_INDEX_FILE=$(mktemp -u)
export GIT_DIR GIT_INDEX_FILE
trap 'rm -f "$GIT_INDEX_FILE"' EXIT
# byte by byte: the page checks the digest of every file
git -C "${2:-site}" --work-tree=. -c core.autocrlf=false -c core.safecrlf=false add --all --force .
git push --force "$1" "$(git commit-tree -m "The site" "$(git write-tree)"):refs/heads/pages"
