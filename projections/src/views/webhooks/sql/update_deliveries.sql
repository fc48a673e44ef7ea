UPDATE deliveries
SET attempts = new.attempts, attempted_at = new.attempted_at, status = new.status, failure = new.failure,
    retry_at = new.retry_at, state = new.state
FROM unnest($1::uuid[], $2::integer[], $3::timestamptz[], $4::integer[], $5::text[], $6::timestamptz[], $7::text[])
    AS new (delivery_id, attempts, attempted_at, status, failure, retry_at, state)
WHERE deliveries.delivery_id = new.delivery_id
