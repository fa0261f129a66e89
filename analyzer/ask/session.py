"""A game with its house rules, ready to be asked: question in, answer out, nothing printed."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from typing import Any

from analyzer.ask.finished import finished_members
from analyzer.ask.header import House, versions
from analyzer.ask.inputs import (
    chosen_seats,
    find_policy,
    find_question,
    named_seat,
    parse_inputs,
    show_inputs,
    words_of_inputs,
)
from analyzer.ask.methods import SETTINGS, question_method, split_settings
from analyzer.ask.settings import Settings
from analyzer.core.errors import InputError, near
from analyzer.core.notation import as_text, parse_whole, quoted
from analyzer.games import folder, handler
from analyzer.games.contract import (
    EXACT,
    Game,
    Means,
    OddsTable,
    Question,
    Race,
    Ranking,
    Replay,
    Request,
    Result,
    Shares,
    Trial,
)
from analyzer.games.inputs import Score
from analyzer.games.options import load_options
from analyzer.report.answer import Answer
from analyzer.report.document import Document, combine

BUILTIN = ("rules", "odds", "simulate")
"""The questions that every game has."""


def builtin(game: Game) -> tuple[str, ...]:
    """Return the questions that ``game`` has without declaring them as such."""
    return (*BUILTIN, *(name for name in ("solve", "grade") if getattr(game, name)))


class Session:
    """One game under one set of house rules; each of its questions is a method that returns an :class:`Answer`.

    ``session.discard("+5C -5F 0 10S -3C 2F", dealer=True, samples=4000)``: inputs by place or name, seats and any
    of the :class:`Settings` by name. Bad input raises ``InputError``, which is a ``ValueError``.
    """

    def __init__(self, game: Game, rules: Mapping[str, object] | None = None, preset: str | None = None) -> None:
        if not isinstance(rules, Mapping | None):
            raise InputError(f"--rule: {quoted(rules)} cannot be: expected a mapping such as {{'name': value}}")
        if not isinstance(preset, str | None):
            raise InputError(f"--preset: {quoted(preset)} cannot be: expected the name of a preset")
        options = load_options(folder(game))
        self._house = House(game, options, options.resolve(rules, preset))
        for question in game.questions:
            setattr(self, question.name, question_method(question, self.ask))

    def __repr__(self) -> str:
        changed = self._house.options.changed(self._house.rules)
        return f"<Session {self.game.name}{f' {changed}' if changed else ''}>"

    @property
    def game(self) -> Game:
        """The declaration of the game."""
        return self._house.game

    @property
    def house_rules(self) -> dict[str, Any]:
        """Every option in force."""
        return dict(self._house.rules)

    def rules(self) -> Answer:
        """Return every option with its value, default, allowed values, ruling and source."""
        return self.ask("rules", {}, Settings())

    def odds(self, table: str | None = None, **given: object) -> Answer:
        """Return a probability table, or the names of all of them."""
        values, settings = split_settings(given)
        return self.ask("odds", {"table": table, **values}, settings)

    def simulate(self, policy: str | Sequence[str] = "default", **given: object) -> Answer:
        """Return win shares and points of ``hands`` deals or ``games`` games between policies, one a seat.

        ``deal`` follows one given deal instead: the deck's order, the dice and whatever else its game names.
        """
        values, settings = split_settings({"policies": policy, **given})
        return self.ask("simulate", values, settings)

    def solve(self, *stages: str, out: str | os.PathLike[str] | None = None, **settings: object) -> Answer:
        """Make the tables that the game ships, or those of some ``stages``, into the folder ``out``; what was made.

        Interrupted, the same call carries on. Tables that this process has loaded already stay as they were.
        """
        return self.ask("solve", {"stage": stages, "out": out}, split_settings(settings)[1])

    def grade(self, *measures: str, **settings: object) -> Answer:
        """Return how good the shipped strategy is, by all measures or by some."""
        return self.ask("grade", {"measure": measures}, split_settings(settings)[1])

    def ask(self, question: str, values: Mapping[str, object], settings: Settings) -> Answer:
        """Answer ``question``: one of the game's, or one that the methods above ask."""
        declared = find_question(self.game, question, builtin(self.game))
        began = time.perf_counter()
        if declared is not None:
            return self._advice(declared, values, settings, began)
        match question:
            case "rules":
                return self._finish(self._rules(), None, began)
            case "odds":
                return self._odds(values, settings, began)
            case "solve":
                from analyzer.ask.solving import solve

                document, interrupted = solve(self._house, values, settings)
                return self._finish(document, None, began, interrupted, sampled=True)
            case "grade":
                from analyzer.ask.grading import grade

                graded = grade(self._house, values, settings)
                return self._finish(graded.document, None, began, graded.interrupted, sampled=graded.played)
        return self._simulate(values, settings, began)

    # ------------------------------------------------------------------------------------------------ questions

    def _advice(self, question: Question, values: Mapping[str, object], settings: Settings, began: float) -> Answer:
        if question.sampled:
            self._refuse_exact(question.name, settings)
        rest, seats = chosen_seats(question, values)
        inputs = parse_inputs(question.inputs, rest, SETTINGS, question.seats)
        if question.check:
            handler(self.game, question.check)(inputs)
        me, opponent = self._advisers(settings)
        found: list[Answer] = []
        interrupted = False
        for seat in seats:
            request = Request(
                self.game, question.name, inputs, self._house.rules, seat, me, opponent, exact=settings.exact
            )
            words = words_of_inputs(question.inputs, inputs)
            shown = show_inputs(question.inputs, inputs)
            if seat is not None:
                words.append(f"--{question.seats[seat]}")
                shown["seat"] = question.seats[seat]
            try:
                result = handler(self.game, question.handler)(request)
                seconds = settings.seconds(len(seats))
                found.append(self._answer(request, result, shown, words, settings, seconds, began))
                interrupted = found[-1].interrupted
            except KeyboardInterrupt:
                # The answer for an earlier seat is finished, and kept.
                if not found:
                    raise
                interrupted = True
            if interrupted:
                break
        documents = [answer.document for answer in found]
        return Answer(combine(documents), interrupted, all(answer.reached for answer in found))

    def _odds(self, values: Mapping[str, object], settings: Settings, began: float) -> Answer:
        tables = {table.name: table for table in self.game.odds}
        rest = {name: value for name, value in values.items() if name != "table"}
        name = values.get("table")
        if name is None:
            if rest:
                given = f"{', '.join(rest)} belongs to a table"
                raise InputError(f"TABLE is missing: {given}: expected {', '.join(tables)}")
            rows = [{"table": table.name, "method": _method(table), "counts": table.help} for table in tables.values()]
            command = self._house.command("odds", [])
            return self._finish(self._house.opening("odds", {}) | {"rows": rows}, command, began)
        table = tables.get(name) if isinstance(name, str) else None
        if table is None:
            hint = near(as_text(name), tables)
            raise InputError(f"TABLE: {quoted(name)} is unknown: expected {', '.join(tables)}{hint}")
        if table.exact is False:
            self._refuse_exact(f"odds {table.name}", settings)
        inputs = parse_inputs(table.inputs, rest, SETTINGS)
        me, opponent = self._advisers(settings)
        request = Request(
            self.game,
            f"odds {table.name}",
            inputs,
            self._house.rules,
            me=me if table.played else "",
            opponent=opponent if table.played else "",
            exact=settings.exact,
        )
        result = handler(self.game, table.handler)(request)
        shown = show_inputs(table.inputs, inputs)
        words = words_of_inputs(table.inputs, inputs)
        return self._answer(request, result, shown, words, settings, settings.seconds(), began)

    def _simulate(self, values: Mapping[str, object], settings: Settings, began: float) -> Answer:
        low, high = self.game.players
        given = dict(values)
        players = _players(given.pop("players", None), low, high)
        seats = self.game.seats or tuple(str(seat) for seat in range(1, players + 1))
        score, deal = given.pop("score", None), given.pop("deal", None)
        seat = named_seat(seats, given)
        unknown = {name: value for name, value in given.items() if name not in seats}
        parse_inputs((), unknown, {"players", "score", "deal", "policy", *SETTINGS}, seats)
        if not isinstance(deal, Mapping | None):
            raise InputError(f"deal: {quoted(deal)} cannot be: expected a mapping of the deck's order and the dice")
        if deal is None:
            self._refuse_exact("simulate", settings)
        policies = tuple(
            find_policy(self.game, name, "policy", advises=False) for name in settings.policies or ("default",)
        )
        if len(policies) not in (1, players):
            raise InputError(
                f"--policy: {len(policies)} policies were named for {players} seats: name one for all, or one a seat"
            )
        policies = policies * players if len(policies) == 1 else policies
        games = settings.games is not None
        if (score is not None or seat is not None) and not games:
            raise InputError("--score and a seat start a game in the middle: add --games N")
        # Mirrored, a policy against itself would only be told twice.
        mirror = len(set(policies)) > 1 and settings.mirror is not False and deal is None
        points = None if score is None else Score(players).parse(score, "--score")
        request = Request(
            self.game,
            "simulate",
            {},
            self._house.rules,
            seat=seat,
            policies=policies,
            players=players,
            games=games,
            score=points,
            mirror=mirror,
            deal=deal,
            exact=settings.exact,
        )
        shown: dict[str, Any] = {"policy": list(policies), "players": players, "mirror": mirror}
        words = ["--policy", ",".join(policies), "--players", str(players), "--mirror" if mirror else "--no-mirror"]
        if points is not None:
            shown["score"] = "-".join(map(str, points))
            words += ["--score", shown["score"]]
        if seat is not None:
            shown["seat"] = seats[seat]
            words.append(f"--{seats[seat]}")
        result = handler(self.game, self.game.simulate)(request)
        if deal is not None and not isinstance(result, Replay):
            raise InputError(f"deal: {self.game.name} cannot follow a given deal")
        return self._answer(request, result, shown, words, settings, settings.seconds(), began)

    def _rules(self) -> Document:
        rows = []
        for name, spec in self._house.options.specs.items():
            values = spec.values if isinstance(spec.values, str) else list(spec.values)
            row = {"name": name, "value": self._house.rules[name], "default": spec.default, "values": values}
            row |= {"ruling": spec.ruling, "source": spec.source, "meaning": spec.meaning}
            rows.append(row | {"alternatives": spec.alternatives, "moves_answers": spec.moves_answers})
        presets = {name: dict(values) for name, values in self._house.options.presets.items()}
        return self._house.opening("rules", {}) | {
            "rows": rows, "presets": presets, "command": self._house.command("rules", [])
        }

    def _advisers(self, settings: Settings) -> tuple[str, str]:
        return find_policy(self.game, settings.me, "me"), find_policy(self.game, settings.opponent, "opponent")

    def _refuse_exact(self, question: str, settings: Settings) -> None:
        """Refuse ``--exact`` of what is only sampled, before any work is done for it."""
        if settings.exact:
            raise InputError(f"--exact: {question} has no exact answer here; {_exact_ones(self.game)}")

    # -------------------------------------------------------------------------------------------------- answers

    def _answer(
        self,
        request: Request,
        result: Result,
        shown: Mapping[str, Any],
        words: list[str],
        settings: Settings,
        seconds: float | None,
        began: float,
    ) -> Answer:
        question, _, table = request.question.partition(" ")
        document = self._house.opening(question, shown) | ({"table": table} if table else {})
        words = [table, *words] if table else words
        interrupted, reached, sampled = False, True, isinstance(result, Trial | Means | Shares)
        if isinstance(result, Trial | Means | Shares):
            self._refuse_exact(request.question, settings)
            from analyzer.ask.sampling import run

            found = run(result, request, shown, settings, seconds)
            ending, members = found.ending, found.members
            document["assumptions"] += result.assumptions
            names = {"opponent": request.opponent, "me": request.me} if request.me else {}
            # The members that say how it was found stand first, in the order that the schema gives them.
            document |= {"method": members["method"]} | names | {"samples": ending.samples, "seed": settings.seed}
            document |= members
            words += _repeat(settings, ending.samples, request, isinstance(result, Trial))
            interrupted, reached = ending.interrupted, ending.reached
        elif isinstance(result, Race):
            from analyzer.ask.races import answer_race

            raced = answer_race(result, request, shown, settings)
            document["assumptions"] += result.assumptions
            document |= raced.members
            words += raced.words
            sampled = raced.played
        else:
            members = finished_members(result)
            if isinstance(result, Ranking):
                document["assumptions"] += result.assumptions
                if result.method != EXACT:
                    document |= {"method": members["method"], "opponent": request.opponent, "me": request.me}
                    words += _players_on(request)
                if settings.exact:
                    words.append("--exact")
            document |= members
        if settings.explain and "options" in document:
            from analyzer.advice.explanation import explain

            document["explanation"] = explain(document["options"], document["unit"])
            words.append("--explain")
        if settings.explain and isinstance(result, Trial) and not interrupted:
            document |= self._sensitivity(request, shown, settings, document)
        # A given deal has no words on the command line.
        command = None if request.deal is not None else self._house.command(question, words)
        return self._finish(document, command, began, interrupted, reached, sampled=sampled)

    def _sensitivity(
        self, request: Request, shown: Mapping[str, Any], settings: Settings, document: Document
    ) -> dict[str, Any]:
        """Return how the choice moves with each option whose value is an assumption, where there is one."""
        from analyzer.ask.sensitivity import sensitivity

        specs = [spec for spec in self._house.options.specs.values() if spec.sensitivity]
        question = find_question(self.game, request.question, builtin(self.game))
        assert question is not None, "only a declared question is a trial"
        ask = handler(self.game, question.handler)
        rows = sensitivity(specs, request, ask, shown, settings, document["samples"])
        return {"sensitivity": rows} if rows else {}

    def _finish(
        self,
        document: Document,
        command: str | None,
        began: float,
        interrupted: bool = False,
        reached: bool = True,
        *,
        sampled: bool = False,
    ) -> Answer:
        document["versions"] = versions(sampled=sampled)
        if command:
            document["command"] = command
        document["elapsed_s"] = round(time.perf_counter() - began, 3)
        return Answer(document, interrupted, reached)


