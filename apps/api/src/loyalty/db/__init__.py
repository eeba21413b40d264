"""The database: tables' base, the one clock, reads by session(), writes by transaction()."""
