"""The values that everything else is made of: seats, draws, refusals, workings, hidden values, canonical bytes."""
