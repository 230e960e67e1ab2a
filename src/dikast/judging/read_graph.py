"""One reading of a debate by the graph method: which questions are put, in what order, about what.

Speeches are read one after the other, because each answers what came before; then every clash by itself, in
parallel (the method, §4.1). Must not know points, fates or totals.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from dikast.core.debate import Debate, Speech, closing_speeches
from dikast.core.graph_check import examine
from dikast.core.moves import GraphReading, Move
from dikast.judging.asking import Asker
from dikast.perception.blinding import Blinded, mask
from dikast.perception.neutral import is_blank
from dikast.perception.questions import resolution, second_look, speech_moves

#: Kind of move → the letter its ids begin with.
LETTERS = {"claim": "c", "rebuttal": "r", "defense": "d", "renewal": "n", "concession": "k"}

Entry = dict[str, Any]


class GraphReader:
    """Reads one debate once.

    Args:
        debate: the debate, with its texts.
        asker: who answers.
    """

    def __init__(self, debate: Debate, asker: Asker) -> None:
        self.debate = debate
        self.asker = asker
        self.moves: list[Entry] = []
        self.resolutions: list[Entry] = []
        self._side = {speech.id: speech.side for speech in debate.speeches}
        self._place = {speech.id: place for place, speech in enumerate(debate.speeches)}
        self._names = sorted({speech.speaker for speech in debate.speeches if speech.speaker})
        self._counts = dict.fromkeys(LETTERS, 0)

    async def read(self) -> tuple[list[Entry], list[Entry]]:
        """Put all questions and return the moves and the resolutions, as the case file has them.

        After a fault the reading is as complete as can be; the asker holds the fault.
        """
        closing = closing_speeches(self.debate.speeches)
        for speech in self.debate.speeches:
            if not await self._hear(speech, speech.id in closing):
                return self.moves, self.resolutions
        await self._look_again()
        await self._resolve()
        return self.moves, self.resolutions

    async def _hear(self, speech: Speech, closing: bool) -> bool:
        """Find the moves of one speech; False if nobody could say what they are."""
        text = speech.text or ""
        if is_blank(text):
            return True
        cuts = speech_moves.parts(text)
        for part in cuts:
            asked = self._about(speech, part if len(cuts) > 1 else None, closing)
            ident = self.asker.number()
            accept = partial(speech_moves.accept, asked)
            result = await self.asker.ask(ident, speech_moves.request(asked), accept, [speech.id])
            if result is None:
                return False
            for move in result.moves:
                self._add(speech, move, ident)
        return True

    def _about(self, speech: Speech, part: tuple[int, int] | None, closing: bool) -> speech_moves.MovesInput:
        own: list[speech_moves.Offered] = []
        theirs: list[speech_moves.Offered] = []
        attacks_on_own: list[speech_moves.Offered] = []
        own_attacks: list[speech_moves.Offered] = []
        for move in self.moves:
            mine = self._side[move["speech"]] == speech.side
            offered = speech_moves.Offered(move["id"], move["quote"], move["gist"], move.get("target") or "")
            if move["kind"] == "claim":
                (own if mine else theirs).append(offered)
            elif move["kind"] == "rebuttal":
                (own_attacks if mine else attacks_on_own).append(offered)
        earlier = self.debate.speeches[: self._place[speech.id]]
        return speech_moves.MovesInput(
            motion=self.debate.motion,
            side=self.debate.names[speech.side == "B"],
            speech=speech.text or "",
            part=part,
            closing=closing,
            own_claims=tuple(own),
            other_claims=tuple(theirs),
            attacks_on_own=tuple(attacks_on_own),
            own_attacks=tuple(own_attacks),
            opponent=tuple(one.text for one in earlier if one.side != speech.side and one.text),
        )

    def _add(self, speech: Speech, move: speech_moves.PerceivedMove, perception: str) -> None:
        entry: Entry = {"id": self._id(move.kind), "speech": speech.id, "kind": move.kind}
        if move.target is not None:
            entry["target"] = move.target
        if move.kind == "claim":
            entry |= {"weight": move.weight, "bearing": move.bearing}
        entry |= {
            "quote": move.quote,
            "at": list(move.at),
            "gist": move.gist,
            "confidence": move.confidence,
            "perception": perception,
        }
        self.moves.append(entry)

    def _id(self, kind: str) -> str:
        self._counts[kind] += 1
        return f"{LETTERS[kind]}{self._counts[kind]}"

    def _scoring(self, kind: str) -> list[Entry]:
        """Return the moves of a kind that are in play, in order."""
        reading = GraphReading(tuple(_core(move) for move in self.moves), {})
        states = examine(self.debate, reading)[1]
        return [move for move in self.moves if move["kind"] == kind and move["id"] not in states]

    async def _look_again(self) -> None:
        """Put the second look at every unanswered rebuttal; a quiet answer becomes a defense."""
        defended = {move["target"] for move in self._scoring("defense")}
        granted = {move["target"] for move in self._scoring("concession")}
        asked = []
        for rebuttal in self._scoring("rebuttal"):
            if rebuttal["id"] not in defended | granted:
                asked.append((rebuttal, self.asker.number(), self._later(rebuttal)))
        looks = await asyncio.gather(*(self._look(rebuttal, ident, later) for rebuttal, ident, later in asked))
        for (rebuttal, ident, later), look in zip(asked, looks, strict=True):
            if look is None:
                continue
            rebuttal |= {"reach": look.reach, "set_aside": look.reach == "none", "second_look": ident}
            if look.answer is not None and look.reach != "none":
                self._quiet_answer(rebuttal, later[look.answer], look, ident)
        self.moves.sort(key=lambda move: self._place[move["speech"]])

    async def _look(self, rebuttal: Entry, ident: str, later: Sequence[Entry]) -> second_look.SecondLook | None:
        asked = second_look.SecondLookInput(
            claim=self._blind(self._move(rebuttal["target"])["quote"]),
            attack=self._blind(rebuttal["quote"]),
            later=tuple(self._blind(move["quote"]) for move in later),
        )
        request = second_look.request(asked)
        return await self.asker.ask(ident, request, partial(second_look.accept, asked), [rebuttal["id"]])

    def _later(self, rebuttal: Entry) -> list[Entry]:
        """Return the moves that the claim's side made after a rebuttal, each passage once, in order."""
        owner, after = self._side[self._move(rebuttal["target"])["speech"]], self._place[rebuttal["speech"]]
        found: dict[tuple[str, tuple[int, ...]], Entry] = {}
        for move in self.moves:
            if self._side[move["speech"]] == owner and self._place[move["speech"]] > after:
                found.setdefault((move["speech"], tuple(move["at"])), move)
        return list(found.values())

    def _quiet_answer(self, rebuttal: Entry, said: Entry, look: second_look.SecondLook, perception: str) -> None:
        self.moves.append(
            {
                "id": self._id("defense"),
                "speech": said["speech"],
                "kind": "defense",
                "target": rebuttal["id"],
                "quote": said["quote"],
                "at": said["at"],
                "gist": said["gist"],
                "confidence": look.confidence,
                "perception": perception,
            }
        )

    async def _resolve(self) -> None:
        """Put the blind question about every answered rebuttal in play."""
        threads: dict[str, list[Entry]] = {}
        for kind in ("defense", "renewal"):
            for move in self._scoring(kind):
                threads.setdefault(move["target"], []).append(move)
        asked = []
        for rebuttal in self._scoring("rebuttal"):
            thread = sorted(threads.get(rebuttal["id"], ()), key=self.moves.index)
            if any(move["kind"] == "defense" for move in thread):
                asked.append((rebuttal, self.asker.number(), thread))
        answers = await asyncio.gather(*(self._clash(rebuttal, ident, thread) for rebuttal, ident, thread in asked))
        for (rebuttal, ident, _), answer in zip(asked, answers, strict=True):
            if answer is not None:
                self.resolutions.append(
                    {
                        "rebuttal": rebuttal["id"],
                        "outcome": answer.outcome,
                        "because": answer.because,
                        "confidence": answer.confidence,
                        "perception": ident,
                    }
                )

    async def _clash(self, rebuttal: Entry, ident: str, thread: Sequence[Entry]) -> resolution.Resolution | None:
        asked = resolution.ResolutionInput(
            claim=self._blind(self._move(rebuttal["target"])["quote"]),
            attack=self._blind(rebuttal["quote"]),
            thread=tuple(
                resolution.Turn("owner" if move["kind"] == "defense" else "attacker", self._blind(move["quote"]))
                for move in thread
            ),
        )
        request = resolution.request(asked)
        return await self.asker.ask(ident, request, partial(resolution.accept, asked), [rebuttal["id"]])

    def _move(self, ident: str) -> Entry:
        return next(move for move in self.moves if move["id"] == ident)

    def _blind(self, text: str) -> Blinded:
        return mask(text, self._names)


def _core(move: Mapping[str, Any]) -> Move:
    return Move(
        move["id"],
        move["speech"],
        move["kind"],
        move.get("target"),
        move["quote"],
        move.get("weight") or "substantive",
        move.get("reach"),
        move.get("bearing"),
        move.get("set_aside", False),
    )