def _repeat(settings: Settings, samples: int, request: Request, advice: bool) -> list[str]:
    """Return the words that run the same blocks again, whatever budget led to them."""
    budget = "--games" if request.games else "--hands" if request.question == "simulate" else "--samples"
    words = _players_on(request) if request.me else []
    words += [budget, str(samples), "--seed", str(settings.seed), "--level", str(settings.level)]
    if isinstance(settings.distribution, tuple):
        words += ["--distribution", ",".join(settings.distribution)]
    elif settings.distribution and advice:
        words.append("--distribution")
    return words


def _players_on(request: Request) -> list[str]:
    """Return the words that name how everybody plays on."""
    return ["--me", request.me, "--opponent", request.opponent]


def _players(given: object, low: int, high: int) -> int:
    if given is None:
        return low
    players = parse_whole(given)
    if players is None or not low <= players <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        raise InputError(f"--players: {quoted(given)} cannot be: expected {wanted}")
    return players


def _method(table: OddsTable) -> str:
    return {True: "exact", False: "simulated", None: "exact or simulated"}[table.exact]


def _exact_ones(game: Game) -> str:
    exact = [question.name for question in game.questions if not question.sampled]
    exact += [f"odds {table.name}" for table in game.odds if table.exact]
    return f"exact are {', '.join(exact)}" if exact else "nothing in this game is"
