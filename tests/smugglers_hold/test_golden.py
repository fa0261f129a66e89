"""The plain rules of Smuggler's Hold against positions worked by hand, and against the options that they need."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from importlib.resources import files
from itertools import chain

import pytest

from analyzer.core.decks import SABACC_62
from analyzer.games.smugglers_hold import rules as sh

FOLDER = files("analyzer.games.smugglers_hold")
GOLDEN = tomllib.loads(FOLDER.joinpath("golden.toml").read_text("utf-8"))
OPTIONS = tomllib.loads(FOLDER.joinpath("options.toml").read_text("utf-8"))
DEFAULTS = {name: option["default"] for name, option in OPTIONS["options"].items()}
SEATS = ("dealer", "pone")
SAID = {"id", "source", "rules", "working"}


def rules_of(position):
    overrides = position.get("rules", {})
    assert overrides.keys() <= DEFAULTS.keys()
    return DEFAULTS | overrides


class Reader:
    """Reads the card strings of one position; the first ``0`` is one Sylop, the next the other."""

    def __init__(self):
        self.sylops = iter(SABACC_62.copies("0"))

    def cards(self, text):
        return [next(self.sylops) if word == "0" else SABACC_62.names.index(word) for word in text.split()]


def shown(cards):
    return " ".join(SABACC_62.words(cards))


def told(events):
    return [f"{SEATS[event.seat]} {event.name} {event.points}" for event in events]


def laid(pairs):
    return " ".join(f"{SEATS[seat][0]}:{'GO' if card is None else SABACC_62.names[card]}" for seat, card in pairs)


def named(name, cards):
    return next(card for card in cards if SABACC_62.names[card] == name)


def check_cut(position, rules):
    reader = Reader()
    cuts = [tuple(reader.cards(text)) for text in position["cuts"]]
    assert sh.first_dealer(cuts, position["coin"], rules) == position["dealer"]


def check_view(position, rules):
    reader = Reader()
    hands = [reader.cards(position[seat]) for seat in SEATS]
    thrown = [reader.cards(position[f"throw_{seat}"]) for seat in SEATS]
    (path,) = reader.cards(position["path"])
    skirmish = sh.start_skirmish(hands, path, position["number"], rules)
    for word in position["plays"].split():
        skirmish.lay(named(word, skirmish.hands[skirmish.turn]))
    seen = skirmish.view(0, thrown)
    assert SEATS[seen.seat] == position["turn"]
    assert shown(seen.hold) == position["hold"]
    assert seen.thrown == tuple(thrown[seen.seat])


def check_flip(position, rules):
    (path,) = Reader().cards(position["path"])
    assert told(sh.path_bonus(path, position["number"], rules)) == position["events"]


def check_legal(position, _rules):
    assert shown(sh.legal_cards(Reader().cards(position["hand"]), position["total"])) == position["legal"]


def check_skirmish(position, rules):
    reader = Reader()
    hands = [reader.cards(position[seat]) for seat in SEATS]
    (path,) = reader.cards(position["path"])
    skirmish = sh.start_skirmish(hands, path, position["number"], rules)
    events, last = [], []
    for word in position["plays"].split():
        last = skirmish.lay(named(word, skirmish.hands[skirmish.turn]))
        events += last
    found = {
        "events": told(events),
        "last": told(last),
        "history": laid(skirmish.history),
        "total": skirmish.total,
        "lap": shown(skirmish.lap),
        "table": laid(skirmish.table),
        "captured_dealer": shown(skirmish.captured[sh.DEALER]),
        "captured_pone": shown(skirmish.captured[sh.PONE]),
        "turn": "over" if skirmish.turn is None else SEATS[skirmish.turn],
        "legal": shown(skirmish.legal()),
        "stuck": skirmish.stuck,
        "path_captured": skirmish.path_captured,
    }
    compare(found, position, {"path", "number", "pone", "dealer", "plays"})


def check_claim(position, rules):
    reader = Reader()
    own = [reader.cards(position[seat]) for seat in SEATS]
    seat, level = sh.claim(own, position["number"], "CFS".index(position["suit"]), SEATS.index(position["coin"]), rules)
    assert f"{SEATS[seat]} {level}" == position["claim"]


def check_deal(position, rules):
    reader = Reader()
    dealer, pone = (reader.cards(position[seat]) for seat in SEATS)
    (path,) = reader.cards(position["path"])
    deal = sh.Deal(
        order=(*chain.from_iterable(zip(pone, dealer, strict=True)), path),
        number=position["number"],
        suit="CFS".index(position["suit"]),
        coin=SEATS.index(position["coin"]),
    )
    plays = iter(position["plays"].split())

    def choose_throw(seat, six):
        first, second = (named(word, six) for word in position[f"throw_{SEATS[seat]}"].split())
        return first, second

    record = sh.play_deal(deal, rules, choose_throw, lambda view: named(next(plays), view.hand))
    assert next(plays, None) is None
    found = {
        "events": told(record.events),
        "history": laid(record.history),
        "claim": f"{SEATS[record.claimant]} {record.level}",
        "points": dict(zip(SEATS, record.points, strict=True)),
        "stuck": record.stuck,
    }
    for seat, name in enumerate(SEATS):
        found |= {
            f"own_{name}": shown(record.own[seat]),
            f"pool_{name}": shown(record.pools[seat]),
            f"picks_{name}": shown(record.picks[seat]),
        }
    given = {"dealer", "pone", "throw_dealer", "throw_pone", "path", "number", "suit", "coin", "plays"}
    compare(found, position, given)


def check_spoils(position, rules):
    reader = Reader()
    hand, path = reader.cards(position["hand"]), reader.cards(position.get("path", ""))
    rows = sh.count_spoils(hand, *(path or [None]), position["number"], "CFS".index(position["suit"]), rules)
    points = Counter()
    for row in rows:
        points[row.name] += row.points
    assert dict(points) == position["rows"]
    assert sum(row.points for row in rows) == position["total"]


def check_picks(position, rules):
    reader = Reader()
    pool, path = reader.cards(position["pool"]), reader.cards(position.get("path", ""))
    table = (*(path or [None]), position["number"], "CFS".index(position["suit"]), rules)
    picks = sh.best_picks(pool, *table)
    assert shown(picks) == position["picks"]
    assert sum(row.points for row in sh.count_spoils(picks, *table)) == position["total"]


def check_win(position, rules):
    events = []
    for text in position["events"]:
        seat, name, points = text.split()
        events.append(sh.Event(SEATS.index(seat), name, int(points)))
    after, winner = sh.win_check(position["scores"], events, rules)
    assert list(after) == position["after"]
    assert ("none" if winner is None else SEATS[winner]) == position["winner"]


def compare(found, position, given):
    """Everything that ``position`` expects must be found, and nothing may be expected that is never looked at."""
    expected = {key: value for key, value in position.items() if key not in given | SAID}
    assert expected
    assert {key: found[key] for key in expected} == expected


CHECKS = {
    "cut": check_cut,
    "view": check_view,
    "flip": check_flip,
    "legal": check_legal,
    "skirmish": check_skirmish,
    "claim": check_claim,
    "deal": check_deal,
    "spoils": check_spoils,
    "picks": check_picks,
    "win": check_win,
}
POSITIONS = [(kind, position) for kind, listed in GOLDEN.items() for position in listed]


@pytest.mark.parametrize(
    ("kind", "position"), [pytest.param(*each, id=f"{each[0]}-{each[1]['id']}") for each in POSITIONS]
)
def test_position(kind, position):
    CHECKS[kind](position, rules_of(position))


# ------------------------------------------------------------------------------------------------- games and options


def random_deal(source):
    return sh.Deal(
        order=tuple(source.sample(range(62), 13)),
        number=source.choice([0, 0, 5, -5, 10, -10]),
        suit=source.randrange(3),
        coin=source.randrange(2),
    )


def random_player(source):
    return sh.Player(
        choose_throw=lambda seat, six: source.choice(sh.throws(six)),
        choose_card=lambda view: source.choice(view.legal),
    )


def variants():
    """Every value of every option, one at a time, and every preset."""
    yield pytest.param({}, id="standard")
    for name, option in OPTIONS["options"].items():
        values = [0, 5] if option["values"] == "whole" else option["values"]
        for value in values:
            if value != option["default"]:
                yield pytest.param({name: value}, id=f"{name}={value}")
    for name, values in OPTIONS["presets"].items():
        yield pytest.param(values, id=f"preset-{name}")


@pytest.mark.parametrize("overrides", list(variants()))
def test_every_card_is_somewhere_and_every_point_has_an_event(overrides):
    source = random.Random(repr(overrides))
    rules = DEFAULTS | overrides
    player = random_player(source)
    for _ in range(3):
        deal = random_deal(source)
        record = sh.play_deal(deal, rules, player.choose_throw, player.choose_card)
        cards = sorted(record.pools[0] + record.pools[1])
        dealt = deal.order[: 12 if record.path is not None else 13]
        if rules["uncaptured"] == "out":
            assert set(cards) <= set(dealt)
        else:
            assert cards == sorted(dealt)
        assert all(set(record.picks[seat]) <= set(record.pools[seat]) for seat in (0, 1))
        assert sum(event.points for event in record.events) == sum(record.points)
        for seat in (0, 1):
            spoils = sum(event.points for event in record.events if (event.seat, event.name) == (seat, "spoils"))
            assert spoils == sum(row.points for row in record.spoils[seat])


def test_game_ends_at_121_with_the_deal_alternating():
    source = random.Random(1)
    player = random_player(source)
    dealers = set()
    for dealer in (0, 1) * 5:
        deals = [random_deal(source) for _ in range(60)]
        game = sh.play_game(deals, DEFAULTS, (player, player), scores=(60, 30), dealer=dealer)
        dealers.add(game.dealer)
        assert game.scores[game.winner] >= 121 > game.scores[1 - game.winner]
        # The points of all hands but the last, dealt by the players in turn, never reach the target.
        before = [60, 30]
        for index, record in enumerate(game.deals[:-1]):
            for seat in (0, 1):
                before[(dealer + index + seat) % 2] += record.points[seat]
        assert max(before) < 121
    assert dealers == {0, 1}


def test_game_gives_each_player_the_cards_of_the_seat():
    source = random.Random(4)
    sixes, hands = ([], []), ([], [])

    def player(index):
        def choose_throw(seat, six):
            sixes[index].append(six)
            return six[:2]

        def choose_card(view):
            hands[index].append(view.hand)
            return view.legal[0]

        return sh.Player(choose_throw, choose_card)

    deals = [random_deal(source) for _ in range(60)]
    game = sh.play_game(deals, DEFAULTS, (player(0), player(1)), dealer=1)
    assert len(game.deals) > 2
    for index in (0, 1):
        dealt = [deal.six((number + index + 1) % 2) for number, deal in enumerate(deals[: len(game.deals)])]
        assert sixes[index] == dealt
        assert all(any(set(hand) <= set(six) for six in dealt) for hand in hands[index])


def test_game_without_deals_enough_says_so():
    player = random_player(random.Random(1))
    with pytest.raises(ValueError, match="needs more deals: 60-30 after 0"):
        sh.play_game([], DEFAULTS, (player, player), scores=(60, 30))


def test_a_cut_that_stays_tied_needs_another():
    with pytest.raises(ValueError, match="one more cut"):
        sh.first_dealer([(0, 61)], 0, DEFAULTS)


def test_illegal_choices_are_refused():
    deal = random_deal(random.Random(1))
    player = random_player(random.Random(1))
    with pytest.raises(ValueError, match="were expected as a throw"):
        sh.play_deal(deal, DEFAULTS, lambda seat, six: (six[0], six[0]), player.choose_card)
    stranger = next(card for card in range(62) if card not in deal.order)
    with pytest.raises(ValueError, match="a legal card was expected"):
        sh.play_deal(deal, DEFAULTS, player.choose_throw, lambda view: stranger)
    with pytest.raises(ValueError, match="different cards"):
        sh.Deal((*deal.order[:12], deal.order[0]), 0, 0, 0)


def test_view_shows_no_hidden_card():
    source = random.Random(2)

    def check(view):
        six = deal.six(view.seat)
        hidden = set(deal.six(1 - view.seat)) - {card for _, card in view.history}
        assert view.hold == tuple(sorted(view.thrown))
        seen = {*view.hand, *view.thrown, *view.lap, *chain(*view.captured), *(card for _, card in view.table)}
        assert not hidden & seen
        assert set(view.hand) | set(view.thrown) <= set(six)
        assert view.opponent_cards == 4 - sum(seat != view.seat and card is not None for seat, card in view.history)
        return source.choice(view.legal)

    for _ in range(20):
        deal = random_deal(source)
        sh.play_deal(deal, DEFAULTS, lambda seat, six: source.choice(sh.throws(six)), check)


def test_copy_is_independent():
    hands = [[0, 3, 6, 40], [1, 4, 7, 41]]
    skirmish = sh.start_skirmish(hands, 31, 5, DEFAULTS)
    before = repr(skirmish)
    twin = skirmish.copy()
    assert repr(twin) == before
    while twin.turn is not None:
        twin.lay(twin.legal()[0])
    assert repr(skirmish) == before


class Watched(dict):
    """A mapping that remembers which names were asked for."""

    def __init__(self, values):
        super().__init__(values)
        self.asked = set()

    def __getitem__(self, name):
        self.asked.add(name)
        return super().__getitem__(name)


def test_options_are_those_that_the_rules_read():
    asked = set()
    for kind, position in POSITIONS:
        rules = Watched(rules_of(position))
        CHECKS[kind](position, rules)
        asked |= rules.asked
    assert asked == set(OPTIONS["options"])


def test_options_are_well_formed():
    for name, option in OPTIONS["options"].items():
        assert {"ruling", "default", "values", "meaning", "alternatives", "source"} <= option.keys(), name
        assert option["source"] in {"rulebook", "web version 13.7", "ruling"}
        if option["values"] == "whole":
            assert type(option["default"]) is int
            assert option["default"] >= 0
        else:
            assert option["default"] in option["values"]
    assert [name for name, option in OPTIONS["options"].items() if "assumption" in option] == ["outer_rim_points"]
    for preset in OPTIONS["presets"].values():
        for name, value in preset.items():
            values = OPTIONS["options"][name]["values"]
            assert (value >= 0) if values == "whole" else (value in values)
            assert value != DEFAULTS[name]


def test_every_alternative_has_a_position():
    used = {pair for _, position in POSITIONS for pair in position.get("rules", {}).items()}
    for name, option in OPTIONS["options"].items():
        if option["values"] != "whole":
            assert {(name, value) for value in option["values"] if value != option["default"]} <= used
    assert {"outer_rim_points", "hold_points"} <= {name for name, _ in used}


def test_golden_is_large_and_each_position_is_named_once():
    ids = [position["id"] for _, position in POSITIONS]
    assert len(ids) == len(set(ids)) >= 80
    assert all(position["working"] and position["source"] for _, position in POSITIONS)
