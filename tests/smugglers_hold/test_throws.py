"""The throws of `lookahead`: what they are fitted to, the fit, the shipped tables, and how good they are."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from analyzer import games
from analyzer.core.dealing import deal as shuffle
from analyzer.core.decks import SABACC_62
from analyzer.core.rng import below, seed_stream
from analyzer.games.contract import Request
from analyzer.games.smugglers_hold import GAME, grade, solve
from analyzer.games.smugglers_hold import rules as rulebook
from analyzer.games.smugglers_hold.fitting import blank_found, fit, holdings
from analyzer.games.smugglers_hold.kernels import features as made_of
from analyzer.games.smugglers_hold.kernels.book import make_book
from analyzer.games.smugglers_hold.kernels.deal import ENDING, TALLIES, TRACE, play_thrown, points_of, six_of
from analyzer.games.smugglers_hold.kernels.fitting import fitting_block
from analyzer.games.smugglers_hold.kernels.odds import NUMBER_FACES
from analyzer.games.smugglers_hold.kernels.open import DEAL_SIZE
from analyzer.games.smugglers_hold.kernels.throws import (
    LOOKAHEAD,
    THROWS,
    blank_throwing,
    choose_throw,
    fitted_throw,
    throw_mask,
    throw_value,
)

STANDARD = games.load("smugglers-hold").house_rules
BOOK = make_book(STANDARD)
FOURS = made_of.spoils_of_fours(BOOK.spoils)
VALUES, SUITS = SABACC_62.values, SABACC_62.suits


def hands(n, seed):
    draw = random.Random(seed)
    return [np.array(sorted(draw.sample(range(62), 6))) for _ in range(n)]


def mirrored(card):
    """Return the card of the opposite value and the same suit."""
    return card if VALUES[card] == 0 else 3 * (10 - VALUES[card]) + SUITS[card] - (VALUES[card] < 0)


def features(six, throw):
    """Return the features of a throw as a vector, Spoils included."""
    numbers = np.zeros(made_of.FEATURES_OF_A_THROW, dtype=np.int64)
    four = made_of.features_of(six, throw, numbers)
    vector = np.bincount(numbers, minlength=made_of.FEATURES)
    vector[made_of.SPOILS_AT] = FOURS[four]
    return vector


def told(six, throw):
    """Return the same by the words: three values kept, two thrown (either sign), and suits."""
    gone = list(combinations(six.tolist(), 2))[throw]
    kept = [card for card in six.tolist() if card not in gone]

    def either_sign(cards):
        values = sorted(VALUES[card] for card in cards)
        return tuple(min(values, sorted(-value for value in values)))

    sylops = sum(VALUES[card] == 0 for card in kept)
    found = Counter(either_sign(three) for three in combinations(kept, 3))
    found[either_sign(gone)] += 1
    for suit in range(3):
        found["suit", sylops, *(sum(SUITS[card] == suit for card in cards) for cards in (kept, gone))] += 1
    return found


def test_features_are_what_they_are_said_to_be():
    """Two throws share features as often as they share what these stand for."""
    sample = [(six, throw) for six in hands(40, "features") for throw in range(0, THROWS, 4)]
    vectors = np.array([features(*one)[: made_of.SPOILS_AT] for one in sample])
    words = [told(*one) for one in sample]
    expected = [[sum(a[word] * b[word] for word in a) for b in words] for a in words]
    assert (vectors @ vectors.T == np.array(expected)).all()


@pytest.mark.parametrize("four", ["-3F +3C 0 +7S", "+5C +5F +6S +7C", "0 0 -1C -2F"])
def test_mean_spoils_of_four_are_those_of_the_rules(four):
    cards = tuple(sorted(SABACC_62.copies(word)[i] for i, word in enumerate_copies(four.split())))
    points = [
        sum(
            row.points
            for row in rulebook.count_spoils(cards, path, int(number), 0, STANDARD)
            if row.name != "suit"
        )
        for path in range(62)
        if path not in cards
        for number in NUMBER_FACES
    ]
    values = [VALUES[card] + 10 for card in cards]
    rank = sum(int(made_of.BINOMIAL[value + place, place + 1]) for place, value in enumerate(values))
    assert FOURS[rank] == int(made_of.SPOILS_SCALE * sum(points) // len(points))


def enumerate_copies(words):
    seen = Counter()
    for word in words:
        yield seen[word], word
        seen[word] += word == "0"


def net_in_thirds(deck, number, coin, throws, seat):
    """Return a seat's net points, summed over the faces of the suit die, of whole deals of their own."""
    net = 0
    for suit in range(3):
        tally = np.zeros((2, TALLIES), dtype=np.int64)
        play_thrown(
            deck, number, suit, coin, *throws, LOOKAHEAD, LOOKAHEAD, BOOK, np.zeros(4, np.uint64),
            np.zeros(DEAL_SIZE, np.int64), tally, np.zeros(TRACE, np.int64), np.zeros(ENDING, np.int64),
        )
        net += points_of(tally, seat) - points_of(tally, 1 - seat)
    return net


