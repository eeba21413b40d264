"""Members as the office looks them up and corrects them; their data exported, erased and kept."""
