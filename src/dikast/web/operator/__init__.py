"""What whoever runs the platform sees in a browser or has scraped: the jobs, and figures. Must not know rulings."""
