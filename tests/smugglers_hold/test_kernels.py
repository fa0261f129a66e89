"""The kernels of whole deals, matches and games against the rules in plain Python, and what the policies may see."""

from __future__ import annotations

import os
import random
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import analyzer.games.smugglers_hold
from analyzer.core.dealing import deal as shuffle
from analyzer.core.decks import SABACC_62
from analyzer.core.rng import below, next_word, seed_stream
from analyzer.games.options import load_options
from analyzer.games.smugglers_hold import rules as rulebook
from analyzer.games.smugglers_hold.kernels import deal as kernel
from analyzer.games.smugglers_hold.kernels import match, skirmish
from analyzer.games.smugglers_hold.kernels.book import blank_book, make_book
from analyzer.games.smugglers_hold.kernels.odds import NUMBER_FACES
from analyzer.games.smugglers_hold.kernels.open import DEAL_SIZE, set_deal
from analyzer.games.smugglers_hold.kernels.policies import choose_card
from analyzer.games.smugglers_hold.kernels.throws import (
    FIRST,
    GREEDY,
    LOOKAHEAD,
    OPEN,
    RANDOM,
    SEARCH,
    THROWS,
    choose_throw,
)
from analyzer.games.smugglers_hold.rules_skirmish import score_play

FULL = bool(os.environ.get("ANALYZER_FULL"))
STANDARD_DEALS, OPTION_DEALS, TELLING_DEALS = (20_000, 1_000, 50) if FULL else (1_000, 50, 5)
RULES_DEALS = 20_000 if FULL else 1_000
DEALER, PONE = rulebook.DEALER, rulebook.PONE
VALUES = SABACC_62.values
PLAY_EVENTS = ("zero", "die", "rim", "run", "flush", "triple", "kessel")
FIVES = [card for card, value in enumerate(VALUES) if value % 5 == 0]
# High cards bring stuck ends and cards never laid, low ones zeros, runs and triples, multiples of five captures.
DECKS = (range(62), range(62), [*range(15), *range(47, 62)], range(20, 44), FIVES)
PAIRINGS = (
    *[(RANDOM, RANDOM)] * 4,
    (GREEDY, LOOKAHEAD),
    (LOOKAHEAD, GREEDY),
    (LOOKAHEAD, RANDOM),
    (FIRST, LOOKAHEAD),
    (OPEN, RANDOM),
)

OPTIONS = load_options(Path(analyzer.games.smugglers_hold.__file__).parent)
STANDARD = OPTIONS.resolve()
WHOLE = [name for name, spec in OPTIONS.specs.items() if spec.values == "whole"]
LISTED = {name: spec.values for name, spec in OPTIONS.specs.items() if spec.values != "whole"}
# Every value away from its default alone, and every number changed to one that no other row is worth.
SINGLE_RULES = [{name: value} for name, values in LISTED.items() for value in values if value != STANDARD[name]]
SINGLE_RULES += [{name: STANDARD[name] + 17} for name in WHOLE if name != "kessel_points"]
SINGLE_RULES += [{"kessel_run": "any_sylop", "kessel_points": 77}]
PRESETS = [preset for preset in OPTIONS.presets.values() if preset]


def mixed_rules(seed):
    """Return all options drawn at random; of the points some are 0 and few are equal."""
    draw = random.Random(f"mixed rules {seed}")
    rules = {name: draw.choice(values) for name, values in LISTED.items()}
    return rules | {name: draw.choice((0, draw.randrange(1, 60), STANDARD[name])) for name in WHOLE}


def rule_id(changes):
    return ",".join(f"{name}={value}" for name, value in changes.items()) or "standard"


def mask(cards):
    return sum(1 << card for card in cards)


def cards_of(bits):
    return tuple(card for card in range(62) if int(bits) >> card & 1)


def stream_of(seed):
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, np.uint64(seed))
    return state


def drawn_deal(draw, deck=None):
    order = tuple(draw.sample(deck or draw.choice(DECKS), 13))
    return rulebook.Deal(order, draw.choice((0, 0, 5, -5, 10, -10)), draw.randrange(3), draw.randrange(2))


