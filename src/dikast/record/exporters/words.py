"""Every word of the page that is not a debater's, in one table, so that another language is another table.

Placeholders are filled with escaped, direction-isolated text. Must not know how the words are laid out.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from markupsafe import Markup

from dikast.record.exporters.shown import Direction, isolated

#: Languages in which the words are there.
TONGUES: Final = ("en", "ar", "es", "de")

ENGLISH: Final[Mapping[str, str]] = MappingProxyType(
    {
        # page
        "page.title": "{motion}: ruling",
        "page.untitled": "A debate without a stated motion",
        "page.skip": "Skip to the ruling",
        "page.scheme": "Colours",
        "page.scheme.system": "As the system",
        "page.scheme.light": "Light",
        "page.scheme.dark": "Dark",
        "page.law": "The judge weighs reasoning and evidence. It does not say whose values are right.",
        "page.kind.match": "Match",
        "page.kind.floor": "Open floor",
        "page.speeches": "{number} speeches",
        "page.speech": "one speech",
        "page.posts": "{number} posts",
        "page.post": "one post",
        "page.format": "Format {format}",
        "page.method": "Method",
        "page.version": "version {number} of this ruling",
        # finding
        "finding.ahead": "{side} is ahead, {shares}",
        "finding.close": "Too close to call: {shares}",
        "finding.draw": "A draw, {points} points each",
        "finding.none": "A draw: no points yet",
        "finding.unjudged": "Not judged: needs a person",
        "finding.split": "A draw: the readings do not agree",
        "bar.none": "No points yet",
        "bar.bracket": "Inside this bracket it is too close to call",
        "bar.block": "The grey block is where it is too close to call",
        "bar.label": "{a_name} {a}, {b_name} {b}",
        "call.stable": "Stable.",
        "call.close": "Too close to call.",
        "call.draw": "A draw.",
        "call.apart": "The shares are {apart} apart; {limit} or fewer would be too close to call.",
        "call.within": "The shares are {apart} apart; {limit} or fewer is too close to call.",
        "call.points": "On points: {a} to {b}.",
        "call.finding.side": "By the ledger, {side} has more.",
        "call.readings": "The finding is the majority of {readings} readings; the figures are those of the middle one.",
        "contested.own": "Contested: the judge’s own finding differs. Read whole, it found for {side}; "
        "the ledger decides.",
        "contested.own.tie": "Contested: the judge’s own finding differs. Read whole, it found a tie; "
        "the ledger decides.",
        "contested.readings": "Contested: readings split {agree} of {readings}.",
        "amended": "Version {number}, amended: {why}",
        "amended.before": "before: {before}",
        # what it turns on
        "turn.title": "What it turns on",
        "turn.one": "One answer.",
        "turn.many": "{number} answers together.",
        "turn.unknown": "Too many answers to find the fewest that would change who is ahead.",
        "turn.least": "At least {number} other ways with as few changes would also be enough.",
        "turn.never": "No single answer or set of answers, read differently, would change who is ahead.",
        "turn.had": "Had {changes}, {result}.",
        "turn.and": " and ",
        "turn.outcome": "{side}’s defense of {ref} against {attack} been read as {after} instead of {before}",
        "turn.unanswered": "the answer to {attack} against {ref} been read as {after} instead of {before}",
        "turn.weight": "{ref} been read as a {after} claim instead of {before}",
        "turn.score": "{field} of {ref} been read as {after} instead of {before}",
        "turn.fallacy": "{field} in {ref} been read as {after} instead of {before}",
        "reading.true": "engaging what it answers",
        "reading.false": "passing by what it answers",
        "reading.none": "no fallacy",
        "turn.other": "{ref} been read as {after} instead of {before}",
        "turn.result.side": "{side} would be ahead, {high} points to {low}",
        "turn.result.draw": "it would be a draw, {high} points each",
        "turn.close": "{result}, too close to call",
        "turn.others": "{number} other ways with as few changes would also be enough.",
        "turn.other.one": "One other way with as few changes would also be enough.",
        "turn.all": "See all the ways",
        "turn.listed": "The first {number} of them:",
        # facts
        "facts.label": "Facts about this ruling",
        "facts.judge": "Judge",
        "facts.judges": "Judges",
        "facts.unknown": "not recorded",
        "facts.readings": "Readings",
        "facts.readings.value": "{agree} of {readings} agree",
        "facts.readings.one": "1 of 1",
        "facts.perceptions": "Perceptions",
        "facts.perceptions.none": "none recorded",
        "facts.quotes.all": "{number}, all quotes found",
        "facts.quotes.some": "{number}; quotes found: {found} of {quotes}",
        "facts.rejected": "Rejected in answers",
        "facts.own": "Judge’s own finding",
        "facts.own.agrees": "agrees",
        "facts.own.differs": "differs",
        "facts.amendments": "Amendments",
        "facts.record": "Record",
        "facts.verify": "check it with",
        # flow
        "flow.title": "The flow",
        "flow.note": "One column per speech, one row per claim. Read along a line to see what happened to a claim.",
        "flow.region": "The flow, scrolls sideways",
        "flow.claims": "Claims of {side}",
        "flow.none": "None.",
        "flow.fate": "Fate and points",
        "flow.legend": "Marks",
        "flow.where": "Speech {number}, {side}:",
        "flow.speech": "Speech {number}",
        "flow.of": "of {worth}",
        "flow.credit": "to {side}",
        "flow.nothing": "Recorded, worth nothing",
        "flow.sum": "= {claims} for its claims + {attacks} for its attacks",
        "flow.framing": "framing",
        "mark.claim": "claim",
        "mark.attack": "attack",
        "mark.renewal": "pressed again",
        "mark.held": "held",
        "mark.dented": "dented",
        "mark.broke": "broke",
        "mark.dropped": "no answer",
        "mark.conceded": "conceded",
        "mark.set-aside": "does not count",
        "mark.new-matter": "too late",
        "mark.defense": "answer",
        "mark.move": "move",
        "legend.set-aside": "does not count against it",
        "legend.new-matter": "too late to count",
        "fate.survived": "survived",
        "fate.weakened": "weakened",
        "fate.defeated": "defeated",
        "fate.uncontested": "uncontested",
        "fate.new-matter": "too late",
        # momentum
        "momentum.title": "Momentum",
        "momentum.note": "{side}’s share after each speech. An attack not yet answered counts as dropped until it is.",
        "momentum.ahead": "{side} ahead",
        "momentum.key": "key moment",
        "momentum.key.title": "Key moment",
        "momentum.key.moved": "Speech {number} moved the line from {before} to {after}.",
        "momentum.key.speech": "speech {number}",
        "momentum.key.against": "against {label}",
        "momentum.key.margin": "It moved the margin by {points} points at that time.",
        "momentum.key.none": "No key moment: the line did not move after both sides had spoken.",
        "momentum.value": "speech {number}: {share}",
        "momentum.list": "{side}’s share by speech: {values}.",
        # ledger
        "ledger.title": "The ledger",
        "ledger.note": "Every total is the sum of these lines. Each line opens what it rests on.",
        "ledger.line": "Line",
        "ledger.rule": "Rule",
        "ledger.side": "Side",
        "ledger.points": "Points",
        "ledger.sum": "is the sum of {lines} lines",
        "ledger.sum.one": "is the sum of one line",
        "ledger.id": "In the file: {id}",
        "ledger.see": "In the flow",
        "ledger.read": "In the speech",
        "ledger.post": "The post",
        "rule.claim": "{weight} claim, {fate}: {keeps} of {worth}",
        "rule.keeps.all": "keeps all",
        "rule.keeps": "keeps {share}%",
        "rule.rebuttal": "attack on {claim}, {outcome}",
        "rule.rebuttal.held": "answered and held",
        "rule.rebuttal.dented": "dented it: half the damage",
        "rule.rebuttal.broke": "broke it: half the damage",
        "rule.rebuttal.dropped": "no answer: half the damage",
        "rule.quality": "quality of {post}",
        "rule.conceded": "{post} was conceded: its quality again",
        "rule.standing": "{post} stands unanswered: half its quality again",
        "rule.other": "{rule} {ref}",
        "weight.framing": "framing",
        "weight.substantive": "substantive",
        # evidence
        "evidence.quote": "Quote, {where}",
        "evidence.quote.missing": "Quoted, but not found in the speech",
        "evidence.no-quote": "The file holds no quote for this.",
        "evidence.none": "The file holds no answer of a judge for this.",
        "evidence.question": "Question asked",
        "evidence.blind": "Question asked, without names, sides or motion",
        "evidence.because": "The judge’s reason",
        "evidence.model": "Model and prompt",
        "evidence.tokens": "{in_} tokens in, {out} out",
        "evidence.prompt": "prompt",
        "evidence.reading": "reading {number}",
        "evidence.raw": "Raw answer",
        "evidence.cut": "The first {shown} of {all} characters.",
        "evidence.whole": "Open the whole request",
        "evidence.confidence": "confidence {level}",
        "question.moves": "Which claims, attacks, answers, renewals and concessions does this speech "
        "make, each in its own words?",
        "question.resolution": "Here is a claim, one attack on it and the answers. Does the claim "
        "stand as stated (held), stand "
        "narrower or weaker (dented), or is the attack’s main point unmet (broke)?",
        "question.second-look": "Here is a claim, one attack that got no marked answer, and what its "
        "side said later. Would the "
        "attack undo the whole claim, a part of it, or not count against it? Does anything said later answer it?",
        "question.feedback": "With the finished ledger in view: what should each side do better?",
        "question.post": "What kind of post is this, how well does it reason, does it engage what it "
        "answers, and does it rest on a fallacy?",
        "question.ruling": "The whole record read once more: how does each side do, which clashes "
        "decide, and for whom would you find?",
        "question.other": "Question {id}",
        # posts
        "floor.title": "The floor",
        "floor.note": "Each post with what the judge read in it. Scores run from 0 to 10.",
        "floor.opens": "Opens a point",
        "floor.answers": "Answers",
        "floor.concedes": "Concedes",
        "floor.clarifies": "Clarifies",
        "floor.quality": "quality",
        "floor.quality.none": "No quality of its own.",
        "floor.declined": "The judge declined; nobody loses points.",
        "floor.waiting": "No assessment in the file.",
        "floor.unengaged": "Does not engage the post that it names, which stays as it was.",
        "floor.cost": "{pattern}, {severity}, {cost}.",
        "floor.cost.free": "{pattern}, {severity}.",
        "floor.score": "{criterion} {score} of 10",
        "criterion.logic": "Logic",
        "criterion.evidence": "Evidence",
        "criterion.relevance": "Relevance",
        "criterion.civility": "Civility",
        "class.argument": "argument",
        "class.evidence": "evidence",
        "class.clarification": "clarification",
        "class.concession": "concession",
        "class.dismissive": "dismissive",
        "class.off-topic": "off topic",
        "class.abusive": "abusive",
        "severity.major": "major",
        "severity.minor": "minor",
        "points.title": "Points",
        "points.open": "Stands",
        "points.answered": "Answered",
        "points.conceded": "Conceded",
        "points.unanswerable": "Could not be answered",
        "points.note": "A point left standing at the close earns half its quality again. A conceded "
        "point counts twice.",
        "points.none": "No points were put on the record.",
        "quality.work": "How the quality adds up",
        "pattern.ad-hominem": "Ad hominem",
        "pattern.straw-man": "Straw man",
        "pattern.false-dilemma": "False dilemma",
        "pattern.slippery-slope": "Slippery slope",
        "pattern.appeal-to-authority": "Appeal to authority",
        "pattern.appeal-to-emotion": "Appeal to emotion",
        "pattern.appeal-to-popularity": "Appeal to popularity",
        "pattern.circular-reasoning": "Circular reasoning",
        "pattern.hasty-generalisation": "Hasty generalisation",
        "pattern.false-cause": "False cause",
        "pattern.whataboutism": "Whataboutism",
        "pattern.moving-the-goalposts": "Moving the goalposts",
        "pattern.shifting-the-burden": "Shifting the burden",
        "pattern.equivocation": "Equivocation",
        "pattern.cherry-picking": "Cherry-picking",
        "pattern.non-sequitur": "Non sequitur",
        "pattern.tu-quoque": "Tu quoque",
        "pattern.judge-manipulation": "Addresses the judge",
        # closing view
        "closing.title": "The judge’s closing view",
        "closing.note": "The whole record read once more. This text moves no number.",
        "closing.scores": "Score by criterion, 0 to 10",
        "closing.criterion": "Criterion",
        "closing.clashes": "Decisive clashes",
        "closing.advice": "Advice",
        "closing.advice.to": "To {side}",
        "closing.own": "The judge’s own finding: {side}.",
        "closing.own.tie": "The judge’s own finding: a tie.",
        "closing.agrees": "It agrees with the ledger.",
        "closing.differs": "It differs from the ledger, which decides; the ruling is up for review.",
        "feedback.title": "Feedback to the debaters",
        "feedback.note": "Written after the count. This text moves no number.",
        # speeches
        "speeches.title": "The speeches",
        "speeches.note": "As given. Marked words are those that the ruling rests on; each mark leads back.",
        "speeches.between": "Said between the posts",
        "speeches.missing": "The file does not hold this text.",
        "speeches.unjudged": "not judged",
        "speeches.closing": "closing speech",
        # record
        "trouble.title": "What needs a person",
        "trouble.note": "A question without a usable answer is nobody’s loss. Nothing was counted.",
        "trouble.tries": "{number} tries",
        "trouble.try": "one try",
        "trouble.none": "The file holds no ruling.",
        "versions.title": "Versions of this ruling",
        "versions.note": "An answer can be amended; the points are counted again and every version stays.",
        "versions.version": "Version {number}",
        "versions.current": "current",
        "versions.change": "{what}: {field} {before} to {after}",
        "versions.by": "{who}, {when}",
        "asked.title": "Questions and answers",
        "asked.note": "Every question put to a judge, exactly as sent, with the raw answer.",
        "asked.about": "about {refs}",
        "asked.system": "Instructions",
        "asked.input": "Input",
        "asked.reply": "Raw answer",
        "asked.rejected.count": "{number} rejected",
        "asked.rejected": "Rejected from this answer",
        "asked.tries": "{number} tries",
        "method.title": "Method and record",
        "method.method": "Method",
        "method.fingerprint": "Fingerprint of the method",
        "method.models": "Models",
        "method.prompts": "Questions",
        "method.rejected": "Parts of answers rejected",
        "method.tokens": "Tokens",
        "method.record": "Record hash",
        "method.unsealed": "not sealed",
        "method.redo": "Anyone can derive this ruling again from the case file: every number is "
        "counted by rule from the answers above.",
    }
)

_NUMBERS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def count(number: int) -> str:
    """Return a small number in words, a larger one in figures."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


