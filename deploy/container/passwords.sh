#!/usr/bin/env bash
# The first start of the database's container runs this after deploy/postgres/roles.sql: each role gets its password.
set -euo pipefail

for role in owner command projections query; do
  variable=${role^^}_PASSWORD
  psql --quiet --no-psqlrc --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
    --set "role=greenstall_$role" --set "password=${!variable}" <<<"ALTER ROLE :\"role\" PASSWORD :'password'"
done
