"""A judging says which attempt at it is under way, and the platform which workers it has."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("debates", "0004_make_texts_findable"),
    ]

    operations = [
        migrations.CreateModel(
            name="Worker",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=100, unique=True)),
                ("incarnation", models.CharField(max_length=32)),
                ("version", models.CharField(max_length=40)),
                ("started_at", models.DateTimeField()),
                ("beat_at", models.DateTimeField()),
                ("draining", models.BooleanField(default=False)),
                ("gone", models.BooleanField(default=False)),
            ],
        ),
        migrations.RemoveIndex(
            model_name="judging",
            name="debates_jud_ruled_5e2364_idx",
        ),
        migrations.RemoveField(
            model_name="judging",
            name="held_until",
        ),
        migrations.AddField(
            model_name="judging",
            name="begun",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="judging",
            name="queued_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="judging",
            name="run",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="judging",
            name="running",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="judging",
            name="holder",
            field=models.CharField(blank=True, max_length=100),
        ),
        migrations.AddIndex(
            model_name="judging",
            index=models.Index(
                condition=models.Q(("ruled", False)), fields=["-live", "wanted_at"], name="judgings_waiting"
            ),
        ),
        migrations.AddIndex(
            model_name="judging",
            index=models.Index(condition=models.Q(("running", True)), fields=["queued_at"], name="judgings_running"),
        ),
    ]
