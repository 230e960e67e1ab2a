"""The platform: people debate, the judge rules, everyone can check it. Must not know how anything is judged."""
