"""A history followed word by word: each word held against what is legal, and what may be left out filled in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from analyzer.core.errors import InputError
from analyzer.games.sabbacinos.rules_deal import EYES
from analyzer.games.sabbacinos.rules_moves import DECLINE, DISCARD, DRAW, LAY, ROLL, TURN, Move, word
from analyzer.games.sabbacinos.rules_round import DISCARDING, OPENING, OVER, PLAYING, TURNING, Round
from analyzer.games.sabbacinos.rules_tiles import NAMES, has, words
from analyzer.games.sabbacinos.rules_words import Word


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the history: who made it, which move, and its canonical word."""

    seat: int
    move: Move
    word: str


class WrongWordError(InputError):
    """The first word that the rules do not allow, and what was legal; ``place`` counts words from 1."""

    def __init__(self, place: int, message: str) -> None:
        super().__init__(message)
        self.place = place


@dataclass(slots=True)
class Walk:
    """A history being followed; ``asker`` is ``None`` while nobody's tiles are known."""

    state: Round
    asker: int | None = None
    steps: list[Step] = field(default_factory=list)

    def take(self, said: Word, following: Word | None) -> None:
        """Make the step that ``said`` says, and before it those that may be left out."""
        state = self.state
        self._settle(said)
        if state.phase == OVER:
            raise WrongWordError(said.place, f"{said.where}: the round is over before it ({state.ended_by})")
        if state.phase == DISCARDING and said.verb == LAY and said.tile == EYES:
            self.find_eyes()
        if said.verb == DRAW and self.steps and self.steps[-1].move.verb == DISCARD:
            self._see_drawn(said)
            return
        legal = state.legal()
        moves = [move for move in legal if said.says(move)]
        if not moves:
            raise WrongWordError(said.place, f"{said.where} {self._fault(said, legal)}; legal: {self._shown(legal)}")
        if len(moves) > 1:
            ways = " or ".join(word(move, legal) for move in moves)
            raise WrongWordError(said.place, f"{said.where} can be {ways}: write which")
        self._make(self._filled(moves[0], said, following), legal)

    def _settle(self, said: Word | None) -> None:
        """Make what the history need not say: draws after a roll that nobody but the drawer sees, a turn declined."""
        state = self.state
        while state.owed and state.turn != self.asker and (said is None or said.verb != DRAW):
            self._make(Move(DRAW), state.legal())
        if state.phase == TURNING and said is not None and said.verb not in (TURN, DECLINE):
            self._make(Move(DECLINE), state.legal())

    def end(self, *, declined: bool) -> None:
        """Settle what the end of the history leaves open; ``declined`` where no tile is to be turned any more."""
        self._settle(None)
        if declined and self.state.phase == TURNING:
            self._make(Move(DECLINE), self.state.legal())

    def find_eyes(self) -> None:
        """Give the opening to who holds 4-4: the last to discard and draw, or the first mover (K2)."""
        state = self.state
        if self.steps and state.phase == DISCARDING:
            state.turn = (state.turn - 1) % state.players
        state.phase, state.leads = OPENING, (EYES,)

    def _see_drawn(self, said: Word) -> None:
        """Note the draw that belongs to the discard just made; it is in the hand already."""
        seat = self.steps[-1].seat
        move = Move(DRAW, said.tile if seat == self.asker else None)
        self._refuse_names(seat, said)
        self.steps.append(Step(seat, move, word(move)))

    def _refuse_names(self, seat: int, said: Word) -> None:
        """Refuse the name of a tile that only another seat can have seen."""
        if said.tile is not None and self.asker not in (None, seat):
            message = f"{said.where}: seat {seat + 1} alone saw this tile, and seat {self.asker + 1} asks: leave it out"
            raise WrongWordError(said.place, message)

    def _make(self, move: Move, legal: Sequence[Move]) -> None:
        self.steps.append(Step(self.state.turn, move, word(move, legal)))
        if move.verb == DISCARD:
            self._discard(move)
        self.state.step(move)

    def _discard(self, move: Move) -> None:
        """Follow where a discard goes: into the boneyard at once or once 4-4 is out, or out of play (K2, K3)."""
        state, rules = self.state, self.state.rules
        back = rules.redraw == "reshuffle" or (rules.draw and rules.discards == "back")
        if back:
            state.boneyard.append(None)
            if move.tile is not None:
                state.unseen.add(move.tile)

    def _filled(self, move: Move, said: Word, following: Word | None) -> Move:
        """Return ``move`` with what the word adds to it; only the asker's tiles are named."""
        mine = self.state.turn == self.asker
        if move.verb == ROLL:
            return move._replace(number=said.number)
        if move.verb == DRAW and mine:
            return move._replace(tile=self._named(said, said, "drew a tile"))
        if move.verb == DISCARD and mine:
            drew = following if following is not None and following.verb == DRAW else None
            self.state.boneyard[0] = self._named(drew, said, "drew a tile after it")
            return move
        if move.verb == TURN and move.number == self.asker:
            tile = self._named(said, said, "had a tile turned")
            if tile not in self.state.unturned(move.number):
                unturned = words(self.state.unturned(move.number))
                message = f"{said.where}: {NAMES[tile]} is none of your unturned tiles, {unturned}"
                raise WrongWordError(said.place, message)
            return move._replace(tile=tile)
        if move.verb == LAY:
            return move
        self._refuse_names(move.number if move.verb == TURN else self.state.turn, said)
        return move._replace(tile=None)

    def _named(self, given: Word | None, said: Word, what: str) -> int:
        if given is None or given.tile is None:
            raise WrongWordError(said.place, f"{said.where}: you {what}: write which, as in DRAW:3-5 or TURN:2:3-5")
        if given.verb == DRAW and given.tile not in self.state.unseen:
            raise WrongWordError(given.place, f"{given.where}: {NAMES[given.tile]} cannot be drawn: it was seen before")
        return given.tile

    def _fault(self, said: Word, legal: Sequence[Move]) -> str:
        """Return why ``said`` is not legal."""
        state, seat = self.state, self.state.turn
        if said.verb != LAY or said.tile is None or state.phase not in (OPENING, PLAYING):
            return f"is not what seat {seat + 1} may do here"
        name = NAMES[said.tile]
        if said.tile in [laid.tile for laid in state.tableau.laid]:
            return f"cannot be: {name} lies on the table already"
        if seat == self.asker and said.tile not in state.hands[seat]:
            return f"cannot be: you did not hold {name}"
        if seat != self.asker and said.tile not in state.unseen:
            return f"cannot be: {name} is in your hand"
        if state.phase == OPENING:
            return "cannot open" if said.value is None else "cannot be: the opening tile joins nothing"
        if said.tile in state.turned:
            return f"cannot be: {name} is turned over"
        if said.value is not None and not has(said.tile, said.value):
            return f"cannot be: {name} does not show {said.value}"
        if not any(move.verb == LAY for move in legal):
            return f"cannot be laid by seat {seat + 1}"
        values = [said.value] if said.value is not None else [value for value in range(7) if has(said.tile, value)]
        return f"joins no end that is open to it ({' or '.join(map(str, values))})"

    def _shown(self, legal: Sequence[Move]) -> str:
        """Return the legal moves in words: all of a known hand, of another seat the values that may be joined."""
        laying = [move for move in legal if move.verb == LAY]
        rest = [word(move) for move in legal if move.verb != LAY]
        if self.state.turn == self.asker or len(laying) < 9:
            return ", ".join([*(word(move, legal) for move in laying), *rest]) or "nothing"
        if self.state.phase == OPENING:
            return "another tile that may open, such as " + word(laying[0])
        values = sorted({move.value for move in laying if move.value is not None})
        return ", ".join([f"a tile on {' or '.join(map(str, values))}", *rest])
