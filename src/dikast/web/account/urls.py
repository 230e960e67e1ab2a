"""Addresses of accounts: ways in and out, what a person can set, and what he is told."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from dikast.web.account import entering, keys, leaving, mine, preferences, resetting, settings

urlpatterns: list[URLPattern | URLResolver] = [
    path("sign-up", entering.sign_up, name="sign-up"),
    path("sign-in", entering.sign_in, name="sign-in"),
    path("sign-out", leaving.sign_out, name="sign-out"),
    path("password", resetting.ask, name="password-reset"),
    path("password/<str:person>/<str:token>", resetting.choose, name="password-choose"),
    path("account", settings.account, name="account"),
    path("account/name", settings.name, name="account-name"),
    path("account/email", settings.email, name="account-email"),
    path("account/password", settings.password, name="account-password"),
    path("account/mail", settings.mail, name="account-mail"),
    path("account/delete", leaving.delete, name="account-delete"),
    path("account/debates", mine.debates, name="my-debates"),
    path("account/keys", keys.tokens, name="tokens"),
    path("account/keys/<int:pk>/delete", keys.delete, name="token-delete"),
    path("notices", mine.notices, name="notices"),
    path("notices/read", mine.read_all, name="notices-read"),
    path("notices/<int:pk>", mine.notice, name="notice"),
    path("language", preferences.language, name="language"),
    path("appearance", preferences.appearance, name="appearance"),
]
