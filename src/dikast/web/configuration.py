"""Django's settings, made from our own table (`dikast.settings`), so that the environment is read in one place.

What is wrong is told at start-up, all of it at once, in our own words. Must not know pages.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any, Final
from urllib.parse import SplitResult, unquote, urlsplit

from csp.constants import NONE, SELF

from dikast.core.problems import InputError, Problem
from dikast.jobs.limit_rules import rules
from dikast.settings import Settings

MODES: Final = ("local", "production")
_HERE: Final = Path(__file__).resolve().parent
_KEY_LENGTH: Final = 50

SETTINGS: Final = Settings()


def _database(address: str, data: Path) -> dict[str, Any]:
    """Return Django's entry for a postgresql:// address, or for the SQLite file in the data folder."""
    if not address:
        return {
            "ENGINE": "dikast.web.sqlite",
            "NAME": data / "dikast.sqlite3",
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=20000",
            },
        }
    parts = urlsplit(address)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        # A connection that a restart of the server broke is seen before it is used.
        "CONN_HEALTH_CHECKS": True,
        # One for each thread of a web process: those of its pages, and those of its streams.
        "OPTIONS": {"pool": {"min_size": 1, "max_size": 12, "timeout": 20}},
    }


def _mail(address: str, data: Path) -> dict[str, Any]:
    """Return Django's mail settings; without a server, mail is written as files into the data folder."""
    if not address:
        return {
            "EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend",
            "EMAIL_FILE_PATH": data / "mail",
        }
    parts = urlsplit(address)
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "",
        "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and bool(parts.username),
        "EMAIL_TIMEOUT": 20,
    }


def _secret(given: str, data: Path, production: bool) -> str:
    """Return the key in force: the one given, or on one's own machine one made once and kept in the data folder."""
    if given or production:
        return given
    file = data / "secret-key"
    try:
        return file.read_text("ascii")
    except FileNotFoundError:
        data.mkdir(parents=True, exist_ok=True)
    key = secrets.token_urlsafe(_KEY_LENGTH)
    try:
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as kept:
            kept.write(key)
    except FileExistsError:  # another process was first
        return file.read_text("ascii")
    return key


def _parts(address: str) -> SplitResult:
    """Return the parts of an address; all of them empty for what is none."""
    try:
        parts = urlsplit(address)
        _ = parts.port  # read only here, where a wrong one can be told
    except ValueError:
        return SplitResult("", "", "", "", "")
    return parts


