#!/bin/sh
# Makes .venv from a lock with hashes: with uv if it is available (seconds), else with venv and pip.
# `sh tools/setup.sh [LOCK]`; needs Python 3.11 or newer. PYTHON=… chooses one; REIHUM_UV=no does without uv.
# `sh tools/setup.sh --envs` adds what the learning environments' tests need, if it is available; `--node` adds Node,
# `--kernels` the linker that makes the kernels for browsers, `--docs` what builds the site of documents, `--jax` JAX.
set -eu
cd "$(dirname "$0")/.."
VENV=.venv
LOCK=${1:-requirements.lock}
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore PIP_USER=0
unset PYTHONHOME PYTHONPATH

say() { echo "reihum: $*" >&2; }
die() { say "$*"; exit 1; }

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

# A name on the PATH is not enough: version managers leave names behind that do not start.
find_python() {
    for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 python3.14 python}; do
        if new_enough "$candidate"; then echo "$candidate"; return; fi
    done
    return 1
}

has_module() { "$PY" -c "import $1" 2>/dev/null; }

# Debian and Ubuntu ship Python without pip and venv.
complete_python() {
    has_module pip && return
    has_module ensurepip && has_module venv && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "installing python3-venv and python3-pip"
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv python3-pip >&2
        has_module ensurepip && return
        has_module pip && return
    fi
    die "$PY has neither pip nor venv. On Debian or Ubuntu: sudo apt-get install python3-venv python3-pip"
}

find_uv() {
    [ "${REIHUM_UV:-yes}" = no ] && return 1
    command -v uv && return
    if [ ! -x .tools/bin/uv ]; then
        "$PY" -m pip install --quiet --target .tools uv >&2 || return 1
    fi
    .tools/bin/uv --version >/dev/null 2>&1 && echo .tools/bin/uv
}

with_uv() {
    [ -d $VENV ] || "$UV" venv --quiet --no-project --python "$PY" $VENV || return
    "$UV" pip install --quiet --python $VENV/bin/python --require-hashes -r "$LOCK" || return
    "$UV" pip install --quiet --python $VENV/bin/python --no-deps --no-build-isolation --editable .
}

with_pip() {
    has_module ensurepip || die "$PY cannot make a venv. On Debian or Ubuntu: sudo apt-get install python3-venv"
    $VENV/bin/python -c 'import pip' 2>/dev/null || "$PY" -m venv $VENV
    $VENV/bin/python -m pip install --quiet --require-hashes -r "$LOCK"
    $VENV/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .
}

# Installs a lock whose libraries are not available for every Python and machine; says so if they are not.
with_wheels() {
    install_wheels "$1" 2>/dev/null || say "$2"
}

install_wheels() {
    lock=$1
    if [ -n "$UV" ]; then set -- "$UV" pip install --python $VENV/bin/python; else set -- $VENV/bin/python -m pip install; fi
    "$@" --quiet --only-binary :all: --require-hashes -r "$lock"
}

PY=$(find_python) || die "Python 3.11 or newer is needed, and none was found. If you have one: make PYTHON=/path/to/python3"
complete_python
case $LOCK in
--envs)
    UV=$(find_uv) || UV=
    with_wheels requirements-envs.lock "PettingZoo and OpenSpiel are not available for this Python: their tests will be skipped"
    exit ;;
--node)
    UV=$(find_uv) || UV=
    say "installing Node, which builds the page, into $VENV"
    with_wheels requirements-node.lock "Node is not available for this machine as a Python package"
    exit ;;
--kernels)
    UV=$(find_uv) || UV=
    with_wheels requirements-kernels.lock "the linker of the kernels for browsers is not available for this machine"
    exit ;;
--docs)
    UV=$(find_uv) || UV=
    install_wheels requirements-docs.lock || die "Sphinx, which builds the site of documents, cannot be installed"
    exit ;;
--jax)
    UV=$(find_uv) || UV=
    install_wheels requirements-jax.lock || die "JAX cannot be installed"
    exit ;;
esac
new_enough $VENV/bin/python || rm -rf $VENV
say "setting up $VENV with $("$PY" -V)"
if UV=$(find_uv) && with_uv; then :; else
    say "continuing without uv, with venv and pip"
    UV=
    with_pip
fi
with_wheels requirements-fast.lock "numba is not available for this Python: simulations will be slower, and the best bots play as solid does"
