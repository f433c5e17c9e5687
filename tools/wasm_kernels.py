"""Compiles the simulator's kernels for browsers: ``python -m tools.wasm_kernels [FILE]``.

numba translates each kernel to the compiler's intermediate language. llvmlite, which numba brings along, makes
WebAssembly of it, and the linker of ``requirements-kernels.lock`` a module that Pyodide loads as a library. The module
imports nothing but memory. ``reihum.simulator.precompiled`` calls it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_type_hints
from warnings import filterwarnings

OUT = Path(__file__).parent.parent / "build" / "site" / "kernels.wasm"
TRIPLE = "wasm32-unknown-emscripten"
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext"  # all browsers have them since 2022
NEEDED = "the kernels for browsers need numba and ziglang: sh tools/setup.sh --kernels"
PORTABLE = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_OPT": "0"}
"""These settings keep numba from using the instructions of this machine."""


def main(path: Path = OUT) -> int:
    """Write the module. 3: something is missing that the compilation needs."""
    if not (find_spec("numba") and find_spec("ziglang")):
        print(NEEDED, file=sys.stderr)
        return 3
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        os.environ.update(PORTABLE, NUMBA_CACHE_DIR=folder)  # before numba is imported
        compiled = Path(folder, "kernels.o")
        compiled.write_bytes(compile_all())
        link(compiled, path)
    print(f"{path}: {path.stat().st_size:,} bytes")
    return 0


def list_kernels() -> dict[str, Any]:
    """The simulator's kernels by name."""
    import reihum.simulator.sampler  # noqa: F401 - it fills the list, as reihum.simulator does
    from reihum.simulator.compiler import ENTRIES

    return {name: kernel for name, kernel in ENTRIES.items() if kernel.__module__.startswith("reihum.simulator.")}


def compile_all() -> bytes:
    """All kernels as one object file."""
    from llvmlite import binding

    filterwarnings("ignore", "Cannot cache compiled function")
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    target = binding.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(features=FEATURES, opt=3, reloc="pic", codemodel="default")
    whole = binding.parse_assembly("")
    for name, kernel in list_kernels().items():
        whole.link_in(translate(name, kernel, str(machine.target_data)))
    tuning = binding.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    passes = binding.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(whole, passes)
    found: bytes = machine.emit_object(whole)
    return found


def translate(name: str, kernel: Any, layout: str) -> Any:
    """A kernel in the intermediate language, as a function of one pointer. Everything else in it is internal."""
    from llvmlite import binding

    hints = get_type_hints(kernel.py_func, include_extras=True)
    del hints["return"]
    types = tuple(map(numba_type, hints.values()))
    kernel.compile(types)
    overload = kernel.overloads[types]
    text = re.sub('target datalayout = ".*"', f'target datalayout = "{layout}"', overload.library.get_llvm_str())
    module = binding.parse_assembly(re.sub('target triple = ".*"', f'target triple = "{TRIPLE}"', text))
    inner = overload.fndesc.llvm_func_name
    operands = [str(argument.type) for argument in module.get_function(inner).arguments]
    sizes = [kind.dtype.bitwidth // 8 for kind in list_arrays(types)]
    module.link_in(binding.parse_assembly(str(wrap(name, inner, operands, sizes))))
    for part in (*module.functions, *module.global_variables):
        if not part.is_declaration and part.name != name:
            part.linkage = "internal"
    return module


def numba_type(hint: Any) -> Any:
    """The compiler's type of an argument."""
    from numba import types

    from reihum.simulator.compiler import Singles, Weights, Words

    arrays = {Words: types.int64[::1], Weights: types.float64[::1], Singles: types.float32[::1]}
    plain = {int: types.int64, bool: types.boolean} | arrays
    if hint in plain:
        return plain[hint]
    fields = [numba_type(field) for field in get_type_hints(hint).values()]
    return types.NamedTuple(fields, hint) if len({*fields}) > 1 else types.NamedUniTuple(fields[0], len(fields), hint)


def list_arrays(kinds: Iterable[Any]) -> Iterator[Any]:
    """The types of all arrays among the arguments, those in tuples too."""
    from numba import types

    for kind in kinds:
        if isinstance(kind, types.Array):
            yield kind
        elif isinstance(kind, types.BaseTuple):
            yield from list_arrays(kind)


def wrap(name: str, inner: str, operands: list[str], sizes: list[int]) -> Any:
    """A function that takes its arguments from memory, as ``reihum.simulator.precompiled`` puts them there, and calls
    the kernel. ``sizes`` are the bytes of an item of each array. The result is 0, or the compiler's code of an
    error."""
    from llvmlite import ir

    word, pointer, status = ir.IntType(64), ir.PointerType(), ir.IntType(32)
    known = {"i64": word, "i8": ir.IntType(8), "ptr": pointer}
    module = ir.Module()
    kernel = ir.Function(module, ir.FunctionType(status, [known[operand] for operand in operands]), inner)
    function = ir.Function(module, ir.FunctionType(status, [pointer]), name)
    builder = ir.IRBuilder(function.append_basic_block())
    numbers, item_bytes = read_words(builder, word, function.args[0]), iter(sizes)
    arguments = [function.args[0], builder.alloca(pointer)]  # room for the result and for what an error says
    while (at := len(arguments)) < len(operands):
        first = next(numbers)
        if operands[at] == "ptr":  # an array: two owners, length, bytes of an item, address, length, step in bytes
            length, null, size = next(numbers), pointer(None), word(next(item_bytes))
            arguments += [null, null, length, size, builder.inttoptr(first, pointer), length, size]
        else:
            arguments.append(first if operands[at] == "i64" else builder.trunc(first, known[operands[at]]))
    builder.ret(builder.call(kernel, arguments))
    return module


def read_words(builder: Any, word: Any, numbers: Any) -> Iterator[Any]:
    """Read the numbers behind the room for the result, one after another."""
    at = 0
    while True:
        at += 1
        yield builder.load(builder.gep(numbers, [word(at)], source_etype=word), typ=word)


def link(compiled: Path, path: Path) -> None:
    """Make the module that Pyodide loads. An unknown symbol is an error: the kernels need no library."""
    exports = [f"--export={name}" for name in list_kernels()]
    call = [sys.executable, "-m", "ziglang", "wasm-ld", "-shared", "--experimental-pic", "--strip-all", *exports]
    subprocess.run([*call, str(compiled), "-o", str(path)], check=True)


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
