INSERT INTO decisions (product_id, version, status, reason, notes, reviewed_at)
SELECT product_id, version, status, reason, notes, reviewed_at
FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
    AS new (product_id, version, status, reason, notes, reviewed_at)