def play(deal, policies, book, state):
    """Play ``deal`` in the kernel and return its tally by event, its plays (seat, card, points), and how it ended."""
    tally = np.full((2, kernel.TALLIES), -1)
    trace, ending = np.full(kernel.TRACE, -1), np.full(kernel.ENDING, -1)
    taker = kernel.whole_deal(
        np.array(deal.order), deal.number, deal.suit, deal.coin, *policies, book, state,
        np.zeros(DEAL_SIZE, dtype=np.int64), tally, trace, ending,
    )
    laid = trace[kernel.TRACE_CARD :][: trace[0]].tolist()
    points = trace[kernel.TRACE_POINTS :][: trace[0]].tolist()
    return SimpleNamespace(
        taker=taker,
        tally=tally,
        trace=trace,
        totals=(kernel.points_of(tally, DEALER), kernel.points_of(tally, PONE)),
        plays=[(card >> 6, card & 63, point) for card, point in zip(laid, points, strict=True)],
        own=tuple(map(cards_of, ending[kernel.OWN :][:2])),
        pools=tuple(map(cards_of, ending[kernel.POOL :][:2])),
        picks=tuple(map(cards_of, ending[kernel.PICKS :][:2])),
        throws=tuple(map(cards_of, ending[kernel.THROW :][:2])),
    )


def replay(deal, played, rules):
    """Return the record of the rules when both seats throw and lay what they did in the kernel."""
    plays = iter(played.plays)

    def choose(view):
        seat, card, _ = next(plays)
        assert seat == view.seat
        return card

    record = rulebook.play_deal(deal, rules, lambda seat, six: played.throws[seat], choose)
    assert next(plays, None) is None
    return record


def tally_of(record):
    """Return what a kernel's tally must hold after ``record``."""
    expected = np.zeros((2, kernel.TALLIES), dtype=np.int64)
    for event in record.events:
        expected[event.seat, kernel.EVENTS.index(event.name)] += event.points
    expected[:, kernel.CAPTURES] = record.captures
    expected[record.claimant, kernel.CLAIMS] = 1
    expected[:, kernel.STUCK_ENDS] = record.stuck
    return expected


def steps(record, rules):
    """Yield (seat, lap, total, points by row) of every play of ``record``, that card included, last-card points not."""
    deal = record.deal
    kept = [[card for card in deal.six(seat) if card not in record.throws[seat]] for seat in (DEALER, PONE)]
    stepped = rulebook.start_skirmish(kept, deal.path, deal.number, rules)
    for seat, card in record.history:
        if card is not None:
            lap, total = [*stepped.lap, card], stepped.total + VALUES[card]
            rows = {event.name: event.points for event in stepped.lay(card) if event.name != "last_card"}
            yield seat, lap, total, rows


def check_deal(deal, played, rules, opts):
    record = replay(deal, played, rules)
    for (*_, points), (_, lap, total, rows) in zip(played.plays, steps(record, rules), strict=True):
        packed = 1
        for card in lap:
            packed = packed << 6 | card
        scored = zip(PLAY_EVENTS, skirmish.play_rows(packed, total, deal.number, opts), strict=True)
        assert {name: row for name, row in scored if row} == rows
        assert points == sum(rows.values())
    np.testing.assert_array_equal(played.tally, tally_of(record))
    assert played.totals == record.points
    assert played.taker == record.claimant
    assert (played.throws, played.own, played.pools) == (record.throws, record.own, record.pools)
    assert played.picks == record.picks  # SH-E8: of equal picks the lower cards, so that there is one answer
    return record


def check_rules(rules, book, deals):
    """Compare ``deals`` deals under ``rules`` and return the records of the plain rules."""
    draw, state = random.Random(rule_id(rules)), stream_of(1)
    records = []
    for i in range(deals):
        deal = drawn_deal(draw)
        records.append(check_deal(deal, play(deal, PAIRINGS[i % len(PAIRINGS)], book, state), rules, book.opts))
    return records


# --------------------------------------------------------------------------------------------------- deals


