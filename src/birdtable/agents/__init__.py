"""What language models are told and how they answer: positions as text, plays as text, seats for them to sit on."""
