"""What tests of the platform stand on: a data folder of their own, Django over it, people and a floor.

Django is set up here, before any test module imports a table, and only where tests of the platform run. The database
is a file, so that threads meet in it as they do in earnest; with DIKAST_DATABASE set it is that server's.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

DATA = Path(tempfile.mkdtemp(prefix="dikast-tests-"))
atexit.register(shutil.rmtree, DATA, ignore_errors=True)
os.environ["DJANGO_SETTINGS_MODULE"] = "dikast.web.configuration"
_GIVEN = {"DIKAST_DATA": str(DATA), "DIKAST_JUDGE": "gullible", "DIKAST_MODE": "local"}
_BEFORE = {name: os.environ.get(name) for name in _GIVEN}
os.environ.update(_GIVEN)

from django.conf import settings as configured  # noqa: E402 - the environment above comes first

configured.STATIC_ROOT.mkdir()  # reads the settings, and with them the environment
for _name, _value in _BEFORE.items():  # other tests of this run have their own
    if _value is None:
        del os.environ[_name]
    else:
        os.environ[_name] = _value
configured.DIKAST_MADE.mkdir()
# Addresses of static files without their digests: nothing has been collected.
configured.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
if configured.DATABASES["default"]["ENGINE"].endswith("sqlite"):
    configured.DATABASES["default"]["TEST"] = {"NAME": str(DATA / "tests.sqlite3")}

import django  # noqa: E402

django.setup()

from django.core.cache import caches  # noqa: E402
from django.test import Client  # noqa: E402

from dikast.web.account.models import Person  # noqa: E402
from dikast.web.debates import opening, seating  # noqa: E402
from dikast.web.debates.models import Debate  # noqa: E402

#: Whom a test meets: the first speaks for A, the second for B, the third for nobody.
NAMES = ("Ana", "Ben", "Chloe")


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    yield
    for name in configured.CACHES:
        caches[name].clear()


@pytest.fixture
def people(db: None) -> tuple[Person, Person, Person]:
    """Three guests: Ana, Ben and Chloe."""
    ana, ben, chloe = (Person.objects.guest(name) for name in NAMES)
    return ana, ben, chloe


@pytest.fixture
def debate(people: tuple[Person, Person, Person]) -> Callable[..., Debate]:
    """Starts a debate as wished (see `opening.Wish`) between Ana for A and Ben for B; it is open."""

    def start(**wished: object) -> Debate:
        wish = {"motion": "Cities should close their centres to cars", "format": "open-floor", "judge": "gullible"}
        made = opening.start(people[0], opening.Wish(**(wish | {"side": "A"} | wished)), ("gullible",))  # type: ignore[arg-type]
        seating.take(made.seats.get(side="B", position=1).key, people[1])
        made.refresh_from_db()
        return made

    return start


@pytest.fixture
def floor(debate: Callable[..., Debate]) -> Debate:
    """An open floor between Ana for A and Ben for B, without a post."""
    return debate()


@pytest.fixture
def match(debate: Callable[..., Debate]) -> Debate:
    """A match of six speeches between Ana for A and Ben for B, without a speech."""
    return debate(format="six-speech")


@pytest.fixture
def signed_in() -> Callable[[Person], Client]:
    """Returns a browser in which somebody is signed in."""

    def browser(person: Person) -> Client:
        client = Client()
        client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return browser


@pytest.fixture
def stranger(db: None) -> Client:
    """A browser in which nobody is signed in."""
    return Client()