def test_standard_deals_are_those_of_the_rules(standard_book):
    records = check_rules(STANDARD, standard_book, STANDARD_DEALS)
    # What happens seldom has happened too, so that it was compared.
    names = {event.name for record in records for event in record.events}
    assert names == set(kernel.EVENTS) - {"kessel"}
    assert {record.level for record in records} == {"fewest_cards", "closest", "suit", "playoff"}
    assert any(record.stuck for record in records)
    assert any(len(pool) < 4 for record in records for pool in record.pools)


@pytest.fixture(scope="module")
def standard_book():
    return blank_book(STANDARD)


@pytest.mark.parametrize("changes", SINGLE_RULES, ids=rule_id)
def test_deals_under_one_changed_option_are_those_of_the_rules(changes, standard_book):
    rules, book = STANDARD | changes, blank_book(STANDARD | changes)
    check_rules(rules, book, OPTION_DEALS - TELLING_DEALS)
    if {"finish_hand", "first_dealer", "hold_pile"} & changes.keys():  # they touch games, and what players see
        return
    # Some options matter once in a hundred deals: of many, those that come out differently than by the standard rules.
    draw = random.Random(rule_id(changes))
    found = 0
    for i in range(5_000):
        deal = drawn_deal(draw)
        played = play(deal, (RANDOM, RANDOM), book, stream_of(i))
        if (played.tally != play(deal, (RANDOM, RANDOM), standard_book, stream_of(i)).tally).any():
            check_deal(deal, played, rules, book.opts)
            found += 1
            if found == TELLING_DEALS:
                return
    raise AssertionError(f"only {found} deals felt the option")


@pytest.mark.parametrize("changes", PRESETS, ids=rule_id)
def test_deals_under_a_preset_are_those_of_the_rules(changes):
    rules = STANDARD | changes
    check_rules(rules, blank_book(rules), OPTION_DEALS)


@pytest.mark.parametrize("seed", range(30))
def test_deals_under_mixed_options_are_those_of_the_rules(seed):
    rules = mixed_rules(seed)
    check_rules(rules, blank_book(rules), OPTION_DEALS)


@pytest.mark.parametrize("uncaptured", LISTED["uncaptured"])
@pytest.mark.parametrize("stuck", LISTED["stuck"])
def test_hands_too_high_to_be_laid_on_the_path_card(uncaptured, stuck):
    # SH-D3: path card +10, all hands above +5; nobody has the last card, the pools are empty, and the play-off decides.
    rules = STANDARD | {"uncaptured": uncaptured, "stuck": stuck}
    book = blank_book(rules)
    *high, path = range(47, 60)
    for coin in (DEALER, PONE):
        deal = rulebook.Deal((*high, path), 5, 0, coin)
        played = play(deal, (FIRST, FIRST), book, stream_of(1))
        record = check_deal(deal, played, rules, book.opts)
        assert record.stuck
        if stuck == "end":
            assert (played.plays, played.own, played.taker) == ([], ((), ()), coin)
            assert played.tally[:, kernel.LAST_CARD].tolist() == [0, 0]
        else:
            assert played.plays[0][0] == PONE  # SH-C14: the non-dealer leads where no card was laid


# --------------------------------------------------------------------------------------------------- matches


def dealt(state):
    """Yield the deals that a block makes from ``state``."""
    deck = np.arange(62)
    while True:
        shuffle(deck, state, 13)
        number, suit, coin = NUMBER_FACES[below(state, 6)], below(state, 3), below(state, 2)
        yield rulebook.Deal(tuple(deck[:13].tolist()), int(number), suit, coin)


def first_player():
    return rulebook.Player(lambda seat, six: rulebook.throws(six)[0], lambda view: view.legal[0])


def greedy_player(book, rules):
    """Return the player who lays what scores most, by the rules; the throw is the kernel's."""

    def throw(seat, six):
        return rulebook.throws(six)[choose_throw(GREEDY, np.array(six), seat, stream_of(1), book)]

    def points(view, card):
        rows = score_play([*view.lap, card], view.total + VALUES[card], view.number, rules)
        return sum(row[1] for row in rows)

    return rulebook.Player(throw, lambda view: max(view.legal, key=lambda card: points(view, card)))


