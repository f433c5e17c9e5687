"""Settings come from flags, environment and file, in this order of weight; an error says where it comes from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields

from reihum.errors import BadOption
from reihum.server import command
from reihum.server.config import BadSetting, Config, find_unknown_variables, is_origin, read_config, variable

EVERYWHERE = "0.0.0.0"  # noqa: S104 – compared, not bound


def test_nothing_is_set() -> None:
    """By default the server listens on this machine alone, on its usual port."""
    config = read_config({}, {})
    assert config == Config()
    assert (config.listens_on, config.port) == ("127.0.0.1", 8011)


def test_what_counts_more(tmp_path: Path) -> None:
    """A flag counts more than the environment, the environment more than the file."""
    file = tmp_path / "reihum.toml"
    file.write_text('port = 1\nrate = 1\naddress-rate = 1\nproxy = ["10.0.0.0/8", "::1"]\nlan = true\n')
    environment = {"REIHUM_PORT": "2", "REIHUM_RATE": "2", "REIHUM_ORIGIN": "https://a.example, https://b.example:8443"}
    config = read_config({"port": "3"}, environment, str(file))
    assert (config.port, config.rate, config.address_rate) == (3, 2, 1)
    assert config.proxy == ("10.0.0.0/8", "::1")
    assert config.origin == ("https://a.example", "https://b.example:8443")
    assert config.listens_on == EVERYWHERE
    assert read_config({}, {"REIHUM_CONFIG": str(file)}).port == 1


@pytest.mark.parametrize(
    ("flags", "environment", "file", "named"),
    [
        ({"port": "many"}, {}, "", ["--port", "many", "int"]),
        ({"port": "70000"}, {}, "", ["--port", "70000", "65535"]),
        ({}, {"REIHUM_PORT": "-1"}, "", ["REIHUM_PORT", "-1"]),
        ({}, {}, 'port = "8011"', ["reihum.toml: port", "8011", "`int`, got `str`"]),
        ({}, {}, "prot = 8011", ["reihum.toml", "prot", "port, lan"]),
        ({}, {}, "port = = 1", ["reihum.toml", "line 1"]),
        ({"lan": "perhaps"}, {}, "", ["--lan", "perhaps"]),
        ({"log": "loud"}, {}, "", ["--log", "loud"]),
        ({"proxy": ["10.0.0.1/8"]}, {}, "", ["--proxy", "10.0.0.1/8", "192.168.0.0/16"]),
        ({}, {"REIHUM_PROXY": "10.0.0.1,caddy"}, "", ["REIHUM_PROXY", "caddy"]),
        ({"metrics": ["all"]}, {}, "", ["--metrics", "all"]),
        ({"origin": ["cards.example"]}, {}, "", ["--origin", "cards.example"]),
        ({"root-path": "cards/"}, {}, "", ["--root-path", "cards/"]),
        ({"host": EVERYWHERE}, {}, "", ["--host", EVERYWHERE, "--lan"]),
        ({}, {"REIHUM_HOST": "192.168.0.7"}, "", ["REIHUM_HOST", "--lan"]),
        ({"data": "x"}, {"REIHUM_DATABASE": "postgresql://h/d"}, "", ["--data", "database"]),
    ],
)
def test_what_is_wrong(
    tmp_path: Path, flags: dict[str, Any], environment: dict[str, str], file: str, named: list[str]
) -> None:
    """The error names the setting where it was given, what came, and what was expected."""
    path = tmp_path / "reihum.toml"
    path.write_text(file)
    with pytest.raises(BadSetting) as bad:
        read_config(flags, environment, str(path) if file else None)
    for part in named:
        assert part in str(bad.value)


def test_a_bot_of_the_operator() -> None:
    """A name and a class that can be loaded; anything else is refused when the server starts."""
    assert read_config({"bot": ("random2=py:reihum.bots.simple.random:RandomBot",)}, {}).bot
    assert read_config({"bot": ("mine=cmd:./mybot --deep",)}, {}).bot
    for wrong in (
        "cmd:./mybot",
        "a=cmd:",
        "a b=cmd:x",
        "py:reihum.bots.simple.random:RandomBot",
        "a=random",
        "a b=py:x:Y",
    ):
        with pytest.raises(BadSetting) as refused:
            read_config({"bot": (wrong,)}, {})
        assert refused.value.code == "config-bot"
    with pytest.raises(BadOption, match=r"py:no\.such\.module:Bot cannot be loaded: ModuleNotFoundError"):
        read_config({"bot": ("a=py:no.such.module:Bot",)}, {})


def test_a_file_that_is_not_there() -> None:
    """The error names the file, and why it cannot be read."""
    with pytest.raises(BadSetting, match="no/such/file"):
        read_config({}, {}, "no/such/file")


def test_misspelt_variables_are_noticed() -> None:
    """A variable that looks like a setting but is not may be a mistake."""
    assert find_unknown_variables({"REIHUM_PROT": "1", "REIHUM_PORT": "1", "REIHUM_CONFIG": "x", "HOME": "/"}) == [
        "REIHUM_PROT"
    ]


@pytest.mark.parametrize("text", ["https://cards.example", "http://192.168.0.7:8011", "http://[::1]:8011"])
def test_origins(text: str) -> None:
    """Origins are accepted as browsers write them."""
    assert is_origin(text)


@pytest.mark.parametrize(
    "text",
    "cards.example https://cards.example/ https://cards.example:443 http://x:80 ftp://x https://X.example "
    "https:// https://a@b http://x:port https://x?y * null".split(),
)
def test_texts_that_are_not_origins(text: str) -> None:
    """A text that no browser would send as an origin is refused: it would never match."""
    assert not is_origin(text)


def test_every_setting_is_a_flag_and_a_variable() -> None:
    """One name in three places; the command has a flag for each."""
    flags = {flag for option in command.serve.params for flag in option.opts} - {"--config", "--open"}
    assert flags == {f"--{field.encode_name}" for field in fields(Config)}
    assert variable("address-rate") == "REIHUM_ADDRESS_RATE"
