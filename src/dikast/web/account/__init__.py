"""Who people are: guests, accounts, their settings and notices. Must not know debates' rules."""
