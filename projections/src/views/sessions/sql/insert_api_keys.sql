INSERT INTO api_keys (key_id, account_id, role, name, scopes, hash, created_at)
SELECT key_id, account_id, role, name, string_to_array(scopes, ' '), hash, created_at
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
    AS new (key_id, account_id, role, name, scopes, hash, created_at)