def deal_row(record):
    """Return the row of a match that ``record`` must make."""
    dealer, pone = record.points
    return [*tally_of(record).ravel().tolist(), dealer, pone, dealer > pone, pone > dealer, dealer == pone]


def test_rows_of_a_match_are_the_deals_of_the_rules():
    book = blank_book(STANDARD)
    rows = np.zeros((60, match.DEAL_COLUMNS), dtype=np.int32)
    match.simulate_block(np.uint64(5), 30, FIRST, GREEDY, True, book, rows)
    players = first_player(), greedy_player(book, STANDARD)
    expected = []
    for deal, _ in zip(dealt(stream_of(5)), range(30), strict=False):
        for seats in (players, players[::-1]):
            record = rulebook.play_deal(
                deal,
                STANDARD,
                lambda seat, six, seats=seats: seats[seat].choose_throw(seat, six),
                lambda view, seats=seats: seats[view.seat].choose_card(view),
            )
            expected.append(deal_row(record))
    np.testing.assert_array_equal(rows, expected)


def test_random_players_of_the_rules_and_the_kernel_agree_on_every_mean():
    draw = random.Random(6)
    expected = np.array([
        deal_row(
            rulebook.play_deal(
                drawn_deal(draw, range(62)),
                STANDARD,
                lambda seat, six: draw.choice(rulebook.throws(six)),
                lambda view: draw.choice(view.legal),
            )
        )
        for _ in range(RULES_DEALS)
    ])
    rows = np.zeros((200_000, match.DEAL_COLUMNS), dtype=np.int32)
    match.simulate_block(np.uint64(6), len(rows), RANDOM, RANDOM, False, blank_book(STANDARD), rows)
    # If both are the same game, the long sample knows the deviation of the short one best.
    error = rows.std(axis=0) * np.sqrt(1 / len(rows) + 1 / len(expected))
    names = [f"{seat} {name}" for seat in ("dealer", "pone") for name in kernel.TALLY]
    names += ["dealer points", "pone points", "dealer wins", "pone wins", "ties"]
    away = np.abs(rows.mean(axis=0) - expected.mean(axis=0))
    assert {name for name, far in zip(names, away > 4.5 * error, strict=True) if far} == set()
    # What never happens by these rules, and all else does.
    flat = {name for name, still in zip(names, error == 0, strict=True) if still}
    assert flat == {"dealer path", "dealer kessel", "pone kessel"}


# --------------------------------------------------------------------------------------------------- games


def scored_at_once(record, rules):
    """Return the events of ``record`` with the rows of one flip and of one play added up (SH-B2, SH-C5).

    Row by row or at once, the same seat is the first at 121; only its last score differs.
    """
    flip = [(seat, [e.points for e in record.events if (e.seat, e.name) == (seat, "path")]) for seat in (PONE, DEALER)]
    plays = [(seat, list(rows.values())) for seat, _, _, rows in steps(record, rules)]
    rest = [event for event in record.events if event.name in ("last_card", "hold", "spoils")]
    return [*(rulebook.Event(seat, "at once", sum(points)) for seat, points in flip + plays), *rest]


@pytest.mark.parametrize("finish", [False, True])
@pytest.mark.parametrize(
    "changes",
    [{}, {"path_die_to": "dealer", "path_match": "absolute"}, {"hold_points": 0, "last_card_points": 0}],
    ids=rule_id,
)
def test_scores_advance_in_scoring_order(changes, finish):
    rules = STANDARD | changes | {"finish_hand": finish}
    book = blank_book(rules)
    draw, state = random.Random(rule_id(changes)), stream_of(7)
    ends = []
    for i in range(2_000 if FULL else 70):
        deal = drawn_deal(draw)
        played = play(deal, PAIRINGS[i % len(PAIRINGS)], book, state)
        record = replay(deal, played, rules)
        at_once = scored_at_once(record, rules)
        dealer, pone = record.points
        # Also a start from which a finished hand brings both to the same score of 121 or more, and one a point away.
        level = 120 + min(dealer, pone)
        starts = [(draw.randint(90, 120), draw.randint(90, 120)), (level - dealer, level - pone), (120, 120)]
        for start in starts:
            expected, seat = rulebook.win_check(start, at_once, rules)
            assert seat == rulebook.win_check(start, record.events, rules)[1]
            ends.append((seat, expected[DEALER] == expected[PONE]))
            for dealt_by in (0, 1):
                scores = np.array(start if dealt_by == 0 else start[::-1])
                winner = match.advance(scores, dealt_by, played.tally, played.trace, played.taker, finish)
                assert tuple(scores) == (expected if dealt_by == 0 else expected[::-1])
                assert winner == (-1 if seat is None else dealt_by ^ seat)
    assert {seat for seat, _ in ends} == {None, DEALER, PONE}
    assert any(tied and seat is not None for seat, tied in ends) == finish


