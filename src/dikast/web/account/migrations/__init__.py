"""Steps that bring a database to today's tables, made by Django from the models."""