def problems(settings: Settings) -> list[Problem]:
    """Return what is wrong with the platform's settings."""
    found: list[Problem] = []

    def wrong(name: str, message: str, hint: str) -> None:
        found.append(Problem("settings.platform", name, message, hint))

    mode, address, key = (settings.text(f"DIKAST_{name}") for name in ("MODE", "ADDRESS", "SECRET_KEY"))
    if mode not in MODES:
        wrong("DIKAST_MODE", f"{mode!r} is none of {', '.join(MODES)}", "Unset it, or choose one of them.")
    if settings.text("DIKAST_LOG") not in ("plain", "json"):
        wrong("DIKAST_LOG", f"{settings.text('DIKAST_LOG')!r} is neither plain nor json", "Unset it, or choose one.")
    if key and len(key) < _KEY_LENGTH:
        wrong("DIKAST_SECRET_KEY", f"has {len(key)} characters of at least {_KEY_LENGTH}", "Make a longer random one.")
    if mode == "production" and not key:
        wrong("DIKAST_SECRET_KEY", "is not set, and in production there is no default", "Set 50 random characters.")
    parts = _parts(address)
    if mode == "production" and not address:
        wrong("DIKAST_ADDRESS", "is not set, and in production the platform must know it", "Set https://YOUR-NAME.")
    elif address and (parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/")):
        wrong("DIKAST_ADDRESS", f"{address!r} is no address of a whole site", "Write https://NAME[:PORT].")
    database = settings.text("DIKAST_DATABASE")
    parts = _parts(database)
    if database and (parts.scheme not in ("postgresql", "postgres") or not parts.path.strip("/")):
        wrong("DIKAST_DATABASE", "is no postgresql:// address with a database's name", "postgresql://USER@HOST/NAME")
    mail = settings.text("DIKAST_MAIL")
    parts = _parts(mail)
    if mail and (parts.scheme not in ("smtp", "smtps") or not parts.hostname):
        wrong("DIKAST_MAIL", "is no smtp:// or smtps:// address", "smtps://USER:PASSWORD@HOST:465")
    try:
        rules(settings.text("DIKAST_LIMITS"))
    except InputError as error:
        found += error.problems
    return found


def judges(settings: Settings) -> tuple[str, ...]:
    """Return the judges that debaters may choose from; the first is the one in use unless they choose."""
    names = [name.strip() for name in settings.text("DIKAST_JUDGES").split(",") if name.strip()]
    return tuple(dict.fromkeys(names or [settings.text("DIKAST_JUDGE")]))


if _found := problems(SETTINGS):
    raise InputError(_found)

_DATA: Final = SETTINGS.data
_PRODUCTION: Final = SETTINGS.text("DIKAST_MODE") == "production"
_SITE: Final = urlsplit(SETTINGS.text("DIKAST_ADDRESS"))
_SECURE: Final = _SITE.scheme == "https"

DIKAST_ADDRESS: Final = SETTINGS.text("DIKAST_ADDRESS").rstrip("/")
DIKAST_JUDGES: Final = judges(SETTINGS)
DIKAST_DATA: Final = _DATA

DEBUG = False
SECRET_KEY = _secret(SETTINGS.text("DIKAST_SECRET_KEY"), _DATA, _PRODUCTION)
ALLOWED_HOSTS = [_SITE.hostname, "127.0.0.1", "localhost", "[::1]"] if _SITE.hostname else ["*"]
CSRF_TRUSTED_ORIGINS = [DIKAST_ADDRESS] if DIKAST_ADDRESS else []
ROOT_URLCONF = "dikast.web.urls"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "dikast.web.account",
    "dikast.web.debates",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "dikast.web.front_door.PublicPages",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "dikast.web.front_door.Tongue",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [],
        "APP_DIRS": False,
        "OPTIONS": {"environment": "dikast.web.pages.environment"},
    },
    # Django's own widgets only; every page of ours is Jinja.
    {"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {}},
]
FORM_RENDERER = "django.forms.renderers.DjangoTemplates"
DATABASES = {"default": _database(SETTINGS.text("DIKAST_DATABASE"), _DATA)}
_MEMORY: Final = "django.core.cache.backends.locmem.LocMemCache"
CACHES = {
    "default": {"BACKEND": _MEMORY, "OPTIONS": {"MAX_ENTRIES": 20000}},
    # Whole pages, some hundred kB each.
    "pages": {"BACKEND": _MEMORY, "LOCATION": "pages", "OPTIONS": {"MAX_ENTRIES": 200}},
    # Parts of rulings, up to some MB each.
    "rulings": {"BACKEND": _MEMORY, "LOCATION": "rulings", "TIMEOUT": 3600, "OPTIONS": {"MAX_ENTRIES": 40}},
}

AUTH_USER_MODEL = "account.Person"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.ScryptPasswordHasher"]
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _SECURE
CSRF_FAILURE_VIEW = "dikast.web.front_door.stale_form"
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if _SECURE else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _SECURE else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
#: A refused text is answered with its own message, so the limit here lies above every limit of a format.
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 3000

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ar", "العربية"), ("es", "Español"), ("de", "Deutsch")]
LOCALE_PATHS = [_HERE / "locale"]
LANGUAGE_COOKIE_NAME = "tongue"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
USE_I18N = USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = _DATA / "static"
#: Static files that are made from code (see `sheets`).
DIKAST_MADE: Final = _DATA / "made"
STATICFILES_DIRS = [
    _HERE / "static",
    ("dikast/fonts", _HERE.parent / "record" / "exporters" / "fonts"),
    DIKAST_MADE,
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

DEFAULT_FROM_EMAIL = SERVER_EMAIL = SETTINGS.text("DIKAST_MAIL_FROM")
globals().update(_mail(SETTINGS.text("DIKAST_MAIL"), _DATA))

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "dikast.web.logs.Json" if SETTINGS.text("DIKAST_LOG") == "json" else "dikast.web.logs.Plain"}
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"dikast": {"level": "INFO"}},
}