def test_a_deal_is_entered_as_the_difference_of_two_throws():
    for stream in range(40):
        found = blank_found()
        fitting_block(np.uint64(stream), 1, LOOKAHEAD, BOOK, FOURS, *found)
        state = np.zeros(4, dtype=np.uint64)
        seed_stream(state, np.uint64(stream))
        deck = np.arange(62)
        shuffle(deck, state, 13)
        number, coin = NUMBER_FACES[below(state, 6)], below(state, 2)
        sixes = [six_of(deck, seat) for seat in range(2)]
        usual = [int(choose_throw(LOOKAHEAD, sixes[seat], seat, state, BOOK)) for seat in range(2)]
        for seat, six in enumerate(sixes):
            explained = False
            for other in set(range(THROWS)) - {usual[seat]}:
                x = features(six, other) - features(six, usual[seat])
                throws = [throw_mask(sixes[s], other if s == seat else usual[s]) for s in range(2)]
                before = [throw_mask(sixes[s], usual[s]) for s in range(2)]
                gain = net_in_thirds(deck, number, coin, throws, seat) - net_in_thirds(deck, number, coin, before, seat)
                explained |= (found.gram[seat] == np.outer(x, x)).all() and (found.moment[seat] == gain * x).all()
            assert explained
        assert found.counts.sum() % 3 == 0
        assert 0 < found.counts.sum() <= 3 * 3 * 8


def test_the_fit_finds_what_was_planted():
    """Of equations without noise the tables of both seats add up to the weights that were put in."""
    draw = np.random.default_rng(1)
    planted = draw.normal(size=(2, made_of.FEATURES)).round(2)
    planted[:, made_of.SPOILS_AT] = 0.05
    found = blank_found()
    found.gram[:] = 10**8 * np.eye(made_of.FEATURES, dtype=np.int64)
    found.moment[:] = np.rint(3 * 10**8 * planted)
    throwing = fit(found, FOURS)
    for number, six in enumerate(hands(30, "planted")):
        seat = number % 2
        for throw in range(1, THROWS, 5):
            worth = throw_value(six, throw, seat, throwing) - throw_value(six, 0, seat, throwing)
            expected = planted[seat] @ (features(six, throw) - features(six, 0))
            assert worth == pytest.approx(expected, abs=0.01)


def test_without_deals_all_throws_and_holdings_are_worth_nothing():
    found = blank_found()
    assert not holdings(found).any()
    assert not any(table.any() for table in fit(found, FOURS))


def test_the_shipped_tables_know_no_sign_and_no_names_of_suits():
    for number, six in enumerate(hands(60, "mirrors")):
        seat = number % 2
        worth = {
            frozenset(pair): throw_value(six, throw, seat, BOOK.throwing)
            for throw, pair in enumerate(combinations(six.tolist(), 2))
        }
        for turned in (mirrored, lambda card: card if VALUES[card] == 0 else card + (1, 1, -2)[SUITS[card]]):
            image = np.array(sorted(map(turned, six.tolist())))
            for throw, pair in enumerate(combinations(image.tolist(), 2)):
                back = next(p for p in worth if {turned(card) for card in p} == set(pair))
                assert throw_value(image, throw, seat, BOOK.throwing) == pytest.approx(worth[back], abs=1e-9)


def test_the_fitted_throw_is_worth_most():
    for number, six in enumerate(hands(200, "most")):
        worth = [throw_value(six, throw, number % 2, BOOK.throwing) for throw in range(THROWS)]
        assert worth[fitted_throw(six, number % 2, BOOK.throwing)] == max(worth)


