"""Steps: how a decision, an import or a remedy becomes events, one commit at a time."""
