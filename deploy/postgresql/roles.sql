-- Two roles: loyalty_owner owns the database and its tables and migrates, loyalty runs and can change neither tables nor
-- what is written once. As a superuser, or as the role with CREATEROLE that owns the database where the provider keeps
-- the superuser, before the first `db upgrade` or on a database that one role has owned so far:
--   psql --set=ON_ERROR_STOP=1 --dbname=loyalty --file=roles.sql
-- Then give each a password (\password loyalty_owner) and run `db upgrade` with LOYALTY_MIGRATION_DATABASE_URL set: it grants
-- loyalty what running needs, now and after each migration. It can be run again.
SELECT 'CREATE ROLE loyalty_owner LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'loyalty_owner') \gexec
SELECT 'CREATE ROLE loyalty LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'loyalty') \gexec
-- Without being a superuser only a member of a role gives it what is there.
SELECT 'GRANT loyalty_owner TO CURRENT_USER' FROM pg_roles WHERE rolname = current_user AND NOT rolsuper \gexec

BEGIN;
SELECT format('ALTER DATABASE %I OWNER TO loyalty_owner', current_database()) \gexec
SELECT format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database()) \gexec
SELECT format('GRANT CONNECT ON DATABASE %I TO loyalty', current_database()) \gexec
ALTER SCHEMA public OWNER TO loyalty_owner;
REVOKE ALL ON SCHEMA public FROM PUBLIC, loyalty;
-- What one role has owned so far; the sequences go with their tables.
SELECT format('ALTER TABLE %s OWNER TO loyalty_owner', c.oid::regclass)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'public' AND relkind IN ('r', 'v', 'm') \gexec
SELECT format('ALTER FUNCTION %s OWNER TO loyalty_owner', oid::regprocedure)
FROM pg_proc WHERE pronamespace = 'public'::regnamespace \gexec
COMMIT;
