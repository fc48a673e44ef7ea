INSERT INTO webhooks (webhook_id, account_id, url, types, created_at)
SELECT webhook_id, account_id, url, string_to_array(types, ' '), created_at
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
    AS new (webhook_id, account_id, url, types, created_at)
