"""The plain rules of cribbage against positions worked by hand, and against what every deal must keep."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from importlib.resources import files
from itertools import chain, combinations

import pytest

from analyzer.core.decks import PLAYING_52
from analyzer.games.cribbage import rules as cr

FOLDER = files("analyzer.games.cribbage")
GOLDEN = tomllib.loads(FOLDER.joinpath("golden.toml").read_text("utf-8"))
OPTIONS = tomllib.loads(FOLDER.joinpath("options.toml").read_text("utf-8"))
DEFAULTS = {name: option["default"] for name, option in OPTIONS["options"].items()}
SEATS = {2: ("dealer", "pone"), 3: ("dealer", "left", "right")}
SAID = {"id", "source", "rules", "working"}


def rules_of(position):
    overrides = position.get("rules", {})
    assert overrides.keys() <= DEFAULTS.keys()
    return DEFAULTS | overrides


def cards(text):
    return [PLAYING_52.names.index(word) for word in text.split()]


def shown(numbers):
    return " ".join(PLAYING_52.words(numbers))


def seats_of(position):
    return SEATS[3 if "left" in position else 2]


def told(events, seats):
    return [f"{seats[event.seat]} {event.name} {event.points}" for event in events]


def laid(history, seats):
    return " ".join(f"{seats[seat][0]}:{'GO' if card is None else PLAYING_52.names[card]}" for seat, card in history)


def check_show(position, rules):
    (starter,) = cards(position["starter"])
    hand, crib = cards(position["hand"]), position.get("crib", False)
    rows = cr.count_show(hand, starter, rules, crib=crib)
    assert [f"{row.name} {row.points}" for row in rows] == position["rows"]
    assert cr.show_points(hand, starter, rules, crib=crib) == position["total"]
    assert all(set(row.cards) <= {*hand, starter} for row in rows)


def check_peg(position, _rules):
    lap = cards(position["lap"])
    rows = cr.score_play(lap)
    assert sum(map(cr.pips, lap)) == position["count"]
    assert [f"{name} {points}" for name, points in rows] == position["rows"]
    assert sum(points for _, points in rows) == position["points"]


def check_legal(position, _rules):
    assert shown(cr.legal_cards(cards(position["hand"]), position["count"])) == position["legal"]


def check_heels(position, _rules):
    (starter,) = cards(position["starter"])
    assert told(cr.heels(starter), SEATS[2]) == position["events"]


def check_cut(position, _rules):
    first = cr.cut_for_deal(cards(position["cuts"]))
    assert ("again" if first is None else ("first", "second", "third")[first]) == position["dealer"]


def check_play(position, _rules):
    seats = seats_of(position)
    pegging = cr.start_pegging([cards(position[seat]) for seat in seats])
    events, last = [], []
    for card in cards(position["plays"]):
        last = pegging.lay(card)
        events += last
    found = {
        "events": told(events, seats),
        "last": told(last, seats),
        "history": laid(pegging.history, seats),
        "count": pegging.count,
        "turn": "over" if pegging.turn is None else seats[pegging.turn],
        "legal": shown(pegging.legal()),
    }
    compare(found, position, {*seats, "plays"})


def check_deal(position, rules):
    seats = seats_of(position)
    in_turn = [cards(position[seat]) for seat in (*seats[1:], seats[0])]
    order = [*chain.from_iterable(zip(*in_turn, strict=True)), *cards(position.get("to_crib", ""))]
    deal = cr.Deal((*order, *cards(position["starter"])), len(seats))
    plays = iter(cards(position["plays"]))
    record = cr.play_deal(
        deal, rules, lambda seat, _: cards(position[f"throw_{seats[seat]}"]), lambda _: next(plays)
    )
    assert next(plays, None) is None
    found = {
        "events": told(record.events, seats),
        "history": laid(record.history, seats),
        "crib": shown(record.crib),
        "points": dict(zip(seats, record.points, strict=True)),
    }
    compare(found, position, {*seats, *(f"throw_{seat}" for seat in seats), "to_crib", "starter", "plays"})


def check_win(position, rules):
    seats = SEATS[len(position["scores"])]
    events = []
    for text in position["events"]:
        seat, name, points = text.split()
        events.append(cr.Event(seats.index(seat), name, int(points)))
    after, winner = cr.win_check(position["scores"], events, rules)
    assert list(after) == position["after"]
    assert ("none" if winner is None else seats[winner]) == position["winner"]


def check_skunk(position, rules):
    assert cr.skunk_level(position["loser"], rules) == position["level"]
    assert cr.games_won(position["loser"], rules) == position["games"]


def compare(found, position, given):
    """Everything that ``position`` expects must be found, and nothing may be expected that is never looked at."""
    expected = {key: value for key, value in position.items() if key not in given | SAID}
    assert expected
    assert {key: found[key] for key in expected} == expected


CHECKS = {
    "show": check_show,
    "peg": check_peg,
    "legal": check_legal,
    "heels": check_heels,
    "cut": check_cut,
    "play": check_play,
    "deal": check_deal,
    "win": check_win,
    "skunk": check_skunk,
}
POSITIONS = [(kind, position) for kind, listed in GOLDEN.items() for position in listed]


@pytest.mark.parametrize(
    ("kind", "position"), [pytest.param(*each, id=f"{each[0]}-{each[1]['id']}") for each in POSITIONS]
)
def test_position(kind, position):
    CHECKS[kind](position, rules_of(position))


# -------------------------------------------------------------------------------------------------- what must hold


def random_deal(source, players):
    return cr.Deal(tuple(source.sample(range(52), 17)), players)


def random_player(source):
    return cr.Player(
        choose_throw=lambda seat, dealt: source.choice(cr.throws(dealt)),
        choose_card=lambda view: source.choice(view.legal),
    )


def laps(history, players):
    """Yield the (seat, card) of each count up to 31 or to where nobody can go on, told from the history alone."""
    left = {seat: [card for other, card in history if other == seat and card is not None] for seat in range(players)}
    lap = []
    for seat, card in history:
        if card is None:
            continue
        lap.append((seat, card))
        left[seat].remove(card)
        count = sum(cr.pips(each) for _, each in lap)
        if not any(count + cr.pips(each) <= 31 for hand in left.values() for each in hand):
            yield lap
            lap = []


@pytest.mark.parametrize("players", [2, 3])
def test_a_deal_keeps_its_cards_its_turns_and_its_points(players):
    source = random.Random(players)
    player = random_player(source)
    for _ in range(200):
        deal = random_deal(source, players)
        record = cr.play_deal(deal, DEFAULTS, player.choose_throw, player.choose_card)
        assert sorted([*chain(*record.hands), *record.crib, deal.starter]) == sorted(deal.order[: deal.size])
        assert len(record.crib) == 4
        points = Counter()
        for event in record.events:
            points[event.seat] += event.points
        assert tuple(points[seat] for seat in range(players)) == record.points
        assert sorted(card for _, card in record.history if card is not None) == sorted(chain(*record.hands))
        # CR-A8, CR-A10: each count ends in 1 for its last card or 2 for 31, and nothing else is a go.
        ends = Counter()
        for lap in laps(record.history, players):
            count = sum(cr.pips(card) for _, card in lap)
            assert count <= 31
            ends[lap[-1][0], "thirty_one" if count == 31 else "go"] += 1
        found = Counter((event.seat, event.name) for event in record.events if event.name in ("go", "thirty_one"))
        assert found == ends


@pytest.mark.parametrize("players", [2, 3])
def test_a_go_is_said_only_where_no_card_fits_and_once_a_count(players):
    source = random.Random(10 + players)
    player = random_player(source)
    said = 0
    for _ in range(200):
        record = cr.play_deal(random_deal(source, players), DEFAULTS, player.choose_throw, player.choose_card)
        for at, (seat, card) in enumerate(record.history):
            if card is not None:
                continue
            said += 1
            later = [each for other, each in record.history[at:] if other == seat and each is not None]
            assert later
            before = [each for each in record.history[:at] if each[1] is not None]
            lap = next(
                lap for lap in laps(record.history, players) if before[-1] in lap
            )
            count = sum(cr.pips(each) for _, each in lap[: lap.index(before[-1]) + 1])
            assert all(count + cr.pips(each) > 31 for each in later)
    assert said > 100


def test_policies_see_only_what_their_seat_sees():
    source = random.Random(5)
    views = []

    def choose(view):
        views.append(view)
        return view.legal[0]

    deal = random_deal(source, 2)
    record = cr.play_deal(deal, DEFAULTS, lambda seat, dealt: dealt[:2], choose)
    for view in views:
        assert set(view.hand) <= set(record.hands[view.seat])
        assert view.thrown == record.throws[view.seat]
        assert view.starter == deal.starter
        assert view.held[view.seat] == len(view.hand)
        assert view.history == record.history[: len(view.history)]
        assert sum(map(cr.pips, view.lap)) == view.count


def test_forbidden_choices_are_refused():
    deal = random_deal(random.Random(6), 2)
    with pytest.raises(ValueError, match="were expected as a throw"):
        cr.play_deal(deal, DEFAULTS, lambda seat, dealt: dealt[:1], lambda view: view.legal[0])
    with pytest.raises(ValueError, match="a legal card was expected"):
        cr.play_deal(deal, DEFAULTS, lambda seat, dealt: dealt[:2], lambda view: view.thrown[0])
    with pytest.raises(ValueError, match="13 or more different cards"):
        cr.Deal(tuple(range(12)))
    with pytest.raises(ValueError, match="two or three players"):
        cr.Deal(tuple(range(30)), 4)


@pytest.mark.parametrize("target", [121, 61])
@pytest.mark.parametrize("players", [2, 3])
def test_a_game_ends_at_the_target_with_the_deal_moving_left(players, target):
    source = random.Random(players)
    player = random_player(source)
    rules = DEFAULTS | {"target": target, "stakes": "skunk"}
    for first in range(players):
        game = cr.play_game(
            [random_deal(source, players) for _ in range(60)], rules, (player,) * players, dealer=first
        )
        assert game.dealer == first
        assert [score == target for score in game.scores] == [seat == game.winner for seat in range(players)]
        assert [count == 0 for count in game.counts] == [seat == game.winner for seat in range(players)]
        # The points of all deals but the last, added up by who sat where.
        totals = [0] * players
        for number, record in enumerate(game.deals[:-1]):
            for seat, points in enumerate(record.points):
                totals[(first + number + seat) % players] += points
        assert all(total <= score for total, score in zip(totals, game.scores, strict=True))
        assert max(totals) < target


def test_three_players_seats_are_dealt_from_the_left_of_the_dealer():
    deal = cr.Deal(tuple(range(17)), 3)
    assert deal.cards(1) == (0, 3, 6, 9, 12)
    assert deal.cards(2) == (1, 4, 7, 10, 13)
    assert deal.cards(0) == (2, 5, 8, 11, 14)
    assert (deal.to_crib, deal.starter) == ((15,), 16)
    assert [len(cr.throws(deal.cards(0))), len(cr.throws(range(6)))] == [5, 15]
    assert cr.throws(range(6)) == list(combinations(range(6), 2))