class Voice:
    """Says the table's words in a page of one direction."""

    def __init__(self, tongue: str = "en", page: Direction = "ltr", table: Mapping[str, str] = ENGLISH) -> None:
        self.table = table
        self.foreign = page != "ltr"

    def __call__(self, key: str, **values: object) -> Markup:
        """Return the words of `key` as markup; strings among `values` are escaped and isolated.

        On a right-to-left page the words, being English, carry their own language and direction.
        """
        filled = Markup(self.table[key]).format(
            **{
                name: isolated(value) if isinstance(value, str) and not hasattr(value, "__html__") else value
                for name, value in values.items()
            }
        )
        return Markup('<span lang="en" dir="ltr">{}</span>').format(filled) if self.foreign else filled

    @property
    def run(self) -> Markup:
        """Attributes for an element that holds several of the table's words in a row, to keep their order."""
        return Markup(' lang="en" dir="ltr"') if self.foreign else Markup("")

    def of(self, family: str, name: str) -> Markup:
        """Return the word for `name` in a family (``fate``, ``class``), or the name itself where it is none of ours."""
        key = f"{family}.{name}"
        return self(key) if key in self.table else isolated(name)

    def knows(self, family: str, name: str) -> bool:
        """Say whether the family has a word for `name`."""
        return f"{family}.{name}" in self.table

    def plain(self, key: str, **values: object) -> str:
        """Return the words of `key` for places that hold no markup; the values must be plain already."""
        return self.table[key].format(**values)