@pytest.mark.parametrize("finish", [False, True])
def test_games_are_those_of_the_rules(finish):
    rules = STANDARD | {"finish_hand": finish}
    book = blank_book(rules)
    games = 100 if FULL else 12
    rows = np.zeros((2 * games, match.GAME_COLUMNS), dtype=np.int32)
    match.games_block(np.uint64(8), games, FIRST, GREEDY, True, 40, 55, book, rows)
    state, players = stream_of(8), (first_player(), greedy_player(book, rules))
    expected = []
    for _ in range(games):
        word = next_word(state)
        for seats in (players, players[::-1]):
            game = rulebook.play_game(dealt(stream_of(word)), rules, seats, scores=(40, 55))
            scores = [40, 55]
            for i, record in enumerate(game.deals):  # the deal alternates: player 0 deals the even hands
                by_seat = (scores[i % 2], scores[1 - i % 2])
                tally, _ = rulebook.win_check(by_seat, scored_at_once(record, rules), rules)
                scores = [tally[i % 2], tally[1 - i % 2]]
            assert scores[1 - game.winner] == game.scores[1 - game.winner]
            expected.append([*scores, game.winner == 0, game.winner == 1, len(game.deals)])
    np.testing.assert_array_equal(rows, expected)


@pytest.mark.parametrize("finish", [False, True])
@pytest.mark.parametrize("policies", [(RANDOM, RANDOM), (LOOKAHEAD, LOOKAHEAD), (LOOKAHEAD, RANDOM)])
def test_games_end_at_the_target_and_mirror_in_pairs(policies, finish):
    book = blank_book(STANDARD | {"finish_hand": finish})
    first, second = policies
    rows = np.zeros((400, match.GAME_COLUMNS), dtype=np.int32)
    match.games_block(np.uint64(9), 200, first, second, True, 0, 0, book, rows)
    swapped = np.zeros((200, match.GAME_COLUMNS), dtype=np.int32)
    match.games_block(np.uint64(9), 200, second, first, False, 0, 0, book, swapped)
    np.testing.assert_array_equal(rows[1::2], swapped)
    assert (rows[::2] == rows[1::2]).all() == (first == second)

    zero, one, won, lost, deals = rows.T
    assert (won + lost == 1).all()
    winner, loser = np.where(won, zero, one), np.where(won, one, zero)
    assert (winner >= match.TARGET).all()
    assert (loser <= winner).all() if finish else (loser < match.TARGET).all()
    assert (loser >= match.TARGET).any() == finish
    # A deal brings a seat 20 to 25 points on average; now and then one has over 120.
    assert 4.5 < deals.mean() < 6
    assert np.quantile(deals, 0.02) >= 3
    assert deals.max() <= 12


def test_a_start_near_the_target_is_the_first_dealers_first():
    book = blank_book(STANDARD)
    rows = np.zeros((200, match.GAME_COLUMNS), dtype=np.int32)
    match.games_block(np.uint64(10), 200, RANDOM, RANDOM, False, 120, 0, book, rows)
    assert rows[:, 2].mean() > 0.9
    match.games_block(np.uint64(10), 200, RANDOM, RANDOM, False, 0, 120, book, rows)
    assert rows[:, 3].mean() > 0.9


# --------------------------------------------------------------------------------------------------- policies


