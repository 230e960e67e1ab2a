"""The method, its limits and the platform's own terms as pages. Must not hold a number of its own."""
