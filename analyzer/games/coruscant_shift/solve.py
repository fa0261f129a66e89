"""Makes what ships in ``data/coruscant_shift``: the fields that `reply` faces, and when `bettor` stays."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.games.contract import Stage, Workshop
from analyzer.games.coruscant_shift.fields import FREE, LOCKED, final_of, load_field
from analyzer.games.coruscant_shift.kernels.betting import betting_block
from analyzer.games.coruscant_shift.kernels.field import DRAWN, blank_book, field_block, reply_book
from analyzer.games.coruscant_shift.kernels.policies import CLOSEST, REPLY
from analyzer.games.coruscant_shift.kernels.reply import TARGETS, Book
from analyzer.games.coruscant_shift.kernels.selections import STRENGTHS
from analyzer.games.coruscant_shift.kernels.staying import CELLS
from analyzer.games.options import load_options

# Seats observed in each round, those of the first by `closest`.
ROUNDS = (500_000, 1_000_000, 1_000_000, 6_000_000)
PLAYERS = range(2, 9)
FORMS = {LOCKED: "standard", FREE: "halcyon"}
# Rounds of regret matching, and hands of two in each of them; of more players as many fewer.
BETTING_ROUNDS, BETTING_HANDS = 150, 8_000


def stages(_rules: Mapping[str, Any]) -> tuple[Stage, ...]:
    """Return the stages; each plays the default rules of its forms, whatever rules are in force."""
    return (
        Stage("field", "what the others end with where all play reply, by players", ("field.json",), make_fields),
        Stage("betting", "when to stay, by players", ("betting.npz",), make_betting, needs=("field",)),
    )


# -------------------------------------------------------------------------------------------------------- fields


def make_fields(workshop: Workshop) -> Mapping[str, Any]:
    """Write ``field.json``: iterated best reply, begun from `closest`, by form and number of players."""
    options = load_options(Path(__file__).parent)
    wanted = [(improve, players) for improve in FORMS for players in PLAYERS]

    def measure(item: tuple[str, int]) -> np.ndarray:
        improve, players = item
        name = f"field-{improve}-{players}"
        kept = workshop.load(name)
        if kept is None:
            kept = {"field": measure_field(options.resolve({"form": FORMS[improve]}), players, ROUNDS, workshop.seed)}
            workshop.save(name, **kept)
        return kept["field"]

    fields: dict[str, dict[str, list[list[int]]]] = {improve: {} for improve in FORMS}
    for number, ((improve, players), field) in enumerate(zip(wanted, workshop.map(measure, wanted), strict=True), 1):
        cells = np.argwhere(field)
        fields[improve][str(players)] = np.column_stack([cells, field[tuple(cells.T)]]).tolist()
        workshop.tell(number, len(wanted), f"{improve}, {players} players")
    manifest = {
        "rules": options.resolve(),
        "forms": FORMS,
        "columns": ["target / 5", "cards drawn", "strength", "seats"],
        "rounds": list(ROUNDS),
        "seed": workshop.seed,
    }
    text = json.dumps({"manifest": manifest, "fields": fields}, separators=(",", ":")) + "\n"
    (workshop.folder / "field.json").write_text(text, "utf-8")
    return {"rounds": list(ROUNDS)}


def measure_field(
    rules: dict[str, Any], players: int, rounds: tuple[int, ...] = ROUNDS, seed: int = 1
) -> np.ndarray:
    """Return the field of ``players`` players under ``rules`` (see `kernels.field`) after ``rounds``.

    It moves by less than its error from the third round on.
    """
    policy, book = CLOSEST, blank_book(rules)
    field = np.zeros((TARGETS, DRAWN, STRENGTHS), dtype=np.int64)
    for number, seats in enumerate(rounds):
        if number:
            policy, book = REPLY, reply_book(rules, final_of(field, players))
        field = np.zeros_like(field)
        stream = (seed << 32) + (players << 8) + number
        field_block(np.uint64(stream), seats // players, np.full(players, policy), book, field)
    return field


# ------------------------------------------------------------------------------------------------------- betting


def make_betting(workshop: Workshop) -> Mapping[str, Any]:
    """Write ``betting.npz``: the chance to stay, uint8[SHAPE of `staying`] of 255, by number of players."""
    rules = load_options(Path(__file__).parent).resolve({"form": FORMS[FREE]})

    def train(players: int) -> np.ndarray:
        name = f"betting-{players}"
        kept = workshop.load(name)
        if kept is None:
            book = reply_book(rules, final_of(load_field(rules, players, workshop.folder), players))
            strategy = match_regrets(book, players, BETTING_ROUNDS, BETTING_HANDS, workshop.seed)
            kept = {"stay": np.rint(strategy * 255).astype(np.uint8)}
            workshop.save(name, **kept)
        return kept["stay"]

    found = {}
    for number, (players, stay) in enumerate(zip(PLAYERS, workshop.map(train, PLAYERS), strict=True), 1):
        found[str(players)] = stay
        workshop.tell(number, len(PLAYERS), f"{players} players")
    with (workshop.folder / "betting.npz").open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **found)
    return {"rounds": BETTING_ROUNDS, "hands_of_two_a_round": BETTING_HANDS, "rules": rules}


def watch(
    book: Book, players: int, stream: int, deals: int, strategy: np.ndarray, own: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return sums, reach and gains of `betting_block`."""
    sums, reach, gains = np.zeros(CELLS), np.zeros(CELLS), np.zeros(deals)
    betting_block(np.uint64(stream), deals, players, book, strategy, own, sums, reach, gains)
    return sums, reach, gains


def match_regrets(book: Book, players: int, rounds: int, hands: int, seed: int) -> np.ndarray:
    """Return the average strategy, float32[CELLS], of regret matching plus on sampled hands (Tammelin 2014).

    Rounds are weighted by their number and by how often the own strategy comes to a cell; with three players and more
    nothing promises that this is an equilibrium, so `grade` measures what a deviation gains.
    """
    strategy = np.full(CELLS, 0.5, dtype=np.float32)
    staying, folding = np.zeros(CELLS), np.zeros(CELLS)
    total, weight = np.zeros(CELLS), np.zeros(CELLS)
    for number in range(1, rounds + 1):
        stream = (seed << 32) + (players << 16) + number
        sums, reach, _ = watch(book, players, stream, 2 * hands // players, strategy, strategy)
        staying = np.maximum(staying + (1 - strategy) * sums, 0)
        folding = np.maximum(folding - strategy * sums, 0)
        total += number * reach * strategy
        weight += number * reach
        regret = staying + folding
        np.divide(staying, regret, out=strategy, where=regret > 0, casting="same_kind")
    # Where play never came, staying: it is what every other policy does.
    return np.where(weight > 0, total / np.where(weight > 0, weight, 1), 1).astype(np.float32)
