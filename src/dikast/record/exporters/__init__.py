"""Views of a case for people. They read a case document and change nothing; no model, network or clock."""
