#!/bin/sh
# Pushes the site to a repository of git, as the only commit of its branch `pages`: `sh tools/publish.sh REMOTE [FOLDER]`.
# What the branch had before goes. A site without kernels is refused. The checkout, its index and its branches stay as they are.
set -eu
cd "$(dirname "$0")/.."

if [ -z "${1:-}" ]; then
    echo "reihum: publish: name a remote of git, or the address of a repository: make publish TO=origin" >&2
    exit 2
fi
SITE=${2:-site}
if ! grep -qs '"kernels": true' "$SITE"/engine/engine-*.json; then
    echo "reihum: publish: the site in $SITE is without kernels: its best bots would play as solid does, so it is not published. \
The kernels need numba and ziglang. Install both (sh tools/setup.sh && sh tools/setup.sh --kernels), then make publish again" >&2
    exit 1
fi
GIT_DIR=$(git rev-parse --absolute-git-dir)
GIT_INDEX_FILE=$(mktemp -u)
export GIT_DIR GIT_INDEX_FILE
trap 'rm -f "$GIT_INDEX_FILE"' EXIT
# byte by byte: the page checks the digest of every file
git -C "$SITE" --work-tree=. -c core.autocrlf=false -c core.safecrlf=false add --all --force .
git push --force "$1" "$(git commit-tree -m "The site" "$(git write-tree)"):refs/heads/pages"
if grep -q '^site = ""' pyproject.toml; then
    echo "reihum: publish: set the address of the page as site in pyproject.toml, and make docs: the README's first line then opens it"
fi
