"""Cards as people write them: everything the notation allows is read, everything else is one line of error."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from analyzer.core.decks import DOUBLE_SIX, PLAYING_52, SABACC_62, SABACC_76, Deck
from analyzer.core.errors import InputError, near
from analyzer.core.notation import as_text, normalize, parse_cards, parse_suit, parse_whole, quoted, tokens

SUITS = {
    "C": ["C", "c", "coins", "Coin", "circle", "CIRCLES", "o", "O", "●"],
    "F": ["F", "f", "flasks", "Flask", "square", "SQUARES", "q", "Q", "■"],
    "S": ["S", "s", "sabers", "Saber", "triangle", "TRIANGLES", "t", "T", "▲"],
}
MINUS_SIGNS = "-\u2212\u2010\u2011\u2012\u2013\u2014\ufe63\uff0d"
BLANKS = [" ", ",", ", ", "  ", "\t", "\n", "; ", "\u00a0", "\u3000", "\x0b"]
TWO_SUITS = Deck("two", ("1H", "2H", "1D", "2D"), (1, 2, 1, 2), (0, 0, 1, 1), "HD", "2H", (("hearts", "h"), ("d",)))
SUITLESS = Deck("suitless", ("1", "2", "3"), (1, 2, 3), (-1, -1, -1), "", "2")

hands = st.lists(st.integers(0, 61), unique=True, max_size=62)


def refusal(read: Callable[[], object]) -> str:
    """Return the message of the ``InputError`` that ``read`` must raise, which must be one printable line."""
    with pytest.raises(InputError) as caught:
        read()
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 600
    return message


def outcome(read: Callable[[], Any]) -> tuple[Any, str]:
    """Return what ``read`` returns and no message, or ``None`` and the one printable line of its ``InputError``."""
    try:
        return read(), ""
    except InputError as error:
        message = str(error)
    assert message.isprintable()
    return None, message


def spelled(card: int, chance: random.Random) -> str:
    """Return one of the spellings of ``card``."""
    value, suit = SABACC_62.values[card], SABACC_62.suits[card]
    if suit < 0:
        return chance.choice(["0", "+0", "-0", "\u22120", "sylop", "Sylop", "SYLOP"])
    sign = chance.choice(MINUS_SIGNS) if value < 0 else chance.choice(["", "+"])
    gap = chance.choice(["", "", " "])
    return f"{sign}{abs(value)}{gap}{chance.choice(SUITS['CFS'[suit]])}"


def copies_in_order(hand: list[int]) -> tuple[int, ...]:
    """Return ``hand`` as it is read: the Sylop written first is card 30."""
    sylops = iter((30, 31))
    return tuple(next(sylops) if card in (30, 31) else card for card in hand)


@given(hands)
def test_printed_cards_are_read_back_and_print_alike(hand: list[int]) -> None:
    words = SABACC_62.words(hand)
    read = parse_cards(" ".join(words), SABACC_62, "HAND")
    assert read == copies_in_order(hand)
    assert SABACC_62.words(read) == words


@given(hands, st.randoms(use_true_random=False))
def test_every_spelling_of_a_hand_is_read(hand: list[int], chance: random.Random) -> None:
    blank = chance.choice(BLANKS)
    text = blank + "".join(spelled(card, chance) + chance.choice(BLANKS) for card in hand)
    assert parse_cards(text, SABACC_62, "HAND") == copies_in_order(hand)


@pytest.mark.parametrize("letter", "CFS")
def test_all_words_of_a_suit_are_read(letter: str) -> None:
    index = "CFS".index(letter)
    for word in SUITS[letter]:
        assert parse_suit(f" {word}\n", SABACC_62, "--suit") == index
        assert parse_cards(f"7{word}", SABACC_62, "HAND") == (32 + 6 * 3 + index,)
        assert parse_cards(f"\u221210 {word}", SABACC_62, "HAND") == (index,)


@pytest.mark.parametrize("sign", list(MINUS_SIGNS))
def test_every_minus_sign_is_a_minus(sign: str) -> None:
    assert parse_cards(f"{sign}3F", SABACC_62, "HAND") == ((-3 + 10) * 3 + 1,)
    assert parse_whole(f"{sign}5") == -5


def test_a_lone_value_takes_the_suit_after_it_and_a_sylop_takes_none() -> None:
    cards = parse_cards("7 coins -3 flasks 0 sylop 10 S", SABACC_62, "HAND")
    assert SABACC_62.words(cards) == ["+7C", "-3F", "0", "0", "+10S"]
    assert "card 2: 'coins'" in refusal(lambda: parse_cards("0 coins", SABACC_62, "HAND"))
    assert "card 2: 'coins'" in refusal(lambda: parse_cards("7C coins", SABACC_62, "HAND"))
    assert "card 2: '7'" in refusal(lambda: parse_cards("1C 7 -3F", SABACC_62, "HAND"))


@example("\x00\x1b[31m\n\r\u2028\ud800\u202e")
@example("'" * 30)
@example("\\n")
@given(st.text(st.characters(exclude_categories=()), max_size=60))
def test_garbage_is_refused_in_one_printable_line(text: str) -> None:
    cards, message = outcome(lambda: parse_cards(text, SABACC_62, "HAND"))
    assert message.startswith("HAND, card ") or all(0 <= card < 62 for card in cards)
    suit, message = outcome(lambda: parse_suit(text, SABACC_62, "--suit"))
    assert message.startswith("--suit: ") or suit in range(3)


@given(st.text("0123456789+-CFScfso ,\u2212sylop", max_size=12))
@settings(max_examples=200)
def test_near_cards_are_read_as_cards_of_the_deck_or_refused(text: str) -> None:
    cards, message = outcome(lambda: parse_cards(text, SABACC_62, "HAND"))
    if cards is None:
        assert message.startswith("HAND, card ")
    else:
        assert len(set(cards)) == len(cards)
        assert parse_cards(" ".join(SABACC_62.words(cards)), SABACC_62, "HAND") == cards


@pytest.mark.parametrize(
    ("text", "place", "token"),
    [
        ("+7C +7C", 2, "'+7C' is named once too often: the deck holds it once"),
        ("7C -3F \u25cf7 7o", 3, "'\u25cf7'"),
        ("7C, 1F, 7 circle", 3, "'+7C' is named once too often"),
        ("0 0 0", 3, "'0' is named once too often: the deck holds it 2 times"),
        ("0 sylop -0", 3, "'0' is named once too often"),
        ("1C 11C", 2, "'11C' is no card"),
        ("-11S", 1, "'-11S' is no card"),
        ("0C", 1, "'0C' is no card"),
        ("5H", 1, "'5H' is no card"),
        ("\u0667C", 1, "'\u0667C' is no card"),
        ("\uff17C", 1, "'\uff17C' is no card"),
        ("1C 07C", 2, "'07C' is no card"),
        ("7C\x00", 1, "'7C\\x00' is no card"),
        ("7C\x1b[0m", 1, "'7C\\x1b[0m' is no card"),
        ("7C\u200b", 1, "'7C\\u200b' is no card"),
        ("1C nan", 2, "'nan' is no card"),
    ],
)
def test_a_bad_card_is_named_with_its_place(text: str, place: int, token: str) -> None:
    message = refusal(lambda: parse_cards(text, SABACC_62, "HAND"))
    assert message.startswith(f"HAND, card {place}: {token}")
    if "no card" in message:
        assert "expected a card like +7C, -3F, 10S or 0" in message


@example("07C")
@example("+7coin5")
@given(st.text("0123456789+-CFSchx", min_size=1, max_size=5))
@settings(max_examples=200)
def test_near_matches_are_cards_as_they_are_printed(token: str) -> None:
    _, message = outcome(lambda: parse_cards(token, SABACC_62, "HAND"))
    hint = re.search(r"; did you mean (.*)\?$", message)
    offered = hint[1].split(" or ") if hint else []
    assert all(name in SABACC_62.names for name in offered)
    assert len(set(offered)) == len(offered) <= 2


def test_a_near_match_is_offered() -> None:
    assert refusal(lambda: parse_cards("11C", SABACC_62, "HAND")).endswith("; did you mean +1C or +10C?")
    assert "did you mean 0?" in refusal(lambda: parse_cards("sylopp", SABACC_62, "HAND"))
    assert refusal(lambda: parse_suit("flaks", SABACC_62, "--suit")).endswith("; did you mean flasks?")
    assert near("Ab", ["AB", "xyz"]) == "; did you mean AB?"
    assert near("q", ["AB", "xyz"]) == near("", []) == ""


@pytest.mark.parametrize("token", ["x", "7", "7C", "-", "\u2212", ",", " ", "7C ", "0 ", "\u25cf", "\x00", "7 c "])
def test_endless_tokens_are_answered_at_once(token: str) -> None:
    text = token * 100_000
    started = time.process_time()  # of this process alone: the machine may be busy
    if set(token) <= set(" ,"):
        assert parse_cards(text, SABACC_62, "HAND") == ()
    else:
        refusal(lambda: parse_cards(text, SABACC_62, "HAND"))
    refusal(lambda: parse_suit(text, SABACC_62, "--suit"))
    assert parse_whole(text) is None
    assert time.process_time() - started < 1


@pytest.mark.parametrize("text", ["", " ", ",", " ,; \n", "\u00a0", [], ()])
def test_nothing_is_no_cards(text: object) -> None:
    assert tokens(text) == []
    assert parse_cards(text, SABACC_62, "HAND") == ()


WRONG_TYPES = [None, True, 1.5, float("nan"), float("inf"), 10**5000, b"7C", object(), {"7C": 1}, [[7]], [10**5000]]


@pytest.mark.parametrize("value", WRONG_TYPES, ids=lambda value: type(value).__name__)
def test_wrong_types_are_refused_like_bad_text(value: object) -> None:
    assert refusal(lambda: parse_cards(value, SABACC_62, "HAND")).startswith("HAND, card 1: ")
    assert refusal(lambda: parse_suit(value, SABACC_62, "--suit")).startswith("--suit: ")
    assert parse_whole(value) is None
    assert quoted(value).isprintable()


def test_lists_and_numbers_stand_for_what_would_be_typed() -> None:
    assert parse_cards(["+7C", "0", 0], SABACC_62, "HAND") == (50, 30, 31)
    assert as_text(("7C", -5)) == "7C -5"
    endless: list[object] = []
    endless += [endless, endless]
    assert quoted(endless).isprintable()
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert quoted(deep) == "'list too long to write'"


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("+7", 7), (" -7\n", -7), ("\u22127", -7), ("007", 7), ("-0", 0), (7, 7), ("9" * 20, 10**20 - 1)],
)
def test_whole_numbers_are_read(text: object, number: int) -> None:
    assert parse_whole(text) == number


NO_NUMBERS = ["", "-", "--5", "+-5", "1 2", "1_0", "5.0", "1e3", "0x5", "\u0665", "\uff15", "\u00b2"]


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_whole_number_is_none(text: str) -> None:
    assert parse_whole(text) is None


@given(st.text(st.characters(exclude_categories=()), max_size=50))
def test_a_quotation_is_short_and_printable(text: str) -> None:
    shown = quoted(text)
    assert shown.isprintable()
    assert len(shown) <= 24 * 10 + 5
    if text.isprintable() and len(text) <= 24:
        assert shown == f"'{text}'"


@given(st.text())
def test_normalizing_twice_changes_nothing(text: str) -> None:
    assert normalize(normalize(text)) == normalize(text)


def test_other_decks_read_their_own_suits_only() -> None:
    assert parse_cards("1 hearts 2d", TWO_SUITS, "HAND") == (0, 3)
    assert parse_suit("D", TWO_SUITS, "--suit") == 1
    for word in ("coins", "C", "\u25cf"):
        assert "expected H (hearts), D (d)" in refusal(lambda word=word: parse_suit(word, TWO_SUITS, "--suit"))


def test_a_deck_without_suits_or_zeros_has_neither_sylops_nor_negatives() -> None:
    assert parse_cards("3 +1", SUITLESS, "HAND") == (2, 0)
    for word in ("-1", "0", "sylop", "1C"):
        message = refusal(lambda word=word: parse_cards(word, SUITLESS, "HAND"))
        assert message.startswith(f"HAND, card 1: '{word}' is no card of this deck: expected a card like 2")


@pytest.mark.parametrize("deck", [SABACC_62, SABACC_76, PLAYING_52, DOUBLE_SIX], ids=lambda deck: deck.name)
def test_every_card_is_read_back_and_numbers_are_the_canonical_order(deck: Deck) -> None:
    every = tuple(range(len(deck)))
    assert parse_cards(deck.words(every), deck, "HAND") == every
    assert parse_cards(" ".join(deck.words(every)).lower(), deck, "HAND") == every
    keys = list(zip(deck.values, deck.suits, strict=True))
    assert deck is DOUBLE_SIX or keys == sorted(keys)
    assert len(set(deck.names)) == len({name.lower() for name in deck.names})


@pytest.mark.parametrize(
    ("deck", "text", "names"),
    [
        (PLAYING_52, "5H TD AS 9d", ["5H", "TD", "AS", "9D"]),
        (PLAYING_52, "5\u2665 10\u2666\ufe0f aS, qh", ["5H", "TD", "AS", "QH"]),
        (PLAYING_52, "5H6HJDQS10c", ["5H", "6H", "JD", "QS", "TC"]),
        (PLAYING_52, "queen of hearts, ace spades 10 diamonds 1C", ["QH", "AS", "TD", "AC"]),
        (SABACC_76, "11C 15S -17 0", ["11C", "15S", "-17", "0"]),
        (SABACC_76, "AC commander flasks Master of Staves idiot IDIOT star", ["15C", "12F", "14T", "0", "0", "-17"]),
        (SABACC_76, "\u22122 queen +7s 3 staves evil-one", ["-2", "-2", "7S", "3T", "-15"]),
        (DOUBLE_SIX, "3-5 46, 6|6 [0|1] 4\u20133", ["3-5", "4-6", "6-6", "0-1", "3-4"]),
    ],
)
def test_each_deck_is_read_as_people_write_it(deck: Deck, text: str, names: list[str]) -> None:
    assert deck.words(parse_cards(text, deck, "HAND")) == names


@pytest.mark.parametrize(
    ("deck", "text"),
    [
        (PLAYING_52, "5H6X"), (PLAYING_52, "5H 11H"), (PLAYING_52, "TD 10d"), (PLAYING_52, "HJ"),
        (SABACC_76, "16C"), (SABACC_76, "-3"), (SABACC_76, "0C"), (SABACC_76, "11C15S"), (SABACC_76, "0 0 0"),
        (DOUBLE_SIX, "3"), (DOUBLE_SIX, "8"), (DOUBLE_SIX, "3-7"), (DOUBLE_SIX, "[3-5]"), (DOUBLE_SIX, "35 53"),
    ],
)  # fmt: skip
def test_what_a_deck_does_not_hold_is_refused(deck: Deck, text: str) -> None:
    assert deck.noun in refusal(lambda: parse_cards(text, deck, "HAND"))


def test_the_numbers_of_cards_are_as_the_decks_say() -> None:
    ace_of_spades, queen, tile = parse_cards("AS", PLAYING_52, "x"), parse_cards("QD", PLAYING_52, "x"), (2, 5)
    assert (ace_of_spades, queen) == ((3,), (11 * 4 + 1,))
    assert parse_cards("0 7F", SABACC_76, "x") == (14, 16 + 6 * 4 + 2)
    assert DOUBLE_SIX.names[tile[0] * (13 - tile[0]) // 2 + tile[1]] == "2-5"
    assert (len(SABACC_76), len(PLAYING_52), len(DOUBLE_SIX)) == (76, 52, 28)
    assert sum(DOUBLE_SIX.values) == 168