def positions(draw, rules, opts, wanted):
    """Yield ``wanted`` times (position, deal, its array, masks of both throws), all along deals of random play."""
    while True:
        deal = drawn_deal(draw, draw.choice(DECKS[:3]))
        sixes = [draw.sample(deal.six(seat), 6) for seat in (DEALER, PONE)]
        thrown, hands = [mask(six[:2]) for six in sixes], [mask(six[2:]) for six in sixes]
        memory = np.zeros(DEAL_SIZE, dtype=np.int64)
        set_deal(memory, deal.number, deal.path, deal.suit, deal.coin, thrown[0] | thrown[1])
        opened = skirmish.ask(PONE, *hands, 1, VALUES[deal.path], skirmish.START, opts)
        position = (*hands, 0, 0, 0, 0, *opened)
        laid = [0, 0]
        while not position[-1] & skirmish.OVER:
            yield position, deal, memory, thrown, laid[1 - (position[-1] & skirmish.TURN)]
            wanted -= 1
            if wanted == 0:
                return
            card = draw.choice(legal_in(position))
            laid[position[-1] & skirmish.TURN] |= mask([card])
            *position, _ = skirmish.lay(card, *position, opts, memory)


def legal_in(position):
    total, seat = position[7], position[8] & skirmish.TURN
    return [card for card in cards_of(position[seat]) if abs(total + VALUES[card]) <= 15]


@pytest.mark.parametrize("changes", [{}, mixed_rules(1), mixed_rules(2)], ids=("standard", "mixed 1", "mixed 2"))
def test_cards_are_chosen_without_a_look_at_what_is_hidden(changes):
    rules = STANDARD | changes
    book = make_book(rules)
    draw = random.Random(11)
    seen = 0
    for position, deal, memory, thrown, laid in positions(draw, rules, book.opts, 3_000 if FULL else 400):
        seat = position[8] & skirmish.TURN
        known = position[seat] | thrown[seat] | mask([deal.path])
        for captured_or_laid in position[2:6]:
            known |= captured_or_laid
        held = position[1 - seat].bit_count()
        # Only `open` may tell the two apart. Nor are the suit die and the coin of a later play-off anybody's business.
        hidden = draw.sample([card for card in range(62) if not known >> card & 1], held + 2)
        if rules["hold_pile"] == "open":
            theirs = cards_of(thrown[1 - seat])
            hidden = [*theirs, *(card for card in hidden if card not in theirs)][: held + 2]
        other = list(position)
        other[1 - seat] = mask(hidden[2:])
        other_memory = np.zeros(DEAL_SIZE, dtype=np.int64)
        set_deal(
            other_memory, deal.number, deal.path, draw.randrange(3), 1 - deal.coin, thrown[seat] | mask(hidden[:2])
        )
        for policy in (FIRST, RANDOM, GREEDY, LOOKAHEAD, SEARCH, OPEN):
            known = (thrown[seat], 0, laid)
            card = choose_card(policy, *position, book, memory, *known, stream_of(12))
            changed = choose_card(policy, *other, book, other_memory, *known, stream_of(12))
            assert card in legal_in(position)
            if policy == OPEN:
                seen += card != changed
            else:
                assert card == changed
            if policy == FIRST:
                assert card == min(legal_in(position))
    assert seen > 0


@pytest.mark.parametrize("hold_pile", LISTED["hold_pile"])
def test_an_open_hold_is_looked_at_and_a_closed_one_is_not(hold_pile):
    """SH-A5: the same position with two throws of the opponent that differ in all that the seat to move could see."""
    rules = STANDARD | {"hold_pile": hold_pile}
    book = make_book(rules)
    draw = random.Random(19)
    differ = dict.fromkeys((FIRST, RANDOM, GREEDY, LOOKAHEAD, SEARCH), 0)
    for position, deal, memory, thrown, laid in positions(draw, rules, book.opts, 300):
        seat = position[8] & skirmish.TURN
        known = thrown[0] | thrown[1] | position[0] | position[1] | mask([deal.path])
        for captured_or_laid in position[2:6]:
            known |= captured_or_laid
        theirs = mask(draw.sample([card for card in range(62) if not known >> card & 1], 2))
        other = memory.copy()
        set_deal(other, deal.number, deal.path, deal.suit, deal.coin, thrown[seat] | theirs)
        for policy in differ:
            card = choose_card(policy, *position, book, memory, thrown[seat], 0, laid, stream_of(12))
            differ[policy] += card != choose_card(policy, *position, book, other, thrown[seat], 0, laid, stream_of(12))
    assert {policy for policy, times in differ.items() if times} == (
        {LOOKAHEAD, SEARCH} if hold_pile == "open" else set()
    )


