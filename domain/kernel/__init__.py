"""The words everything else is said in: seats, draws, refusals, workings, hidden values, canonical bytes."""
