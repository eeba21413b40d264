"""The settings of the programme, which the programme file changes and every feature may read."""
