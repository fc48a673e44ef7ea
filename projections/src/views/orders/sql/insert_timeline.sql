INSERT INTO timeline (order_id, version, status, at, note, actor)
SELECT order_id, version, status, at, note, actor
FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::timestamptz[], $5::text[], $6::text[])
    AS new (order_id, version, status, at, note, actor)
