-- An entry replaces only the members that it contains: a new home address contains only its postal address.
INSERT INTO addresses AS a (account_id, address_id, entry, is_home, added, revision)
SELECT account_id, address_id,
       '{"name": "", "firstName": "", "lastName": "", "apartment": ""}'::jsonb || entry, false, added, revision
FROM unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::bigint[], $5::bigint[])
    AS new (account_id, address_id, entry, added, revision)
ON CONFLICT (account_id, address_id) DO UPDATE
SET revision = excluded.revision,
    entry = a.entry || (SELECT new.entry
                        FROM unnest($1::uuid[], $2::uuid[], $3::jsonb[]) AS new (account_id, address_id, entry)
                        WHERE new.account_id = a.account_id AND new.address_id = a.address_id)
