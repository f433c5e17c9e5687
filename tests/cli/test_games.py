"""``reihum games`` and ``reihum rules``: every game, in every language, with the options in force."""

from __future__ import annotations

import pytest

from reihum.cli.errors import describe_error
from reihum.cli.game_choice import choose_game
from reihum.cli.game_options import describe_options, split_game_options
from reihum.engine.options import find_needs
from reihum.engine.rule_pages import SECTIONS, option_value
from reihum.errors import BadOption
from reihum.games import GAMES
from reihum.protocol.gamelist import label_value
from reihum.texts import LANGUAGES, Texts
from terminal import reihum

ROWS = [facts.id for facts in GAMES.values() if facts.family == "rows"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_for_a_program(language: str) -> None:
    """A pipe gets one line per game, with tabs between id, name, players, age and options."""
    run = reihum("games", "--lang", language)
    lines = [line.split("\t") for line in run.out.splitlines()]
    assert run.status == 0
    assert [line[0] for line in lines] == list(GAMES)
    assert [line[1] for line in lines] == [Texts(language).text(f"{game}.name") for game in GAMES]
    assert lines[0][4].startswith("--edition 80|60|40 [80] --without R|Y|G|B [B] --elevens free|must|out [free] --turn")
    assert "--play-on off|on [off] --fewer 0…10,… --first" in lines[0][4]


@pytest.mark.parametrize(("language", "said"), [("de", "nur mit"), ("en", "only with"), ("fr", "seulement avec")])
def test_numbers_of_players_that_need_an_option(language: str, said: str) -> None:
    """The list says which numbers of players need an option, and names the flag."""
    lines = {line.split("\t")[0]: line.split("\t") for line in reihum("games", "--lang", language).out.splitlines()}
    assert lines["quartett"][2] == f"3–6; 2 {said} --bluff"
    assert lines["classic"][2] == "2–6"


@pytest.mark.parametrize("width", [60, 80, 200])
def test_games_for_a_person(width: int) -> None:
    """A terminal gets columns that fit it, with every option of every game."""
    out = reihum("games", terminal=True, environment={"TERM": "dumb", "COLUMNS": str(width)}).out
    assert all(flag in out for facts in GAMES.values() for flag in describe_options(facts))
    assert max(map(len, out.splitlines())) <= width


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_rules(game: str, language: str) -> None:
    """The rules of every game show all sections, the players and the notation, in every language."""
    run = reihum("rules", game, "--lang", language)
    texts = Texts(language)
    assert (run.status, run.errors) == (0, "")
    sections = [section for section in SECTIONS if section != "tips"]  # not every game has some
    for part in (texts.text(f"{game}.name"), *(texts.text(f"cli.rules.{section}") for section in sections)):
        assert part in run.out
    assert texts.text("cli.rules.notation") in run.out
    assert "cli." not in run.out


def test_the_rules_draw_their_examples() -> None:
    """The cards stand above the words that explain them."""
    told = reihum("rules", "schnipp-schnapp", "--lang", "en").out
    assert "■12   ★5   ●12\nYou turn up the blue 12." in told
    below = reihum("rules", "master", "--lang", "en").out
    assert "▶8  ▶9  ▶10\n    ●9\nThe blue 9 does not fit yet." in below


def test_only_the_options_in_force() -> None:
    """The rules of blocking appear only if it is on, and only those of the chosen kind."""
    usual = reihum("rules", "classic").out
    taking, drawing = (" ".join(reihum("rules", "classic", "--blocking", how).out.split()) for how in ("take3", "draw"))
    assert "Blocking is allowed" not in usual
    assert "take three cards from the stock" in taking
    assert "as if nothing fitted" in drawing
    assert "as if nothing fitted" not in taking


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [facts.id for facts in GAMES.values() if "first" in facts.options])
def test_the_rules_tell_that_the_youngest_begins(game: str, language: str) -> None:
    """The word of a table with people is understood by the rules, too: they tell it instead of a seat."""
    facts, texts = GAMES[game], Texts(language)
    needs = [f"--{name}={value}" for name, value in find_needs(facts.options, facts.options["first"]).items()]
    run = reihum("rules", game, "--first", "youngest", *needs, "--lang", language)
    keys = [f"{owner}.rules.turn.first" for owner in (game, facts.texts) if texts.has(f"{owner}.rules.turn.first.0")]
    words = " ".join(run.out.split())
    assert run.status == 0
    assert all(texts.text(f"{key}.youngest") in words and texts.text(f"{key}.0") not in words for key in keys)
    assert texts.text("option.first.youngest") in run.out


def test_the_rules_of_a_game_without_a_first_seat_refuse_the_youngest() -> None:
    """In the classic game the cards decide who opens, unless the elevens lie out."""
    run = reihum("rules", "classic", "--first", "youngest", "--lang", "en")
    assert run.status == 1
    assert "--elevens out" in run.errors


@pytest.mark.parametrize("command", ["rules", "play", "join", "simulate", "arena", "lab"])
def test_the_youngest_is_listed_where_people_play(command: str) -> None:
    """The help offers the word to people; bots have no age, so commands about bots do not offer it."""
    out = reihum(command, "junior", "--help").out
    assert "--first 1…6|random" in out
    assert ("youngest [1]" in out) == (command in ("rules", "play", "join"))


