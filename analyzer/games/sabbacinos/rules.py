"""The Sabbacinos games in plain Python: whole rounds and matches, from a given deal or a random source.

Slow and obvious: the reference that the kernels are tested against. ``rules_set`` holds what tells the games apart,
``rules_deal`` deals and finds who opens, ``rules_tableau`` is the table, ``rules_round`` steps through a round,
``rules_score`` counts, ``rules_policies`` are the simple players. Seats run from the dealer's left, 0, to the dealer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.games.sabbacinos.rules_deal import EYES, Chance, Deal, deal_round
from analyzer.games.sabbacinos.rules_moves import LAY, ROLL, TURN, Move, word
from analyzer.games.sabbacinos.rules_policies import Player
from analyzer.games.sabbacinos.rules_round import DISCARDING, OPENING, PLAYING, Round
from analyzer.games.sabbacinos.rules_score import Outcome
from analyzer.games.sabbacinos.rules_set import RuleSet


@dataclass(frozen=True, slots=True)
class Event:
    """One step of a round: the seat, the word for it, what it scored, and what was legal in canonical order."""

    seat: int
    word: str
    points: int
    legal: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round as it was played; tuples are by seat.

    ``opener`` laid the first tile; ``scored`` are points of plays, ``outcome`` holds the winners and what they get.
    ``ended_by`` is ``out``, ``blocked``, or ``target`` where a play reached it. ``hands`` are those at the end.
    """

    deal: Deal
    opener: int
    events: tuple[Event, ...]
    hands: tuple[tuple[int, ...], ...]
    scored: tuple[int, ...]
    outcome: Outcome
    ended_by: str

    @property
    def points(self) -> tuple[Fraction, ...]:
        """All points of the round, by seat."""
        return tuple(made + added for made, added in zip(self.scored, self.outcome.added, strict=True))

    def count(self, verb: str) -> int:
        """Return how many steps were of ``verb``; a placement has no verb in its word and counts under ``LAY``."""
        verbs = [event.word.split(":")[0] for event in self.events]
        return sum(found[0].isdigit() for found in verbs) if verb == LAY else verbs.count(verb)


def start_round(deal: Deal, rules: RuleSet, limit: int = 0, before: Sequence[int] = ()) -> Round:
    """Return the round before its first move; ``limit`` and ``before`` as in ``Round``."""
    phase = DISCARDING if deal.leader is None else PLAYING if rules.hub else OPENING
    return Round(
        rules=rules,
        hands=[set(hand) for hand in deal.hands],
        boneyard=list(deal.boneyard),
        turn=deal.leader or 0,  # K2: discards begin at the dealer's left
        phase=phase,
        leads=deal.leads,
        limit=limit,
        before=tuple(before),
    )


def play_round(
    chance: Chance,
    players: Sequence[Player],
    rules: RuleSet,
    *,
    leader: int | None = None,
    limit: int = 0,
    before: Sequence[int] = (),
) -> RoundRecord:
    """Deal and play one round; ``leader`` opens with any tile, where the last round gave that seat the lead (G4)."""
    deal = deal_round(chance, len(players), rules, leader)
    state = start_round(deal, rules, limit, before)
    events: list[Event] = []
    if state.phase == DISCARDING:
        _fetch_eyes(state, chance, players, events)
    opener = state.turn
    while legal := state.legal():
        seat = state.turn
        move = _filled(legal[0] if len(legal) == 1 else players[seat].choose(legal), state, chance)
        points = state.step(move)
        events.append(Event(seat, word(move, legal), points, tuple(word(one, legal) for one in legal)))
    hands = tuple(tuple(sorted(hand)) for hand in state.hands)
    return RoundRecord(deal, opener, tuple(events), hands, tuple(state.scored), state.outcome(), state.ended_by)


