#!/bin/sh
# Run once by the image of PostgreSQL, after roles.sql: the passwords of the two roles.
set -eu
psql --set=ON_ERROR_STOP=1 --set=app="$APP_PASSWORD" --set=owner="$OWNER_PASSWORD" --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'END'
ALTER ROLE loyalty PASSWORD :'app';
ALTER ROLE loyalty_owner PASSWORD :'owner';
END
