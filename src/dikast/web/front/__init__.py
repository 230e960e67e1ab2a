"""Pages for finding debates: the front page, search, a person's page. Must not know what is in a debate."""
