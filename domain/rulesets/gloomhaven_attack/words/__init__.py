"""What things are called: facts, sentences, and the vocabulary of letters."""
