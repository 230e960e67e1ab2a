"""Keeps a case's seal beside it, by which what was made of a case is found again without reading it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("debates", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="judging",
            name="seal",
            field=models.CharField(blank=True, max_length=80),
        ),
    ]
