-- An entry replaces only the members that it contains: a new home address contains only its postal address.
INSERT INTO addresses AS a (account_id, address_id, entry, is_home, added)
SELECT account_id, address_id,
       '{"name": "", "firstName": "", "lastName": "", "apartment": ""}'::jsonb || entry, false, added
FROM unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::bigint[]) AS new (account_id, address_id, entry, added)
ON CONFLICT (account_id, address_id) DO UPDATE
SET entry = a.entry || (SELECT new.entry
                        FROM unnest($1::uuid[], $2::uuid[], $3::jsonb[]) AS new (account_id, address_id, entry)
                        WHERE new.account_id = a.account_id AND new.address_id = a.address_id)
