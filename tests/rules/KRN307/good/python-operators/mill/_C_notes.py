TEXT = "what the compiled module did"
