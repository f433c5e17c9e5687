"""Completion in the shell: click does it, and here its explanations become texts in the reader's language."""

from __future__ import annotations

from click.shell_completion import CompletionItem, get_completion_class

from reihum.cli.application import COMPLETION_VARIABLE, split_language
from reihum.cli.group import REIHUM
from reihum.cli.screen import Screen


def complete_words(screen: Screen, instruction: str) -> int:
    """Print the shell's script, or the words that could stand here; return the exit status."""
    shell, _, wanted = instruction.partition("_")
    known = get_completion_class(shell)
    if known is None or wanted not in ("source", "complete"):
        return 1
    completion = known(REIHUM, {"obj": screen}, "reihum", COMPLETION_VARIABLE)
    if wanted == "source":
        print(completion.source())
        return 0
    args, incomplete = completion.get_completion_args()
    for item in completion.get_completions(split_language(args)[1], incomplete):
        print(completion.format_completion(_translate(item, screen)))
    return 0


def _translate(item: CompletionItem, screen: Screen) -> CompletionItem:
    """The item with its explanation as a text, if that is the key of one."""
    explained = screen.text(item.help) if item.help and screen.texts.has(item.help) else None
    return CompletionItem(item.value, item.type, explained)
