"""Stay or fold: the policy, its solution, and the question, against hands played out and plain counts."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from analyzer import games
from analyzer.core.decks import SABACC_62
from analyzer.core.errors import InputError
from analyzer.core.rng import seed_stream
from analyzer.games.coruscant_shift import rules as rulebook
from analyzer.games.coruscant_shift import solve
from analyzer.games.coruscant_shift.fields import make_book
from analyzer.games.coruscant_shift.kernels import match
from analyzer.games.coruscant_shift.kernels.apart import MILLIONTHS, apart_block
from analyzer.games.coruscant_shift.kernels.betting import betting_block
from analyzer.games.coruscant_shift.kernels.deviation import deviation_block
from analyzer.games.coruscant_shift.kernels.hand import play_hand
from analyzer.games.coruscant_shift.kernels.policies import BETTOR, REPLY, choose_selection
from analyzer.games.coruscant_shift.kernels.selections import strength
from analyzer.games.coruscant_shift.kernels.staying import CELLS, CLASSES, SHAPE, cell_of, class_of_final
from analyzer.games.coruscant_shift.kernels.table import ACTIONS, CHIPS, PAID, WON, new_table
from analyzer.games.options import load_options

STANDARD = load_options(Path(rulebook.__file__).parent).resolve()
HALCYON = STANDARD | {"form": "halcyon"}


@pytest.fixture(scope="module")
def books():
    return {players: make_book(HALCYON, players, ("bettor",)) for players in (2, 3)}


# ---------------------------------------------------------------------------------------------------- the cells


def test_every_cell_of_a_strategy_has_its_own_place():
    places = [cell_of(*index[:1], 5 * index[1], *index[2:]) for index in np.ndindex(*SHAPE)]
    assert places == list(range(CELLS))


@pytest.mark.parametrize("target", [0, 5, -5, 10, -10])
def test_classes_of_final_selections_keep_the_order_of_the_rules(target):
    from analyzer.games.coruscant_shift.kernels.options import pack

    draw, opts = random.Random(target), pack(STANDARD)
    drawn = [tuple(draw.sample(range(62), draw.randrange(1, 6))) for _ in range(400)]
    found = []
    for cards in drawn:
        total = sum(SABACC_62.values[card] for card in cards) + (rulebook.suit_count(cards, 1) << 16)
        total += sum(SABACC_62.suits[card] == -1 for card in cards) << 24
        own = class_of_final(strength(total, len(cards), target, opts))
        away, suited = rulebook.distance(cards, target), rulebook.suit_count(cards, 1)
        assert own == min(away, 20) * 6 + suited
        assert 0 <= own < CLASSES
        found.append(own)
    assert len(set(found)) > 40


# ------------------------------------------------------------------------------------------------------ the policy


def test_bettor_folds_by_its_table_alone(books):
    rows = np.zeros((400, match.SEAT_COLUMNS * 2 + 1), dtype=np.int32)
    for chance, share in ((0.0, 1.0), (1.0, 0.0)):
        book = books[2]._replace(betting=np.full(CELLS, chance, dtype=np.float32))
        match.hands_block(np.uint64(3), 400, np.array([BETTOR, BETTOR]), False, book, rows)
        assert rows[:, match.FOLDS].mean() == share
        # The last one in is not asked, and wins unseen.
        assert not rows[:, match.SEAT_COLUMNS + match.FOLDS].any()


def test_values_of_cells_are_what_hands_bring(books):
    """The chips that `betting_block` counts are those of hands played by `play_hand`, ante aside."""
    deals, book = 20_000, books[2]
    sums, reach, gains = np.zeros(CELLS), np.zeros(CELLS), np.zeros(deals)
    betting_block(np.uint64(5), deals, 2, book, book.betting, book.betting, sums, reach, gains)
    # All chips stay on the table: whatever is played, the two win back their antes.
    error = gains.std(ddof=1) / deals**0.5
    assert abs(gains.mean() - 1) < 4.5 * error
    assert error < 0.02
    # Seats that never fold, against the table: one figure by either kernel.
    always = np.ones(CELLS, dtype=np.float32)
    gains[:] = 0
    betting_block(np.uint64(6), deals, 2, book, book.betting, always, sums, reach, gains)
    rows = np.zeros((2 * deals, match.SEAT_COLUMNS * 2 + 1), dtype=np.int32)
    match.hands_block(np.uint64(7), deals, np.array([REPLY, BETTOR]), True, book, rows)
    seats = rows.reshape(deals, 2, -1)
    chips = (seats[:, 0, match.POINTS] + seats[:, 1, match.SEAT_COLUMNS + match.POINTS]) / 2 + 1
    difference = gains.mean() - chips.mean()
    assert abs(difference) < 4.5 * (gains.var() / deals + chips.var() / deals) ** 0.5


# -------------------------------------------------------------------------------------------------------- the gaps


def test_better_bets_are_found_against_a_bad_strategy_and_hardly_any_against_the_shipped_one(books):
    rows = np.zeros((24, 2), dtype=np.int64)
    apart_block(np.uint64(1), len(rows), books[2], rows)
    proved, seen = rows.mean(axis=0) / MILLIONTHS
    assert -0.02 < proved <= seen < 0.06
    rows[:] = 0
    apart_block(np.uint64(1), 24, books[2]._replace(betting=np.zeros(CELLS, dtype=np.float32)), rows)
    # Where the other always folds, staying wins both antes: two chips in the first seat, and the second is not asked.
    proved, seen = rows.mean(axis=0) / MILLIONTHS
    assert proved == pytest.approx(seen)
    assert 0.5 < proved < 1.5


def test_a_better_selection_is_found_where_reply_plays_for_the_wrong_thing():
    book = make_book(STANDARD, 2, ("reply",))
    gains = []
    for played in (book, book._replace(keeping=-book.keeping)):
        rows = np.zeros((6, 2), dtype=np.int64)
        deviation_block(np.uint64(2), len(rows), 2, played, rows)
        gains.append(rows.mean(axis=0) / (840 * 400))
    (good, good_seen), (bad, bad_seen) = gains
    assert -0.02 < good < 0.03
    assert -0.02 < good_seen < 0.06
    assert min(bad, bad_seen) > 0.1


# ------------------------------------------------------------------------------------------------------ the making


class Bench:
    """A workshop without machinery, which dies after ``lives`` things kept."""

    seed = 1

    def __init__(self, folder, lives=99):
        self.folder, self.lives, self.kept, self.told = folder, lives, {}, []

    def map(self, function, items):
        return map(function, items)

    def tell(self, done, of, words=""):
        self.told.append((done, of))

    def load(self, name):
        return self.kept.get(name)

    def save(self, name, **arrays):
        if self.lives == 0:
            raise KeyboardInterrupt
        self.lives -= 1
        self.kept[name] = arrays


def test_stages_carry_on_and_make_the_same(books, tmp_path, monkeypatch):
    # A book takes seconds, and any will do here.
    monkeypatch.setattr(solve, "reply_book", lambda _rules, _final: books[2])
    monkeypatch.setattr(solve, "ROUNDS", (2_000, 4_000))
    monkeypatch.setattr(solve, "PLAYERS", range(2, 4))
    monkeypatch.setattr(solve, "BETTING_ROUNDS", 3)
    monkeypatch.setattr(solve, "BETTING_HANDS", 300)
    whole, cut = Bench(tmp_path / "whole"), Bench(tmp_path / "cut", lives=1)
    for bench in (whole, cut):
        bench.folder.mkdir()
    for stage in solve.stages(STANDARD):
        stage.run(whole)
        cut.lives = 1
        with pytest.raises(KeyboardInterrupt):
            stage.run(cut)
        cut.lives = 99
        stage.run(cut)
        for name in stage.files:
            assert (whole.folder / name).read_bytes() == (cut.folder / name).read_bytes()
    assert whole.told == [(1, 4), (2, 4), (3, 4), (4, 4), (1, 2), (2, 2)]
    with np.load(whole.folder / "betting.npz", allow_pickle=False) as made:
        assert sorted(made) == ["2", "3"]
        assert 0 < made["2"].mean() < 255


# ---------------------------------------------------------------------------------------------------- the question


def ask(**inputs):
    game = games.load("coruscant-shift", rules={"form": inputs.pop("form", "halcyon")} | inputs.pop("rules", {}))
    return game.bet(**{"target": 0, "suit": "S", "players": 2, "stage": "select"} | inputs)


def test_a_weak_hand_folds_and_a_strong_one_stays():
    last = {"stage": "improve", "pot": 5, "chips": "8,7", "samples": 2000}
    weak = ask(selection="+9C", discarded="+8F +7F +6F +5F", **last)
    assert weak.document["options"][0]["action"] == ["fold"]
    assert weak.document["options"][1]["value"] == pytest.approx(-1, abs=0.1)
    strong = ask(selection="-9S +8S +1S", discarded="+10C +9C", **last)
    best = strong.document["options"][0]
    assert best["action"] == ["stay"]
    # Three of the suit and exact: seldom beaten, and the pot is paid out whole.
    assert 3 < best["value"] < 5
    assert sum(best["parts"].values()) == pytest.approx(best["value"])


def test_the_last_bet_against_players_who_never_fold_is_what_the_rules_play():
    """The opponent is `closest` and all own cards are known: its hand is played by the rules."""
    own, gone = ("+1S", "-2C"), ("+9C", "+8F", "-10F")
    target, suit, pot = 0, 2, 4
    selection = tuple(sorted(SABACC_62.copies(word)[0] for word in own))
    known = {*selection, *(SABACC_62.copies(word)[0] for word in gone)}
    rest = [card for card in range(62) if card not in known]
    draw, won = random.Random(5), []
    for _ in range(4_000):
        cards = tuple(draw.sample(rest, 10))
        first = rulebook.closest(rulebook.legal_selections(cards[:5], target, suit, HALCYON), (), target, suit)
        new = cards[5 : 10 - len(first)]
        final = rulebook.closest(
            rulebook.legal_additions(first, new, target, suit, HALCYON), (), target, suit
        )
        sign = rulebook.compare(selection, final, target, suit, HALCYON)
        won.append((1 + sign) / 2)
    answer = ask(
        selection=" ".join(own), discarded=" ".join(gone), stage="improve", pot=pot - 1, chips="8,7", seat=2,
        opponent="closest", samples=4000,
    )  # fmt: skip
    value = next(option for option in answer.document["options"] if option["action"] == ["stay"])["value"]
    expected, error = np.mean(won) * pot - 1, np.std(won) * pot / len(won) ** 0.5
    assert abs(value - expected) < 4.5 * error * 2**0.5


def test_the_first_bet_is_worth_what_hands_played_out_bring(books):
    """The asker plays on as `reply` and sits last of two, the other is `bettor`: deals where it stays, played out."""
    hand, target, suit = tuple(range(3, 60, 12)), 5, 1
    rest = [card for card in range(62) if card not in hand]
    table, state, draw, brought, book = new_table(), np.zeros(4, dtype=np.uint64), random.Random(9), [], books[2]
    seed_stream(state, np.uint64(9))
    while len(brought) < 4_000:
        cards = draw.sample(rest, len(rest))
        table.order[:] = (*cards[:5], *hand, *cards[5:])
        table.seats[CHIPS, :2] = 10
        play_hand(table, 2, target, suit, np.array([BETTOR, REPLY]), book, state)
        # Where the other folds at once the asker is not asked.
        if table.seats[ACTIONS, 1]:
            brought.append(table.seats[WON, 1] - table.seats[PAID, 1] + HALCYON["ante"])
    first = [card for i, card in enumerate(hand) if int(first_choice(hand, target, suit, book)) >> i & 1]
    gone = [card for card in hand if card not in first]
    answer = ask(
        selection=" ".join(SABACC_62.words(first)), discarded=" ".join(SABACC_62.words(gone)), target=target,
        suit="CFS"[suit], pot=3, chips="9,8", seat=2, me="reply", samples=4000,
    )  # fmt: skip
    option = next(option for option in answer.document["options"] if option["action"] == ["stay"])
    error = np.std(brought) / len(brought) ** 0.5
    assert abs(option["value"] - np.mean(brought)) < 4.5 * error * 2**0.5


def first_choice(hand, target, suit, book):
    packed = sum(card << 6 * i for i, card in enumerate(hand))
    return choose_selection(REPLY, packed, target, suit, book, np.zeros(4, dtype=np.uint64))


def test_standard_has_no_bets_and_the_answer_says_so():
    answers = [ask(**GOOD, form=form, samples=300).document for form in ("standard", "halcyon")]
    assert answers[0]["options"] == answers[1]["options"]
    assert any("nothing is paid" in sentence for sentence in answers[0]["assumptions"])


GOOD = {"selection": "+4S -4S", "discarded": "+9C +8F -10F", "pot": 2, "chips": "9,9"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rules": {"check": True}}, "leave the option out"),
        ({"chips": "9,-1"}, "-1"),
        ({"chips": "0,9"}, "only folding is left"),
        ({"chips": "9,9,9"}, "2 numbers were expected"),
        ({"folded": 1}, "at most 0 of 2"),
        ({"seat": 3}, "1 to 2 was expected"),
        ({"opponents_drew": "1,2"}, "1 numbers were expected"),
        ({"hand": "+1C"}, "no new cards before the shift"),
        ({"discarded": "+9C +8F"}, "3 cards were expected"),
        ({"discarded": "+9C +8F +4S"}, "+4S"),
        ({"stage": "improve", "discarded": "+9C"}, "5 to 9 cards were expected"),
        ({"players": 9}, "9"),
        ({"target": 3}, "3"),
        ({"suit": "X"}, "X"),
        ({"pot": -1}, "-1"),
    ],
    ids=str,
)
def test_bad_input_is_named(changes, said):
    with pytest.raises(InputError) as error:
        ask(**{**GOOD, **changes})
    assert said in str(error.value)
    assert "\n" not in str(error.value)
