"""One round, step by step: whose turn it is, what is legal, what a move does, when the round is over.

A round is followed in the same way by one who sees all tiles and by one who sees a hand: a seat may hold ``hidden``
tiles beside those known, and then whatever some unseen tiles would allow is legal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from analyzer.games.sabbacinos.rules_deal import EYES, set_tiles
from analyzer.games.sabbacinos.rules_moves import DECLINE, DISCARD, DRAW, LAY, PASS, ROLL, TURN, Move
from analyzer.games.sabbacinos.rules_score import Outcome, Pots, play_points, settle
from analyzer.games.sabbacinos.rules_set import RuleSet
from analyzer.games.sabbacinos.rules_tableau import End, Tableau
from analyzer.games.sabbacinos.rules_tiles import HALVES

DISCARDING, OPENING, PLAYING, TURNING, OVER = "discarding", "opening", "playing", "turning", "over"


@dataclass(slots=True)
class Round:
    """A round in progress; lists are by seat, from the dealer's left.

    ``boneyard`` is its tiles, top first, or ``None`` for each whose face is unknown. ``limit`` and ``before`` are the
    points that end a match at once, and those that each seat had before (G13).
    """

    rules: RuleSet
    hands: list[set[int]]
    boneyard: list[int | None]
    turn: int
    phase: str
    leads: tuple[int, ...] = ()
    hidden: list[int] = field(default_factory=list)
    limit: int = 0
    before: tuple[int, ...] = ()
    tableau: Tableau = field(init=False)
    pots: Pots = field(init=False)
    unseen: set[int] = field(init=False)
    scored: list[int] = field(init=False)
    turned: set[int] = field(default_factory=set)
    turned_hidden: list[int] = field(init=False)
    first_turn: list[bool] = field(init=False)
    begun: list[bool] = field(init=False)
    open_trains: set[int] = field(default_factory=set)
    excused: list[bool] = field(init=False)
    discards: list[int | None] = field(default_factory=list)
    passes: int = 0
    drew: bool = False
    owed: int = 0
    rolled: bool = False
    ended_by: str = ""
    out: int | None = None

    def __post_init__(self) -> None:
        players = len(self.hands)
        self.hidden = self.hidden or [0] * players
        self.tableau = Tableau(self.rules)
        self.pots = Pots(self.rules, [0, 0])
        held = set().union(*self.hands) | {tile for tile in self.boneyard if tile is not None}
        self.unseen = set(set_tiles(self.rules)) - held if any(self.hidden) else set()
        self.scored = [0] * players
        self.turned_hidden = [0] * players
        self.begun, self.first_turn = [False] * players, [self.rules.hub] * players
        self.excused = [False] * players
        if self.rules.hub:
            self.tableau.set_hub(players if self.rules.hub_edges == "players" else int(self.rules.hub_edges))

    # ------------------------------------------------------------------------------------------- what is legal

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    def size(self, seat: int) -> int:
        """Return how many tiles ``seat`` holds."""
        return len(self.hands[seat]) + self.hidden[seat]

    def legal(self) -> tuple[Move, ...]:
        """Return the legal moves of the seat on turn in canonical order, empty once the round is over.

        Drawing and passing are moves too, each the only one where it is forced. A roll is chance: of ``ROLL`` one move
        without a number is returned.
        """
        if self.phase == DISCARDING:
            return tuple(Move(DISCARD, tile) for tile in sorted(self.hands[self.turn])) or (Move(DISCARD),)
        if self.phase == OPENING:
            return tuple(Move(LAY, tile) for tile in sorted(self.leads))
        if self.phase == TURNING:
            return (*(Move(TURN, number=seat) for seat in self.victims()), Move(DECLINE))
        if self.phase == OVER:
            return ()
        if self.owed:
            return (Move(DRAW),)
        placements = self.placements(self.turn)
        if placements and not self._may_be_unable(self.turn):
            return placements  # G5: who can lay a tile must
        return placements + self._without_a_tile()

    def placements(self, seat: int) -> tuple[Move, ...]:
        """Return the distinct ways in which ``seat`` may lay a tile now: tile, value joined, kind of end."""
        usable = self.hands[seat] - self.turned
        if self.hidden[seat] > self.turned_hidden[seat]:
            usable |= self.unseen
        ends = self.ends_for(seat)
        moves = {self._on(tile, end) for tile in usable for end in ends if self.tableau.fits(tile, end)}
        return tuple(sorted(moves, key=Move.order))

    def ends_for(self, seat: int) -> list[End]:
        """Return the ends that ``seat`` may join, as far as trains have owners and a first turn (T3, T4)."""
        ends = self.tableau.ends
        if not self.rules.hub:
            return ends
        own = seat + 1
        if self.rules.private:
            mine = [end for end in ends if end.label == own]
            if self.first_turn[seat] or (self.rules.strict_train and not self.begun[seat]):
                return mine
            return [end for end in ends if end.label == own or end.label in self.open_trains]
        if self.first_turn[seat] or (self.rules.strict_train and not self.begun[seat]):
            return [end for end in ends if end.kind == "hub"]
        return ends

    def _on(self, tile: int, end: End) -> Move:
        """Return the move that joins ``end``; ends of a kind are alike but for trains with owners and unequal pots."""
        label = end.label if self.rules.private else 0
        if self.rules.pot == "per_end" and self.pots.pot[0] != self.pots.pot[1]:
            label = end.label
        return Move(LAY, tile, end.value, end.kind, label)

    def _may_be_unable(self, seat: int) -> bool:
        """Tell whether ``seat`` may hold no tile that fits: certain for known tiles, possible for hidden ones."""
        usable = self.hands[seat] - self.turned
        ends = self.ends_for(seat)
        if any(self.tableau.fits(tile, end) for tile in usable for end in ends):
            return False
        needed = self.hidden[seat] - self.turned_hidden[seat]
        unfit = [tile for tile in self.unseen if not any(self.tableau.fits(tile, end) for end in ends)]
        return len(unfit) >= needed

    def _without_a_tile(self) -> tuple[Move, ...]:
        """Return what a player does who cannot lay: draws, rolls or passes."""
        drawing = self.rules.drawing
        if self.first_turn[self.turn] and self.rules.first_turn_draw:
            return (Move(PASS),) if self.drew or not self.boneyard else (Move(DRAW),)
        if len(self.boneyard) <= self.rules.keep or drawing == "pass":
            return (Move(PASS),)
        if drawing == "until":
            return (Move(DRAW),)
        if drawing == "choice":  # M6
            return (Move(DRAW), Move(PASS))
        if drawing == "one":  # P7
            return (Move(PASS),) if self.drew else (Move(DRAW),)
        return (Move(PASS),) if self.rolled else (Move(ROLL),)  # L5, P9

    def victims(self) -> tuple[int, ...]:
        """Return the opponents of the seat on turn who have an unturned tile (L11)."""
        others = (seat for seat in range(self.players) if seat != self.turn)
        return tuple(seat for seat in others if self.unturned(seat) or self.hidden[seat] > self.turned_hidden[seat])

    def unturned(self, seat: int) -> list[int]:
        """Return the known tiles of ``seat`` that are not turned, in canonical order."""
        return sorted(self.hands[seat] - self.turned)

    # ------------------------------------------------------------------------------------------ what a move does

    def step(self, move: Move) -> int:
        """Make ``move``, one of ``legal`` with its tile or number, and return the points that it scores at once."""
        seat = self.turn
        if move.verb == DISCARD:
            self._discard(seat, move.tile)
        elif move.verb == LAY and move.tile is not None:
            return self._lay(seat, move)
        elif move.verb == DRAW:
            self._draw(seat, move.tile)
        elif move.verb == ROLL:
            self._roll(move.number)
        elif move.verb == PASS:
            self._pass(seat)
        else:
            if move.verb == TURN:
                self._turn_over(move.number, move.tile)
            self._end_turn()
        return 0

    def _take_out(self, seat: int, tile: int) -> None:
        if tile in self.hands[seat]:
            self.hands[seat].remove(tile)
        else:
            self.hidden[seat] -= 1
            self.unseen.discard(tile)

    def _put_in(self, seat: int, tile: int | None) -> None:
        if tile is None:
            self.hidden[seat] += 1
        else:
            self.hands[seat].add(tile)
            self.unseen.discard(tile)

    def _discard(self, seat: int, tile: int | None) -> None:
        """K2: one tile out of play, one drawn; whoever draws 4-4 opens. A hidden draw leaves that open."""
        if tile is None:
            self.hidden[seat] -= 1
        else:
            self._take_out(seat, tile)
        self.discards.append(tile)
        drawn = self.boneyard.pop(0)
        self._put_in(seat, drawn)
        if drawn == EYES:
            self.phase, self.leads = OPENING, (EYES,)
        else:
            self.turn = (seat + 1) % self.players

    def _draw(self, seat: int, tile: int | None) -> None:
        top = self.boneyard.pop(0)
        self._put_in(seat, tile if top is None else top)
        self.drew = True
        self.owed = max(self.owed - 1, 0)

    def _roll(self, number: int) -> None:
        """L5: the roll is drawn, or what is left. P9: 1 to 3 draw one, 4 to 6 none. No die for an empty boneyard."""
        self.rolled = True
        wanted = number if self.rules.drawing == "die" else int(number <= 3)
        self.owed = min(wanted, len(self.boneyard))

    def _lay(self, seat: int, move: Move) -> int:
        assert move.tile is not None
        end = None
        if move.value is None:
            self.tableau.open(move.tile, seat)
            self.phase = PLAYING
        else:
            matching = (one for one in self.ends_for(seat) if self._on(move.tile, one) == move)
            end = next(one for one in matching if self.tableau.fits(move.tile, one))
            self.tableau.join(move.tile, end, seat)
            self.begun[seat] |= end.kind == "hub"
            if end.label == seat + 1:
                self.open_trains.discard(end.label)
        self._take_out(seat, move.tile)
        self.passes = 0
        points = self.pots.take(move.tile, end) if self.rules.in_play == "pot" else play_points(self.tableau)
        if not self.size(seat) and self.rules.pot_to_last:
            points += self.pots.total  # R7
        self.scored[seat] += points
        if not self.size(seat):
            self._finish("out", seat)
        elif self.limit and points and self.before[seat] + self.scored[seat] >= self.limit:
            self._finish("target", None)
        elif not (self.rules.dead_end == "immediate" and self.tableau.is_dead() and self._block()):
            self._after(move.tile)
        return points

    def _after(self, tile: int) -> None:
        """L7: a tile with consecutive values may turn over a tile of an opponent."""
        low, high = HALVES[tile]
        consecutive = high - low == 1 or (self.rules.wrap and high - low == self.rules.highest)
        if self.rules.locks and consecutive and self.victims():
            self.phase = TURNING
        else:
            self._end_turn()

    def _turn_over(self, victim: int, tile: int | None) -> None:
        if tile is None:
            self.turned_hidden[victim] += 1
        else:
            self.turned.add(tile)

    def _end_turn(self) -> None:
        """Pass the turn on; tiles turned over become playable again (L9)."""
        seat = self.turn
        self.turned -= self.hands[seat]
        self.turned_hidden[seat] = 0
        self.first_turn[seat] = False
        self.drew = self.rolled = False
        self.phase = PLAYING
        self.turn = (seat + 1) % self.players

    def _pass(self, seat: int) -> None:
        self.passes += 1
        locked = bool(self.turned & self.hands[seat]) or self.turned_hidden[seat] > 0
        self.excused[seat] = self.first_turn[seat] or locked
        if self.rules.private:
            self.open_trains.add(seat + 1)
        self._end_turn()
        if self.passes >= self.players and not self._can_go_on():
            self._block()

    def _can_go_on(self) -> bool:
        """G6: after a full circle of passes, could anybody lay a tile, or draw, at the next own turn?

        A seat with hidden tiles could only if its pass was forced by its first turn or a turned tile. Who passes by
        choice passes: a circle of such passes ends the round.
        """
        if self.rules.drawing not in ("pass", "choice") and len(self.boneyard) > self.rules.keep:
            return True
        return any(self.placements(seat) for seat in range(self.players) if not self.hidden[seat] or self.excused[seat])

    def _block(self) -> bool:
        """End the round as blocked, and tell so, unless a house rule lifts what blocks it."""
        while self.tableau.release():
            self.passes = 0
            if self.rules.dead_end != "immediate" or not self.tableau.is_dead():
                return False
        if self.rules.pot_to_last and (last := self.tableau.laid[-1].seat) is not None:
            self.scored[last] += self.pots.total
        self._finish("blocked", None)
        return True

    def _finish(self, ended_by: str, out: int | None) -> None:
        self.phase, self.ended_by, self.out = OVER, ended_by, out

    def outcome(self) -> Outcome:
        """Return who won the finished round, and what its end is worth.

        A play that reached the target ends the match there: the rest of the round is not played (G13).
        """
        if self.ended_by == "target":
            return Outcome((), (Fraction(0),) * self.players)
        return settle([sorted(hand) for hand in self.hands], self.out, self.scored, self.rules)
