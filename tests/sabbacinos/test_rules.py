"""What every rule set of the tile games must keep, on random rounds and matches of the plain rules."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from analyzer.core.notation import tokens
from analyzer.games import sabbacinos
from analyzer.games.options import load_options
from analyzer.games.sabbacinos.rules import play_match, play_round
from analyzer.games.sabbacinos.rules_deal import Given, Shuffled, deal_round, set_tiles
from analyzer.games.sabbacinos.rules_history import read_history
from analyzer.games.sabbacinos.rules_moves import word
from analyzer.games.sabbacinos.rules_policies import First, Heaviest, Random
from analyzer.games.sabbacinos.rules_set import rule_set
from analyzer.games.sabbacinos.rules_tiles import NAMES

FAMILY = Path(sabbacinos.__file__).parent
GAMES = sorted(path.parent.name for path in FAMILY.glob("*/rules.py"))
OPTIONS = {game: load_options(FAMILY / game) for game in GAMES}
SETS = [(game, preset) for game in GAMES for preset in OPTIONS[game].presets]
SINGLE = [(game, name, value) for game in GAMES for name, spec in OPTIONS[game].specs.items()
          if spec.values != "whole" for value in spec.values if value != spec.default]


def rules_of(game, preset=None, **rules):
    return rule_set(game, OPTIONS[game].resolve(rules, preset))


def record_of(rules, players, seed):
    source = random.Random(seed)
    return play_round(Shuffled(source), [Random(source)] * players, rules)


def test_there_are_nineteen_rule_sets() -> None:
    assert len(GAMES) == 12
    assert len(SETS) == 19


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("game", "preset"), SETS)
def test_tiles_are_neither_lost_nor_made(game, preset, players) -> None:
    rules = rules_of(game, preset)
    for seed in range(30):
        record = record_of(rules, players, seed)
        laid = [event.word for event in record.events if event.word[0].isdigit()]
        held = [tile for hand in record.hands for tile in hand]
        assert len({one[:3] for one in laid}) == len(laid)
        assert len(set(held)) == len(held)
        discarded = record.count("DISCARD")
        dealt = sum(map(len, record.deal.hands))
        assert len(laid) + len(held) == dealt + record.count("DRAW")
        assert dealt + len(record.deal.boneyard) == len(set_tiles(rules))
        assert record.count("DRAW") <= len(record.deal.boneyard) - (0 if rules.draw else discarded)
        assert all(event.word in event.legal or ":" in event.word for event in record.events)
        assert (record.ended_by == "out") == any(not hand for hand in record.hands)


@pytest.mark.parametrize(("game", "option", "value"), SINGLE)
def test_every_value_of_every_option_can_be_played(game, option, value) -> None:
    rules = rules_of(game, **{option: value})
    for seed in range(6):
        record = record_of(rules, 2 + seed % 3, seed)
        assert record.ended_by in ("out", "blocked")
        if rules.in_play == "none" and rules.blocked_points == "opponents":
            assert min(record.points) >= 0


@pytest.mark.parametrize(("game", "preset"), SETS)
def test_a_round_of_a_seed_is_the_same_again(game, preset) -> None:
    rules = rules_of(game, preset)
    assert record_of(rules, 3, 5) == record_of(rules, 3, 5)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_a_match_ends_as_its_rules_say(game, players) -> None:
    rules = rules_of(game)
    for seed in range(3):
        source = random.Random(seed)
        record = play_match(Shuffled(source), [Random(source), *[Heaviest()] * (players - 1)], rules)
        assert sum(record.shares) == 1
        for place, seated in enumerate(record.seating):
            assert seated == tuple((place + seat) % players for seat in range(players))
        if rules.target:
            assert max(record.score) >= rules.target
            before = [sum(one.points[seated.index(player)] for one, seated in
                          zip(record.rounds[:-1], record.seating, strict=False)) for player in range(players)]
            assert max(before) < rules.target
            assert (record.rounds[-1].ended_by == "target") <= (rules.in_play != "none")
        else:
            assert len(record.rounds) == rules.rounds


def test_the_target_ends_a_match_at_once_unless_the_round_is_finished() -> None:
    ended = {}
    for finish in (False, True):
        rules = rules_of("muggins", target=10, finish_round=finish)
        matches = [play_match(Shuffled(random.Random(seed)), [First(), First()], rules) for seed in range(20)]
        ended[finish] = {match.rounds[-1].ended_by for match in matches}
    assert "target" in ended[False]
    assert "target" not in ended[True]


def test_the_lead_goes_to_the_winner_or_round_the_table() -> None:
    for leader in ("winner", "rotate"):
        rules = rules_of("sabbacinos", leader=leader, rounds=8)
        source = random.Random(3)
        match = play_match(Shuffled(source), [Random(source)] * 3, rules)
        openers = [seated[one.opener] for one, seated in zip(match.rounds, match.seating, strict=True)]
        for place in range(1, len(openers)):
            last = match.rounds[place - 1]
            if leader == "rotate":
                assert openers[place] == (openers[place - 1] + 1) % 3
            elif len(last.outcome.winners) == 1:
                assert openers[place] == match.seating[place - 1][last.outcome.winners[0]]


def test_a_tied_round_is_played_again_by_the_same_dealer() -> None:
    rules = rules_of("scoundrels_run", blocked_tie="replay", rounds=3)
    replayed = 0
    for seed in range(60):
        source = random.Random(seed)
        match = play_match(Shuffled(source), [Random(source)] * 2, rules)
        tied = [one.ended_by == "blocked" and not one.outcome.winners for one in match.rounds]
        replayed += sum(tied)
        assert len(match.rounds) == 3 + sum(tied)
        for place, again in enumerate(tied):
            assert (match.seating[place] == match.seating[place + 1]) if again else True
    assert replayed


def test_a_deal_without_a_double_is_thrown_in() -> None:
    plain = [tile for tile in set_tiles(rules_of("cross")) if tile not in (0, 7, 13, 18, 22, 25, 27)]
    doubles = [tile for tile in range(28) if tile not in plain]
    deal = deal_round(Given([plain + doubles, doubles + plain]), 2, rules_of("cross"))
    assert (deal.redeals, deal.leader, deal.leads) == (1, 0, (0,))


def test_the_heaviest_tile_is_laid_first() -> None:
    record = play_round(Shuffled(random.Random(1)), [Heaviest()] * 3, rules_of("sabbacinos"))
    for event in record.events:
        if event.word[0].isdigit():
            assert int(event.word[0]) + int(event.word[2]) == max(int(one[0]) + int(one[2]) for one in event.legal)


def seen_by(record, seat, steps, players):
    """Return the words of the first ``steps`` events as ``seat`` saw them, seats counted from who moved first."""
    first = record.events[0].seat
    hands = [set(hand) for hand in record.deal.hands]
    boneyard = list(record.deal.boneyard)
    seen = []
    for event in record.events[:steps]:
        verb, *rest = event.word.split(":")
        if verb in ("DRAW", "DISCARD"):
            named = event.seat == seat
            drawn = boneyard.pop(0)
            if verb == "DISCARD":
                hands[event.seat] -= {tile for tile in hands[event.seat] if NAMES[tile] == rest[0]}
                seen.append(event.word if named else verb)
                verb = "DRAW"
            hands[event.seat].add(drawn)
            seen.append(f"{verb}:{NAMES[drawn]}" if named else verb)
        elif verb == "TURN":
            victim = int(rest[0]) - 1
            turned = f":{rest[1]}" if victim == seat else ""
            seen.append(f"TURN:{(victim - first) % players + 1}{turned}")
        else:
            if verb[0].isdigit():
                hands[event.seat] = {tile for tile in hands[event.seat] if NAMES[tile] != event.word[:3]}
            seen.append(event.word)
    return seen, sorted(hands[seat])


@pytest.mark.parametrize(("game", "preset"), SETS)
def test_what_was_played_is_read_back(game, preset) -> None:
    """Every decision of random rounds, typed as its player saw the round, is read as it was: seat, moves, points."""
    rules = rules_of(game, preset)
    for seed in range(9):
        players = 2 + seed % 3
        record = record_of(rules, players, seed)
        if rules.draw and record.count("DISCARD"):
            continue  # shuffled into the boneyard: the deal alone does not tell what is drawn later
        first = record.events[0].seat
        sizes = [len(record.deal.hands[(first + seat) % players]) for seat in range(players)]
        for steps, event in list(enumerate(record.events))[::3]:
            if event.word == "DRAW" and rules.drawing in ("die", "gate"):
                continue  # nobody is asked between a roll and its draws
            typed, hand = seen_by(record, event.seat, steps, players)
            found = read_history(tokens(" ".join(typed)), hand, players, rules, sizes)
            legal = found.state.legal()
            assert found.asker == (event.seat - first) % players
            expected = [one if not one.startswith("TURN") else f"TURN:{(int(one[5:]) - 1 - first) % players + 1}"
                        for one in event.legal]
            assert sorted(word(move, legal) for move in legal) == sorted(expected)
            scored = [sum(one.points for one in record.events[:steps] if one.seat == (first + seat) % players)
                      for seat in range(players)]
            assert found.state.scored == scored
