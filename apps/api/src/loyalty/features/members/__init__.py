"""Who the members are: /member/{id}, its referrer and its referees."""
