"""What a judge model is asked, how its answers are checked, and who answers. Decides no number."""
