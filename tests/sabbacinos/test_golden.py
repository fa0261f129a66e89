"""The plain rules of the tile games against positions worked by hand."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from analyzer.core.decks import DOUBLE_SIX
from analyzer.core.notation import parse_cards, tokens
from analyzer.games import sabbacinos
from analyzer.games.options import load_options
from analyzer.games.sabbacinos.rules import play_round
from analyzer.games.sabbacinos.rules_deal import EYES, Given, deal_tiles, find_leader, roll_sizes, set_tiles
from analyzer.games.sabbacinos.rules_history import WrongWordError, read_history
from analyzer.games.sabbacinos.rules_moves import ROLL, word
from analyzer.games.sabbacinos.rules_policies import First
from analyzer.games.sabbacinos.rules_round import PLAYING, Round
from analyzer.games.sabbacinos.rules_score import line_sum, play_points, settle, spinner_sum
from analyzer.games.sabbacinos.rules_set import rule_set
from analyzer.games.sabbacinos.rules_tableau import Tableau
from analyzer.games.sabbacinos.rules_tiles import words
from analyzer.games.sabbacinos.rules_words import read_words

FAMILY = Path(sabbacinos.__file__).parent
GAMES = sorted(path.parent.name for path in FAMILY.glob("*/rules.py"))
CASES = {game: tomllib.loads((FAMILY / game / "golden.toml").read_text(encoding="utf-8")) for game in GAMES}
PUBLISHED = {f"C{number:02}" for number in range(1, 68, 2)}
LAID_BY = 0


def of(kind):
    """Return the cases of one kind of all games, as parameters (game, case) named by both."""
    found = [(game, case) for game in GAMES for case in CASES[game].get(kind, ())]
    return pytest.mark.parametrize(("game", "case"), found, ids=[f"{game}-{case['id']}" for game, case in found])


def rules_of(game, case):
    return rule_set(game, load_options(FAMILY / game).resolve(case.get("rules")))


def tiles(text):
    return parse_cards(text, DOUBLE_SIX, "test")


def at_table(rules, laid, hands, boneyard=""):
    """Return a round in which the tiles of ``laid`` lie, whoever laid them, seat 1 to move; and the last one's points.

    A word that two kinds of ends fit says which, and pots follow along.
    """
    state = Round(rules, [set(tiles(hand)) for hand in hands], list(tiles(boneyard)), 0, PLAYING)
    tableau, points = Tableau(rules), 0
    state.tableau = tableau
    for said in read_words(tokens(laid), 4):
        end = None
        if said.value is None:
            tableau.open(said.tile, LAID_BY)
        else:
            fitting = [end for end in tableau.ends if end.value == said.value and said.end in (None, end.kind)]
            end = next(end for end in fitting if tableau.fits(said.tile, end))
            tableau.join(said.tile, end, LAID_BY)
        points = state.pots.take(said.tile, end) if rules.in_play == "pot" else play_points(tableau)
    return state, points


def test_every_published_case_is_here() -> None:
    sources = {case["source"] for cases in CASES.values() for kind in cases.values() for case in kind}
    assert sources - {"hand"} == PUBLISHED


@of("table")
def test_a_table(game, case) -> None:
    rules = rules_of(game, case)
    state, points = at_table(rules, case["laid"], [case.get("hand", ""), ""])
    if "ends" in case:
        shown = [f"{end.value}" + f":{end.kind}" * (end.kind not in ("plain", "opener")) for end in state.tableau.ends]
        assert sorted(shown) == sorted(tokens(case["ends"]))
    if "points" in case:
        assert points == case["points"]
    if "sum" in case:
        assert (spinner_sum if rules.in_play == "fives" else line_sum)(state.tableau) == case["sum"]
    if "dead" in case:
        assert state.tableau.is_dead() == case["dead"]
    if "placements" in case:
        moves = state.placements(0)
        assert [word(move, moves) for move in moves] == tokens(case["placements"])


@of("turn")
def test_a_turn_without_a_choice(game, case) -> None:
    state, _ = at_table(rules_of(game, case), case["laid"], case["hands"], case["boneyard"])
    rolls, made = iter(case.get("rolls", ())), []
    for _ in range(case["steps"]):
        legal = state.legal()
        assert len(legal) == 1
        move = legal[0]._replace(number=next(rolls)) if legal[0].verb == ROLL else legal[0]
        made.append(word(move, legal))
        state.step(move)
    assert made == tokens(case["words"])
    assert state.ended_by == case.get("ended", "")
    if "left" in case:
        assert words(state.hands[0]) == case["left"]
    if "legal" in case:
        legal = state.legal()
        assert [word(move, legal) for move in legal] == tokens(case["legal"])


@of("lead")
def test_who_leads(game, case) -> None:
    rules = rules_of(game, case)
    found = find_leader([sorted(tiles(hand)) for hand in case["hands"]], Given([], case.get("rolls", ())), rules)
    if case.get("redeal"):
        assert found is None
    else:
        assert found is not None
        leader, leads = found
        assert (leader + 1, words(leads)) == (case["leader"], case["leads"])


@of("deal")
def test_sizes_of_hands(game, case) -> None:
    rules = rules_of(game, case)
    sizes = roll_sizes(Given([], case["rolls"]), case["players"], rules)
    hands, rest = deal_tiles(set_tiles(rules), sizes)
    assert [len(hand) for hand in hands] == case["sizes"]
    assert len(rest) == 28 - sum(case["sizes"])


@of("settle")
def test_the_end_of_a_round(game, case) -> None:
    out = case["out"] - 1 if "out" in case else None
    scored = case.get("scored", [0] * len(case["hands"]))
    outcome = settle([tiles(hand) for hand in case["hands"]], out, scored, rules_of(game, case))
    assert [seat + 1 for seat in outcome.winners] == case["winners"]
    assert outcome.added == tuple(map(Fraction, case["points"]))


class Told:
    """A player who lays what is written, in the words of a history."""

    def __init__(self, decisions):
        self.decisions = list(read_words(tokens(decisions), 4))

    def choose(self, legal):
        said = self.decisions.pop(0)
        return next(move for move in legal if said.says(move))


@of("round")
def test_a_round(game, case) -> None:
    rules = rules_of(game, case)
    front = tiles(" ".join(case["hands"]))
    order = (*front, *(tile for tile in range(28) if tile not in front))
    told = Told(case["decisions"])
    record = play_round(Given([order]), [told] * len(case["hands"]), rules)
    assert [event.word for event in record.events] == tokens(case["words"])
    assert not told.decisions
    assert (record.ended_by, record.opener + 1) == (case["ended"], case["opener"])
    assert [seat + 1 for seat in record.outcome.winners] == case["winners"]
    assert record.points == tuple(map(Fraction, case["points"]))


@of("redraws")
def test_redraws_until_the_eyes(game, case) -> None:
    rules = rules_of(game, case)
    order = [tile for tile in range(28) if tile != EYES] + [EYES]
    record = play_round(Given([order]), [First()] * case["players"], rules)
    assert record.count("DISCARD") == case["discards"]
    assert record.opener == (case["discards"] - 1) % case["players"]


def situation(game, case):
    return read_history(
        tokens(case["history"]), tiles(case["hand"]), case["players"], rules_of(game, case), case.get("sizes", ())
    )


@of("history")
def test_a_history(game, case) -> None:
    found = situation(game, case)
    legal = found.state.legal()
    assert found.asker + 1 == case["seat"]
    assert [word(move, legal) for move in legal] == tokens(case["legal"])
    if "scored" in case:
        assert found.state.scored == case["scored"]


@of("wrong")
def test_the_first_wrong_word(game, case) -> None:
    with pytest.raises(WrongWordError, match=case["message"]) as raised:
        situation(game, case)
    assert raised.value.place == case["place"]
