"""The shell completes commands and options, with explanations in the reader's language."""

from __future__ import annotations

import pytest

from terminal import reihum


def completed(shell: str, line: str, language: str = "en") -> str:
    """What the shell is told about the last word of a line."""
    words = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    environment = {"_REIHUM_COMPLETE": f"{shell}_complete", "LANG": language, **words}
    return reihum(environment=environment).out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_its_script(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line in the documents loads it."""
    monkeypatch.setattr("click.shell_completion.BashComplete._check_version", lambda *_: None)
    script = reihum(environment={"_REIHUM_COMPLETE": f"{shell}_source"}).out
    assert f"{shell}_complete" in script
    assert "reihum" in script


def test_commands_and_options() -> None:
    """A beginning is completed; nothing else is offered."""
    assert completed("bash", "reihum re").split() == ["plain,replay", "plain,review", "plain,restore"]
    assert "plain,--seed" in completed("bash", "reihum play --se").split()


def test_explanations_are_in_the_readers_language() -> None:
    """zsh shows a sentence beside each word, never the key of a text."""
    told = completed("zsh", "reihum ga", "de")
    assert told.splitlines()[1] == "games"
    assert "Spiele" in told
    assert "cli.help" not in completed("zsh", "reihum ")


def test_an_unknown_shell_is_refused() -> None:
    """The exit status says so."""
    assert reihum(environment={"_REIHUM_COMPLETE": "abacus_source"}).status == 1
