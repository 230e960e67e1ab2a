"""Pages of a floor: start a debate, take a seat, argue, watch. Must not know how a text is let in or judged."""
