"""What a page says above and below its tables."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer.report.distribution import distribution_table
from analyzer.report.ranking import SHOWN, ranking_tables, verdict
from analyzer.report.table import Column
from analyzer.report.view import pages


def test_the_header_says_how_the_answer_was_found(documents: dict[str, Any]) -> None:
    (page,) = pages(documents["advice"])
    assert page.title == "smugglers-hold discard: -10C -3F 0 +2F +5C +10S, seat dealer"
    assert page.header == (
        "simulated, 12,288 common deals, seed 1, 95 % level, me and opponent lookahead",
        "Assumed: outer_rim_points=3, triple_points=3",
    )
    assert page.footer == (
        "2 of 15 are tied for the best at the 95 % level.",
        "It keeps a total of zero within reach.",
    )
    assert page.command == documents["advice"]["command"]


def test_rules_that_differ_from_the_default_are_named(documents: dict[str, Any]) -> None:
    rules = {"outer_rim_points": 6, "capture_path": True, "zero_points": 6}
    (page,) = pages(documents["count"] | {"rules": rules})
    assert page.header == ("exact", "House rules: outer_rim_points=6, capture_path=yes")


def test_the_unit_of_a_simulation_is_what_was_asked_for(documents: dict[str, Any]) -> None:
    (page,) = pages(documents["simulate"] | {"unit": "games"})
    assert page.header[0] == "simulated, 20,000 games, seed 7, 95 % level"


def test_a_precision_that_was_not_reached_is_said_below_the_table(documents: dict[str, Any]) -> None:
    (page,) = pages(documents["advice"], reached=False)
    assert page.footer[-1].startswith("The precision asked for was not reached:")
    assert not any("not reached" in line for line in pages(documents["advice"])[0].footer)
    first, second = pages(documents["both seats"], reached=False)
    assert "not reached in every answer" in second.footer[-1]
    assert not any("not reached" in line for line in first.footer)


@pytest.mark.parametrize("game", ["no-such-game", None])
def test_rules_of_a_game_that_is_not_installed_are_left_out(documents: dict[str, Any], game: str | None) -> None:
    (page,) = pages(documents["count"] | {"game": game, "rules": {"outer_rim_points": 6}})
    assert page.header == ("exact",)


def test_exact_advice_needs_no_level(documents: dict[str, Any]) -> None:
    document = documents["exact advice"]
    assert verdict(document) == "2 of 3 are tied for the best."
    assert verdict(document | {"options": document["options"][2:]}) == "0 of 1 are tied for the best."
    assert verdict(documents["win probability"]) == "+2F +5C is the best of 2 at the 95 % level."


def test_exact_numbers_stand_alone(documents: dict[str, Any]) -> None:
    ranking, rows = ranking_tables(documents["exact advice"])
    assert ranking.rows == (
        ("1", "-3F 0 +2F +1S", "12", "0", "tied", "6", "6"),
        ("1", "-3F 0 +2F +1S", "12", "0", "tied", "-", "12"),
        ("3", "-3F 0 +2F +1S", "9.5", "2.5", "", "-", "9.5"),
    )
    assert ranking.strong == {0, 1}
    assert rows.rows == (("sabacc", "-3F 0 +2F +1S +1C", "6"),)


def test_win_probabilities_are_printed_in_percent(documents: dict[str, Any]) -> None:
    (ranking,) = ranking_tables(documents["win probability"])
    assert [column.head for column in ranking.columns] == ["#", "action", "win %", "behind best", "best", "points"]
    assert ranking.rows[1] == ("2", "(none)", "56.8 ± 1.2", "4.5 (2.2 to 6.7)", "", "3.2")


def test_what_is_gained_and_lost_alike_shares_a_column(documents: dict[str, Any]) -> None:
    (ranking,) = ranking_tables(documents["advice"])
    assert [column.head for column in ranking.columns if column.group == "parts"] == [
        "path",
        "skirmish, theirs",
        "last card, theirs",
        "hold, theirs",
        "spoils, theirs",
    ]
    assert ranking.rows[0][-2:] == ("4.8 -2.2", "14.5 -9.5")


def test_a_long_ranking_says_how_many_more(documents: dict[str, Any]) -> None:
    document = documents["exact advice"]
    ranking, _ = ranking_tables(document | {"options": document["options"][:1] * (SHOWN + 455)})
    assert len(ranking.rows) == SHOWN
    assert ranking.notes == ("and 455 more, all of them in the JSON and CSV output",)


def test_a_count_ends_with_its_total(documents: dict[str, Any]) -> None:
    (table,) = pages(documents["count"])[0].tables
    assert table.rows[-1] == ("total", "", "9")
    assert table.strong == {2}


def test_several_hands_say_what_decided(documents: dict[str, Any]) -> None:
    (page,) = pages(documents["several hands"])
    assert page.tables[0].rows[0] == ("+1C +2S", "3", "off by two", "yes")
    assert page.footer == ("Decided by distance.",)


def test_odds_show_the_fraction_and_the_chance(documents: dict[str, Any]) -> None:
    (page,) = pages(documents["exact odds"])
    assert page.title == "smugglers-hold odds spoils"
    assert page.tables[0].rows[0] == ("pure sabacc", "1,234", "116,478,036", "0.00105943")
    assert page.footer == ("points per hand: 4.12346",)
    (page,) = pages(documents["sampled odds"])
    assert page.tables[0].rows == (("0", "0.00 (0.00 to 0.07)"), ("4", "43.2 ± 1.0"))


def test_means_take_their_interval_along(documents: dict[str, Any]) -> None:
    table = pages(documents["simulate"])[0].tables[0]
    assert table.rows[2] == ("dealer", "random", "points.last_card", "20,000", "1.512 ± 0.022")
    (table,) = pages(documents["race"])[0].tables
    assert table.rows[1] == ("119", "118", "no", "51.00 (s.e. 0.12)")


def test_further_lists_become_tables(documents: dict[str, Any]) -> None:
    tables = pages(documents["advice"])[0].tables
    assert [table.title for table in tables] == ["", "policy costs", "sensitivity"]
    assert tables[1].rows == (("greedy", "-3F 0", "1.2 ± 0.3"),)
    replay = pages(documents["replay"])[0].tables
    assert replay[1].rows[0] == ("zero", "pone", "-5S", "6")


def test_rules_show_what_is_allowed_and_what_was_changed(documents: dict[str, Any]) -> None:
    (page,) = pages(documents["rules"])
    (table,) = page.tables
    assert table.rows[0][:4] == ("outer_rim_points", "6", "3 / whole", "SH-C6")
    assert table.rows[1] == (
        "finish_hand",
        "no",
        "no / yes",
        "SH-F2",
        "who reaches the target ends the game; yes: the hand is finished first (rulebook)",
    )
    assert table.strong == {0}
    assert page.footer == ("Preset rulebook: finish_hand=yes", "Preset standard: all defaults")


def test_a_distribution_shows_round_thresholds(documents: dict[str, Any]) -> None:
    _, table = ranking_tables(documents["distribution"])
    assert [column.head for column in table.columns][2:] == ["0", "10", "20", "30", "40"]
    assert table.rows[0][1:3] == ("0 -10C", "100.0 (99.0 to 100.0)")
    assert table.notes == ()
    _, table = pages(documents["simulate"])[0].tables
    assert [column.head for column in table.columns] == ["seat", "policy", "metric", "0", "2", "4", "6", "8"]
    # Nothing lies between 0 and 9, so the chance of 2 or more is that of 9 or more.
    assert table.rows[0][3:] == ("100.0 (99.0 to 100.0)", *["40.0 ± 1.0"] * 4)
    assert table.rows[1][3:] == ("90.0 ± 1.0", "-", "-", "-", "-")
    assert table.notes == ("- so much was not seen once",)


def _spread(low: float, high: float, step: float = 1.0) -> list[dict[str, float]]:
    count = round((high - low) / step)
    return [
        {"at_least": low + i * step, "p": 1 - i / (count + 1), "low": 0.0, "high": 1.0} for i in range(count + 1)
    ]


@pytest.mark.parametrize(
    ("values", "heads"),
    [
        (_spread(-97, 110), ["-50", "0", "50", "100"]),
        (_spread(-97, 60), ["-80", "-60", "-40", "-20", "0", "20", "40"]),
        (_spread(0, 5), ["0", "1", "2", "3", "4", "5"]),
        (_spread(3, 3), ["3"]),
        (_spread(-0.3, 0.4, 0.1), ["-0.2", "-0.1", "0", "0.1", "0.2", "0.3", "0.4"]),
        (_spread(41, 43), ["42", "43"]),
        (_spread(12_000, 52_000, 1000), [f"{n},000" for n in range(15, 55, 5)]),
        ([], []),
    ],
)
def test_thresholds_are_multiples_of_a_round_step(values: list[dict[str, float]], heads: list[str]) -> None:
    table = distribution_table([Column("action")], [("a",)], [values])
    assert [column.head for column in table.columns[1:]] == heads


def test_thresholds_leave_out_the_rare_ends_but_never_zero() -> None:
    rare = [{"at_least": n, "p": p, "low": p, "high": p} for n, p in ((-500, 1.0), (10, 0.999), (20, 0.5), (30, 0.2))]
    table = distribution_table([Column("action")], [("a",)], [[*rare, {**rare[-1], "at_least": 900, "p": 1e-4}]])
    assert [column.head for column in table.columns[1:]] == ["0", "5", "10", "15", "20", "25", "30"]


def test_an_interval_without_an_end_supports_no_decimals(documents: dict[str, Any]) -> None:
    option = documents["advice"]["options"][1] | {"low": None, "high": None, "gap_high": None}
    (ranking,) = ranking_tables(documents["advice"] | {"options": [option]})
    assert ranking.rows[0][2:4] == ("6", "1")


def test_deals_are_shown_where_losers_were_dropped(documents: dict[str, Any]) -> None:
    (ranking,) = ranking_tables(documents["advice"])
    column = [column.head for column in ranking.columns].index("deals")
    assert [row[column] for row in ranking.rows] == ["12,288"] * 9 + ["4,096"] * 6
    (ranking,) = ranking_tables(documents["advice"] | {"options": documents["advice"]["options"][:9]})
    assert "deals" not in [column.head for column in ranking.columns]
