"""What tests of rulesets share, ours and those of other packages: laws, golden sheets, and a plugin for pytest."""
