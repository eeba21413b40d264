"""The database: tables' base, the one clock, reads by current_session(), writes by transaction()."""
