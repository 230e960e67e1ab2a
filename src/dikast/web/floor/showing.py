"""A floor as it stands, ready to be laid out: what was said, what the judge made of it so far, whose turn it is.

Must not know requests.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from dikast.core.debate import Side
from dikast.core.formats import Format
from dikast.record.exporters.html import View, build
from dikast.record.exporters.parts import article, part
from dikast.record.exporters.source import Source
from dikast.web.debates.models import Debate, Judging, Post
from dikast.web.debates.records import document, rules_of
from dikast.web.debates.summaries import summary
from dikast.web.debates.turns import whose_turn

#: What a case holds besides the debate itself.
_JUDGED: Final = ("readings", "moves", "resolutions", "perceptions", "prompts", "rulings", "closing_view", "faults")


@dataclass(frozen=True, slots=True)
class Shown:
    """A floor as it stands.

    Attributes:
        debate, format, posts: as the database and the rules have them.
        view: the exporters' view of the case so far, `voice` its words.
        summary: of the case so far ({} before the first).
        done: how many posts the judge has read.
        side: whose turn it is, None while waiting or after the close.
    """

    debate: Debate
    format: Format | None
    posts: list[Post]
    view: View
    voice: Any
    summary: dict[str, Any]
    done: int
    side: Side | None

    @property
    def numbers(self) -> range:
        """The numbers of what was said, here or in the debate that was brought."""
        return range(1, self.debate.posts_count + 1)

    def article(self, number: int, *, joins: bool = False) -> Markup:
        """Return the post or speech `number` as one element; `joins` lets it join a page that does not have it."""
        made = article(self.view, self.voice, number)
        return Markup(str(made).replace("<article ", '<article data-into="#posts" ', 1)) if joins else made

    def part(self, name: str) -> Markup:
        """Return a part of the exporters' page by its template's name."""
        return part(self.view, self.voice, name)


def people(now: Shown) -> dict[str, list[str]]:
    """Return the names on each side: of those who spoke, and of those who have a seat and have not spoken yet."""
    names: dict[str, list[str]] = {side: list(said) for side, said in now.view.speakers.items()}
    for seat in now.debate.seats.select_related("person"):
        if seat.person is not None and seat.person.name not in names[seat.side]:
            names[seat.side].append(seat.person.name)
    return names


def shown(debate: Debate, tongue: str) -> Shown:
    """Return a floor as it stands.

    Args:
        debate: the debate.
        tongue: language of the words around the texts.
    """
    posts = list(debate.posts.all())
    judging: Judging | None = debate.judgings.filter(method=debate.method).first()
    case: dict[str, Any] = json.loads(judging.document) if judging and judging.document else {}
    made = document(debate, posts) | {key: case[key] for key in _JUDGED if key in case}
    view, voice = build(Source(made), tongue, running=debate.state == "open")
    return Shown(
        debate,
        rules_of(debate) if debate.format else None,
        posts,
        view,
        voice,
        summary(case),
        judging.done if judging else 0,
        whose_turn(debate),
    )
