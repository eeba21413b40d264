"""The programme's own numbers, which the office reviews with the programme file and every feature may ask
for.
"""
