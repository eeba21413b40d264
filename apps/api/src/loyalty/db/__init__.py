"""The database: tables' base, the one clock, reads by connection(), writes by transaction()."""
