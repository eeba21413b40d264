"""The steps of the programme: /membership."""