def test_only_the_moves_that_the_options_allow() -> None:
    """The table of moves to type leaves out what is never legal with these options."""
    usual = reihum("rules", "classic").out
    assert "take3 " not in usual
    assert "take3 " in reihum("rules", "classic", "--blocking", "take3").out


@pytest.mark.parametrize(
    ("extra", "form"), [("1", "lay CARD [CARD]"), ("2", "lay CARD [CARD]"), ("4", "lay CARD [CARD …]")]
)
def test_moves_with_several_cards(extra: str, form: str) -> None:
    """Cheat shows that a lay may have more than one card."""
    assert f"{form}  " in reihum("rules", "mogeln", "--extra", extra).out


def test_the_header_names_the_players_that_need_an_option() -> None:
    """Quartets for two needs `bluff`; the header of the rules says so."""
    assert "Players: 3–6; 2 only with --bluff. Ages 7 and up." in reihum("rules", "quartett").out
    assert "Players: 2. Ages" in reihum("rules", "zweikampf").out


def test_a_reconstruction_says_so() -> None:
    """RULEBOOK §3.4: the rules of a reconstructed game say that they are one."""
    assert "Reconstructed" in reihum("rules", "schlafmuetze").out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ROWS)
def test_every_option_value_of_a_row_game_has_its_rule(game: str, language: str) -> None:
    """Every value of an option that changes a rule has a text, for the game or for its family."""
    texts = Texts(language)
    for option in GAMES[game].options.values():
        if option.kind == "each":
            continue
        for value in option.values(GAMES[game].seats[-1]):
            rule = f"{option.name}.{option_value(value)}"
            keys = [f"{owner}.rules.{section}.{rule}" for owner in (game, "rows") for section in SECTIONS]
            assert value == option.default or any(map(texts.has, keys)), keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_games_have_our_names(language: str) -> None:
    """The trademark names the rules we implement, never our product."""
    assert all("Elfer raus" not in Texts(language).text(f"{game}.name") for game in GAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_words(language: str) -> None:
    """Every option and every value of it has a text."""
    texts = Texts(language)
    for facts in GAMES.values():
        for option in facts.options.values():
            assert texts.text(f"option.{option.name}")
            assert all(label_value(option, value, texts) for value in option.values(4))


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (["--extra", "classic"], {"extra": "on"}),
        (["--extra", "off"], {"extra": "off"}),
        (["--extra=off"], {"extra": "off"}),
        (["--no-extra"], {"extra": "off"}),
        (["--stop-calls", "on"], {"stop_calls": "on"}),
        (["--no-stop-calls"], {"stop_calls": "off"}),
        (["--edition", "60", "--without", "R"], {"edition": "60", "without": "R"}),
        (["--no-such", "thing"], {"no_such": "thing"}),
        (["--blocking"], {"blocking": ""}),
    ],
)
def test_options_as_flags(words: list[str], options: dict[str, str]) -> None:
    """A flag may have a value or none, after a blank or an equals sign; ``--no-`` turns it off."""
    assert split_game_options(words, [])[1] == options


def test_own_words_stay() -> None:
    """The flags of the command stay, and so do words after a double dash."""
    words = ["--seats", "4", "classic", "--first", "2", "--", "--edition"]
    assert split_game_options(words, ["--seats"]) == (["--seats", "4", "classic", "--", "--edition"], {"first": "1"})


@pytest.mark.parametrize(("typed", "seat"), [("1", 0), ("4", 3), ("random", "random")])
def test_seats_are_counted_from_one(typed: str, seat: int | str) -> None:
    """``--first 1`` is the first seat, as with ``--seat``."""
    options = split_game_options(["--first", typed], [])[1]
    assert choose_game("ratefix", 4, options).options["first"] == seat


@pytest.mark.parametrize(("typed", "got"), [("0", "0"), ("5", "5"), ("two", "two")])
def test_a_wrong_seat_is_named_as_it_was_typed(typed: str, got: str) -> None:
    """The refusal counts from 1, too."""
    with pytest.raises(BadOption) as refusal:
        choose_game("ratefix", 4, split_game_options(["--first", typed], [])[1])
    told = describe_error(refusal.value, Texts("en"))
    assert "1, 2, 3, 4, random;" in told
    assert got in told


@pytest.mark.parametrize(("command", "youngest"), [("play", True), ("rules", True), ("simulate", False)])
def test_the_refusal_of_a_seat_names_the_youngest_where_people_play(command: str, *, youngest: bool) -> None:
    """As the help does."""
    run = reihum(command, "ratefix", "--first", "9", "--lang", "en")
    assert ("random, youngest;" in run.errors) == youngest
    assert "1, 2, 3, 4, random" in run.errors


def test_two_players_need_an_option() -> None:
    """Quartett for two says that it needs ``--bluff``, and does not switch it on by itself."""
    with pytest.raises(BadOption) as refusal:
        choose_game("quartett", 2, {})
    assert "--bluff" in describe_error(refusal.value, Texts("en"))
