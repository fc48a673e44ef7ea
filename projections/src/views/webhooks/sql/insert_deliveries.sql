INSERT INTO deliveries
    (delivery_id, webhook_id, account_id, message_id, message_type, requested_at, number, attempts, state)
SELECT delivery_id, webhook_id, account_id, message_id, message_type, requested_at, number, 0, 'waiting'
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::bigint[])
    AS new (delivery_id, webhook_id, account_id, message_id, message_type, requested_at, number)
