"""A table of folded words for searching: FTS5 on SQLite, a text-search index on PostgreSQL."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

SQLITE = (
    "CREATE VIRTUAL TABLE debates_words USING fts5(debate UNINDEXED, place UNINDEXED, words, tokenize = 'unicode61')"
)
POSTGRESQL = (
    "CREATE TABLE debates_words (debate bigint NOT NULL, place integer NOT NULL, words text NOT NULL,"
    " PRIMARY KEY (debate, place))",
    "CREATE INDEX debates_words_found ON debates_words USING gin (to_tsvector('simple', words))",
)


def make(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in POSTGRESQL if schema_editor.connection.vendor == "postgresql" else (SQLITE,):
        schema_editor.execute(statement)


def drop(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    schema_editor.execute("DROP TABLE debates_words")


class Migration(migrations.Migration):
    dependencies = [("debates", "0003_keep_transcripts_on_their_way")]
    operations = [migrations.RunPython(make, drop)]
