"""What the programme does, one package a noun."""
