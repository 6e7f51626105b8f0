"""Commands for those who write rulesets: what is installed, new ones, random games, and play while writing."""
