"""The shell completes commands, options, games and bots, with explanations in the reader's language."""

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


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("play cl", ["classic"]),
        ("rules rate", ["ratefix"]),
        ("arena --game cl", ["classic"]),
        ("play classic --bots so", ["solid"]),
        ("play classic --bots solid,s", ["solid,sensible", "solid,solid"]),
        ("simulate classic --versus e", ["eager", "expert"]),
        ("arena --game classic sol", ["solid"]),
        ("bot sol", ["solid"]),
        ("review game.jsonl --level sol", ["solid"]),
        ("play classic --block", ["--blocking"]),
        ("play ratefix --block", []),
        ("play --lang de classic --block", ["--blocking"]),
        ("play classic --blocking t", ["take3"]),
        ("arena --game classic --blocking t", ["take3"]),
        ("play quartett --first 6", ["6"]),
        ("play quartett --first y", ["youngest"]),
        ("simulate quartett --first y", []),
        ("admin li", ["list"]),
    ],
)
def test_games_their_options_and_bots(line: str, offered: list[str]) -> None:
    """A game and its bots are offered by their names, its options as flags, and then their values."""
    assert completed("bash", f"reihum {line}").split() == [f"plain,{word}" for word in offered]


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("reihum nonsense ", ["plain,games"]),
        ("reihum admin nonsense ", ["plain,list"]),
        ("reihum games classic ", []),
    ],
)
def test_words_that_mean_nothing_stop_nothing(line: str, first: list[str]) -> None:
    """The commands are offered all the same; the complaint comes when the command runs."""
    assert completed("bash", line).split()[:1] == first


def test_explanations_are_in_the_readers_language() -> None:
    """zsh shows a sentence beside each word, never the key of a text."""
    told = completed("zsh", "reihum ga", "de")
    assert told.splitlines()[1] == "games"
    assert "Spiele" in told
    assert "cli.help" not in completed("zsh", "reihum ")
    assert completed("zsh", "reihum rules cl", "de").splitlines()[1:] == ["classic", "Elfer-Klassiker"]


def test_an_unknown_shell_is_refused() -> None:
    """The exit status says so."""
    assert reihum(environment={"_REIHUM_COMPLETE": "abacus_source"}).status == 1
