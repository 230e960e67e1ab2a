"""The table of settings: defaults, strict reading, and one place for all state."""

from __future__ import annotations

from pathlib import Path

import pytest

from dikast.core.problems import InputError
from dikast.settings import TABLE, Settings


def test_every_row_has_its_own_name_a_sentence_of_help_and_a_default_that_it_accepts() -> None:
    assert len({row.name for row in TABLE}) == len(TABLE)
    assert all(row.help.endswith(".") for row in TABLE)
    Settings({})


def test_values_are_read_from_the_environment_and_blank_ones_are_unset() -> None:
    settings = Settings({"DIKAST_TRIES": " 5 ", "DIKAST_TIMEOUT": "2.5", "DIKAST_JUDGE": " ", "DIKAST_DATA": "/d"})
    assert (settings.whole("DIKAST_TRIES"), settings.seconds("DIKAST_TIMEOUT")) == (5, 2.5)
    assert (settings.text("DIKAST_JUDGE"), settings.data) == ("local", Path("/d"))
    assert Settings({}).data.name == "dikast"


@pytest.mark.parametrize("value", ["many", "0", "-1", "1.5", "٣", "1_0 0"])
def test_a_wrong_number_is_named_with_its_rule(value: str) -> None:
    with pytest.raises(InputError) as caught:
        Settings({"DIKAST_TRIES": value, "DIKAST_TIMEOUT": "nan"})
    found = {problem.place: problem for problem in caught.value.problems}
    assert set(found) == {"DIKAST_TRIES", "DIKAST_TIMEOUT"}
    assert repr(value) in found["DIKAST_TRIES"].message and found["DIKAST_TRIES"].code == "settings.invalid"


def test_a_name_that_is_not_in_the_table_cannot_be_read() -> None:
    with pytest.raises(KeyError):
        Settings({}).text("DIKAST_DATE")
