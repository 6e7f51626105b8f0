"""What ``oathbook new-ruleset`` writes: the files of a package as templates, and how they get their name."""