def _filled(move: Move, state: Round, chance: Chance) -> Move:
    """Return ``move`` with what chance adds to it: a roll, or the tile turned over blindly (L8)."""
    if move.verb == ROLL:
        return move._replace(number=chance.roll(6))
    if move.verb == TURN:
        tiles = state.unturned(move.number)
        return move._replace(tile=tiles[chance.pick(len(tiles))])
    return move


def _fetch_eyes(state: Round, chance: Chance, players: Sequence[Player], events: list[Event]) -> None:
    """K2: discard and redraw in turn until 4-4 comes; what becomes of the discards (K3), and the house rules."""
    rules = state.rules
    while state.phase == DISCARDING:
        legal, seat = state.legal(), state.turn
        move = players[seat].choose(legal) if len(legal) > 1 else legal[0]
        if rules.redraw == "fetch":
            state.boneyard.sort(key=lambda tile: tile != EYES)
        elif rules.redraw == "reshuffle":
            state.boneyard = _shuffled(chance, state.boneyard, [move.tile])
        state.step(move)
        events.append(Event(seat, word(move), 0, tuple(word(one) for one in legal)))
    if rules.draw and rules.redraw != "reshuffle" and rules.discards == "back":
        state.boneyard = _shuffled(chance, state.boneyard, state.discards)


def _shuffled(chance: Chance, boneyard: Sequence[int | None], discards: Sequence[int | None]) -> list[int | None]:
    return list(chance.shuffle(sorted(tile for tile in (*boneyard, *discards) if tile is not None)))


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match; ``seating[r][s]`` is the player on seat ``s`` of round ``r``, players numbered from the first dealer's
    left. ``shares`` is what part of the match each player won (G12)."""

    rounds: tuple[RoundRecord, ...]
    seating: tuple[tuple[int, ...], ...]
    score: tuple[Fraction, ...]
    shares: tuple[Fraction, ...]


def play_match(chance: Chance, players: Sequence[Player], rules: RuleSet) -> MatchRecord:
    """Play rounds until the match is decided: a fixed number, or until somebody has the target (G11, G13).

    The last of ``players`` deals first, then the deal moves left. A round played again for a tie does not count (G9),
    and the same player deals it.
    """
    count = len(players)
    score = [Fraction(0)] * count
    records: list[RoundRecord] = []
    seating: list[tuple[int, ...]] = []
    leader: int | None = None
    counted = 0
    while not _is_decided(score, counted, rules):
        seated = tuple((counted + seat) % count for seat in range(count))
        record = play_round(
            chance,
            [players[player] for player in seated],
            rules,
            leader=None if leader is None else seated.index(leader),
            limit=0 if rules.finish_round else rules.target,
            before=[int(score[player]) for player in seated],
        )
        records.append(record)
        seating.append(seated)
        for player, points in zip(seated, record.points, strict=True):
            score[player] += points
        counted += not _is_replayed(record, rules)
        leader = _next_leader(record, seated, rules)
    best = [player for player in range(count) if score[player] == max(score)]
    shares = tuple(Fraction(player in best, len(best)) for player in range(count))
    return MatchRecord(tuple(records), tuple(seating), tuple(score), shares)


def _is_decided(score: Sequence[Fraction], counted: int, rules: RuleSet) -> bool:
    if not counted:
        return False
    over = max(score) >= rules.target if rules.target else counted >= rules.rounds
    return over and not (rules.tiebreak == "extra_round" and list(score).count(max(score)) > 1)


def _is_replayed(record: RoundRecord, rules: RuleSet) -> bool:
    """G9: a blocked round without a winner is played again where the house says so."""
    tied = record.ended_by == "blocked" and not record.outcome.winners
    return tied and rules.blocked_tie == "replay" and rules.blocked != "void"


def _next_leader(record: RoundRecord, seated: Sequence[int], rules: RuleSet) -> int | None:
    """Return the player who has the next lead without looking at the hands (G4)."""
    if rules.leader == "winner" and len(record.outcome.winners) == 1:
        return seated[record.outcome.winners[0]]
    if rules.leader == "rotate":
        return seated[(record.opener + 1) % len(seated)]
    return None
