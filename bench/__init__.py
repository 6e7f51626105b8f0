"""Speed, as ratios: ours beside something else, in one run."""
