UPDATE checkouts
SET state = coalesce(change.state, checkouts.state),
    refunded = checkouts.refunded + change.refunded,
    paid_at = coalesce(change.paid_at, checkouts.paid_at),
    dispute_amount = coalesce(change.dispute_amount, checkouts.dispute_amount),
    dispute_reason = coalesce(change.dispute_reason, checkouts.dispute_reason),
    dispute_status = coalesce(change.dispute_status, checkouts.dispute_status)
FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::timestamptz[], $5::bigint[], $6::text[], $7::text[])
    AS change (checkout_id, state, refunded, paid_at, dispute_amount, dispute_reason, dispute_status)
WHERE checkouts.checkout_id = change.checkout_id