@pytest.mark.parametrize("policy", [FIRST, RANDOM, GREEDY, LOOKAHEAD, SEARCH, OPEN])
@pytest.mark.parametrize("seat", [DEALER, PONE])
def test_throws_are_chosen_without_a_look_at_what_is_hidden(seat, policy):
    book = make_book(STANDARD)
    draw = random.Random(13)
    for _ in range(200 if FULL else 20):
        deal = drawn_deal(draw, range(62))
        throws = set()
        for _ in range(4):
            others = iter(draw.sample([card for card in range(62) if card not in deal.six(seat)], 7))
            dealt_to_seat = range(1 - seat, 12, 2)
            order = tuple(deal.order[i] if i in dealt_to_seat else next(others) for i in range(13))
            other = rulebook.Deal(order, draw.choice((0, 5, -5, 10, -10)), draw.randrange(3), draw.randrange(2))
            # A quick opponent who draws no lots before the throw.
            policies = (policy, FIRST) if seat == DEALER else (FIRST, policy)
            throws.add(play(other, policies, book, stream_of(14)).throws[seat])
        assert len(throws) == 1


def test_the_same_state_brings_the_same_play():
    book = blank_book(STANDARD)
    draw = random.Random(15)
    differ = 0
    for i in range(200):
        deal = drawn_deal(draw)
        one = play(deal, (RANDOM, RANDOM), book, stream_of(i))
        again = play(deal, (RANDOM, RANDOM), book, stream_of(i))
        other = play(deal, (RANDOM, RANDOM), book, stream_of(i + 1_000))
        assert (one.throws, one.plays) == (again.throws, again.plays)
        np.testing.assert_array_equal(one.tally, again.tally)
        differ += one.throws != other.throws
    assert differ > 150


def chi_square(drawn, cells):
    """Return the chi square of ``drawn`` against a uniform choice of ``cells``, and a bound that 1 in 10^6 passes."""
    from scipy.stats import chi2

    assert set(drawn) == set(cells)
    expected = len(drawn) / len(cells)
    return sum((drawn.count(cell) - expected) ** 2 / expected for cell in cells), chi2.isf(1e-6, len(cells) - 1)


def test_random_throws_are_uniform():
    book, state, six = blank_book(STANDARD), stream_of(16), np.array([1, 5, 30, 31, 44, 61])
    for seat in (DEALER, PONE):
        found, bound = chi_square([choose_throw(RANDOM, six, seat, state, book) for _ in range(3_000)], range(THROWS))
        assert found < bound


@pytest.mark.parametrize(("path", "legal"), [(30, (0, 31, 40, 61)), (59, (0, 31, 40)), (1, (31, 40, 61))])
def test_random_cards_are_uniform_over_the_legal_ones(path, legal):
    # Of -10, 0, +3 and +10 on the path cards 0, +10 and -10.
    book, state = blank_book(STANDARD), stream_of(17)
    memory = np.zeros(DEAL_SIZE, dtype=np.int64)
    hand = mask((0, 31, 40, 61))
    set_deal(memory, 0, path, 0, 0, 0)
    for seat, hands in ((DEALER, (hand, 1 << 20)), (PONE, (1 << 20, hand))):
        position = (*hands, 0, 0, 0, 0, 1, VALUES[path], seat)
        drawn = [choose_card(RANDOM, *position, book, memory, 0, 0, 0, state) for _ in range(3_000)]
        found, bound = chi_square(drawn, legal)
        assert found < bound
