"""Who may see the jobs page."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("account", "0002_count_attempts"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="is_operator",
            field=models.BooleanField(default=False),
        ),
    ]