def test_a_best_reply_gains_little_on_lookahead_and_much_on_greedy(monkeypatch):
    monkeypatch.setattr(grade, "DEALS", 1_000)
    means = grade.throwing(STANDARD, ("greedy", "lookahead"))
    rows = means.block(5, 30)
    greedy, greedy_most, lookahead, lookahead_most = rows.mean(axis=0) / means.columns[0].scale
    # On the same deals nothing beats the throw that did best on them.
    assert (rows[:, 1::2] >= 0).all()
    assert (rows[:, 1::2] >= rows[:, ::2]).all()
    assert greedy > lookahead + 0.5
    assert greedy_most > greedy
    assert lookahead_most > lookahead
    # 30 hands of 1,000 deals: the error of the mean is about 0.15.
    assert lookahead < 0.5


def test_games_are_won_as_the_race_promises():
    means = grade.promised(STANDARD)
    excess = means.block(9, 400) / means.columns[0].scale
    error = excess.std(axis=0) / 20
    assert (abs(excess.mean(axis=0)) < 4.5 * error).all()
    assert (error > 0.01).all()


def test_the_matches_of_a_grade_are_those_of_simulate():
    game = games.load("smugglers-hold")
    request = Request(GAME, "grade", {}, STANDARD)
    measures = {measure.name: measure for measure in grade.grade(request).measures}
    assert {"search-greedy-games", "throws", "race"} < set(measures)
    played = game.simulate("lookahead,greedy", hands=2_000).document["rows"]
    points = {row["policy"]: row for row in played if (row["seat"], row["metric"]) == ("all", "points")}
    means = measures["lookahead-greedy-deals"].means()
    net = means.block(5, 2_000) / means.columns[0].scale
    assert abs(net.mean() - points["lookahead"]["mean"] + points["greedy"]["mean"]) < 1.5
    means = measures["lookahead-greedy-games"].means()
    wins = means.block(5, 1_000) / means.columns[0].scale
    assert set(np.unique(wins)) == {0.0, 0.5, 1.0}
    assert 0.52 < wins.mean() < 0.68


def test_no_promise_is_made_under_other_rules():
    with pytest.raises(ValueError, match="no race table"):
        grade.promised(STANDARD | {"outer_rim_points": 5})


def test_solving_writes_what_the_book_reads(workshop, monkeypatch):
    monkeypatch.setattr(solve, "COMPARED", 200)
    facts = solve.measure_lookahead(STANDARD, workshop, (2_000,), 1_000)
    assert facts["rounds"] == [2_000]
    assert len(facts["changed"]) == 1
    assert workshop.told[-1] == (2_000, 2_000)
    book = make_book(STANDARD, workshop.folder / "lookahead.json")
    for one, shipped in zip(book.throwing, BOOK.throwing, strict=True):
        assert one.shape == shipped.shape
        assert one.any()
    assert book.holding.shape == BOOK.holding.shape


def a_quick_fit(found, fours):
    """Anything that depends on all that was found: the real fit takes seconds."""
    throwing = blank_throwing()
    throwing.thrown[:] = np.cos(found.moment.sum() + np.arange(21 * 21).reshape(21, 21))
    return throwing


def test_solving_carries_on_after_an_interruption(workshop, tmp_path, monkeypatch):
    monkeypatch.setattr(solve, "COMPARED", 200)
    monkeypatch.setattr(solve, "fit", a_quick_fit)
    solve.measure_lookahead(STANDARD, workshop, (500, 500), 500)
    whole = (tmp_path / "lookahead.json").read_text("utf-8")
    broken = type(workshop)(tmp_path)
    save = broken.save

    def save_and_stop(name, **arrays):
        save(name, **arrays)
        if len(arrays["changed"]) == 1:
            raise KeyboardInterrupt

    broken.save = save_and_stop
    with pytest.raises(KeyboardInterrupt):
        solve.measure_lookahead(STANDARD, broken, (500, 500), 500)
    (tmp_path / "lookahead.json").unlink()
    broken.save, broken.told = save, []
    solve.measure_lookahead(STANDARD, broken, (500, 500), 500)
    assert broken.told == [(1_000, 1_000)]
    assert (tmp_path / "lookahead.json").read_text("utf-8") == whole
