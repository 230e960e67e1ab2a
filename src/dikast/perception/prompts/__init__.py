"""The wording of every question, one Markdown file per question and version."""
