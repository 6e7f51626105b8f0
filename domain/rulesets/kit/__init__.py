"""What every ruleset needs and none should write again: functions and small values, no framework."""
