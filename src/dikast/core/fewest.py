"""The fewest choices whose gains together reach a goal: exact, and fast for many independent items.

Each item offers options with a whole cost and gain, of which at most one is taken; wanted is the smallest total
cost at which the gains reach the goal, and the selections of that cost. The linear relaxation gives a price
(gain a unit of cost) at which nearly every item's choice is settled; what a choice falls short of its item's best
at that price is its *loss*. A selection of total cost k reaches the goal exactly when its losses stay within a
budget that the price and k fix, so only the few choices within that budget are searched, and nothing is
approximated. Must not know what a cost or a gain stands for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple, TypeAlias

from dikast.core.problems import DikastBug

#: With more open choices than this, items alike are no longer told apart and not every selection is found.
TOLD_APART = 400


class Option(NamedTuple):
    """One way to take an item: its cost and its gain, both at least 1."""

    cost: int
    gain: int


#: Item and option numbers of what is taken, in the order of the items.
Selection = tuple[tuple[int, int], ...]
#: The distinct options of an item; items alike in it are alike in all that counts.
_Profile = tuple[Option, ...]


#: What a search has taken so far, the last first.
_Taken: TypeAlias = "tuple[int, int, _Taken] | None"


class Fewest(NamedTuple):
    """The smallest cost (None if the goal is out of reach), selections of that cost, and whether they are all."""

    cost: int | None
    selections: list[Selection]
    complete: bool


class _Choice(NamedTuple):
    """What can be done with one item: take an option, or (-1) none."""

    cost: int
    loss: int
    option: int


def fewest(items: Sequence[Sequence[Option]], goal: int, listed: int, effort: int) -> Fewest:
    """Return the smallest total cost at which the gains reach `goal`, and selections of that cost.

    Arguments: `items`, each with its options, none where nothing can be taken; `goal`, at least 1; `listed`, how many
    selections to find in any case, if there are as many; `effort`, up to what total cost to find more.
    """
    if sum(max((option.gain for option in options), default=0) for options in items) < goal:
        return Fewest(None, [], True)
    problem = _Problem(items, goal)
    reach = 0
    while (cost := problem.smallest(problem.lowest + reach)) is None:
        reach = 2 * reach + 1
    most = max(listed, effort // cost)
    selections = list(islice(problem.selections(cost), most + 1))
    return Fewest(cost, selections[:most], len(selections) <= most and problem.told_apart)


class _Problem:
    """The items priced at the relaxation's price: `paid` units of gain for `per` units of cost."""

    def __init__(self, items: Sequence[Sequence[Option]], goal: int) -> None:
        self.items = items
        self.profiles: list[_Profile] = [tuple(sorted(set(options))) for options in items]
        self.counts = Counter(self.profiles)
        self.paid, self.per = _price(self.counts, goal)
        self.best = {profile: max([0, *map(self._worth, profile)]) for profile in self.counts}
        self.surplus = sum(self.best[profile] * count for profile, count in self.counts.items()) - goal * self.per
        self.lowest = -(self.surplus // self.paid)
        self.told_apart = True

    def _worth(self, option: Option) -> int:
        return option.gain * self.per - option.cost * self.paid

    def _choices(self, profile: _Profile, options: Sequence[Option], budget: int) -> list[_Choice]:
        best = self.best[profile]
        choices = [_Choice(0, best, -1)]
        choices += [_Choice(option.cost, best - self._worth(option), at) for at, option in enumerate(options)]
        return [choice for choice in choices if choice.loss <= budget]

    def _budget(self, cost: int) -> int:
        return cost * self.paid + self.surplus

    def smallest(self, ceiling: int) -> int | None:
        """Return the smallest cost up to `ceiling` that reaches the goal, or None.

        Of items alike, only as many as the budget allows to choose at a loss are followed one by one (`least`: cost
        to least loss); the rest choose among what is best at the price (`sums`: a bit for each cost they can make).
        """
        budget = self._budget(ceiling)
        least = {0: 0}
        sums = 1
        for profile, count in self.counts.items():
            choices = self._choices(profile, profile, budget)
            losses = [choice.loss for choice in choices if choice.loss]
            followed = min(count, budget // min(losses)) if losses else 0
            for _ in range(followed):
                least = _add(least, choices, budget)
            free = [choice.cost for choice in choices if not choice.loss]
            if len(free) == 1:
                sums <<= free[0] * (count - followed)
            else:
                for _ in range(count - followed):
                    sums = _spread(sums, free)
        for cost in range(max(self.lowest, 0), ceiling + 1):
            allowed = self._budget(cost)
            if any(loss <= allowed and made <= cost and sums >> (cost - made) & 1 for made, loss in least.items()):
                return cost
        return None

    def _open(self, budget: int) -> list[tuple[int, list[_Choice]]]:
        """Return the choices left to each item within `budget`, items that can lose first."""
        found = [(item, self._choices(profile, self.items[item], budget)) for item, profile in enumerate(self.profiles)]
        if sum(len(choices) > 1 for _, choices in found) > TOLD_APART:
            self.told_apart = False
            found = self._alike(found, budget)
        return sorted(found, key=lambda entry: all(choice.loss == 0 for choice in entry[1]))

    def _alike(self, found: list[tuple[int, list[_Choice]]], budget: int) -> list[tuple[int, list[_Choice]]]:
        """Leave choices at a loss to only so many items of a profile as can afford them, one choice for each cost."""
        followed: Counter[_Profile] = Counter()
        left = []
        for item, choices in found:
            profile = self.profiles[item]
            distinct = list({(choice.cost, choice.loss): choice for choice in reversed(choices)}.values())[::-1]
            losses = [choice.loss for choice in distinct if choice.loss]
            if losses and followed[profile] < budget // min(losses):
                followed[profile] += 1
            else:
                distinct = [choice for choice in distinct if not choice.loss]
            left.append((item, distinct))
        return left

    def selections(self, cost: int) -> Iterator[Selection]:
        """Yield the selections of exactly `cost` that reach the goal; every step taken leads to one."""
        budget = self._budget(cost)
        entries = self._open(budget)
        firm = next((at for at, (_, options) in enumerate(entries) if not any(o.loss for o in options)), len(entries))
        mask = (1 << (cost + 1)) - 1
        sums = [1]
        for _, options in reversed(entries[firm:]):
            sums.append(_spread(sums[-1], [option.cost for option in options]) & mask)
        sums.reverse()
        tables = [{made: 0 for made in range(cost + 1) if sums[0] >> made & 1}]
        for _, options in reversed(entries[:firm]):
            tables.append(_add(tables[-1], options, budget))
        tables.reverse()
        stack: list[tuple[int, int, int, _Taken]] = [(0, cost, budget, None)]
        while stack:
            at, due, left, taken = stack.pop()
            if at == len(entries):
                yield _unwound(taken)
                continue
            item, options = entries[at]
            for made, loss, option in reversed(options):
                rest = due - made
                if rest < 0:
                    continue
                if at < firm:
                    needed = tables[at + 1].get(rest)
                    if needed is None or needed > left - loss:
                        continue
                elif not sums[at - firm + 1] >> rest & 1:
                    continue
                stack.append((at + 1, rest, left - loss, taken if option < 0 else (item, option, taken)))


def _unwound(taken: _Taken) -> Selection:
    """Return what was taken, in the order of the items."""
    found = []
    while taken is not None:
        item, option, taken = taken
        found.append((item, option))
    return tuple(sorted(found))


def _price(counts: Counter[_Profile], goal: int) -> tuple[int, int]:
    """Return the gain and the cost of the step at which the relaxation reaches the goal, dearest steps last."""
    steps: list[tuple[Fraction, int, int, int]] = []
    for profile, count in counts.items():
        at = Option(0, 0)
        while ahead := [option for option in profile if option.cost > at.cost and option.gain > at.gain]:
            rise, cost, gain = max((Fraction(o.gain - at.gain, o.cost - at.cost), o.cost, o.gain) for o in ahead)
            steps.append((rise, gain - at.gain, cost - at.cost, count))
            at = Option(cost, gain)
    reached = 0
    for _, gain, cost, count in sorted(steps, reverse=True):
        reached += gain * count
        if reached >= goal:
            return gain, cost
    raise DikastBug(f"the goal {goal} is out of reach")


def _add(least: dict[int, int], choices: Sequence[_Choice], budget: int) -> dict[int, int]:
    """Return the least loss for each cost once one more item has chosen."""
    new: dict[int, int] = {}
    for made, lost in least.items():
        for cost, loss, _ in choices:
            total = lost + loss
            if total <= budget and total < new.get(made + cost, total + 1):
                new[made + cost] = total
    return new


def _spread(sums: int, costs: Sequence[int]) -> int:
    """Return the costs that can be made (as bits) once one more item has chosen among `costs`."""
    new = 0
    for cost in costs:
        new |= sums << cost
    return new
