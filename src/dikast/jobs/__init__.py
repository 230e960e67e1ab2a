"""What judging on a platform needs beyond judging: workers that share answers, limits and work. Must not know pages."""
