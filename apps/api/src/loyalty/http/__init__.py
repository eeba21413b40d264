"""HTTP: requests, responses, errors, limits, logs. It imports no feature."""
