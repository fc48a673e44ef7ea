-- An earlier dispute that is closed changes nothing, because only the latest dispute is shown.
UPDATE checkouts
SET state = coalesce(change.state, checkouts.state),
    refunded = checkouts.refunded + change.refunded,
    paid_at = coalesce(change.paid_at, checkouts.paid_at),
    dispute_id = coalesce(change.dispute_id, checkouts.dispute_id),
    dispute_amount = coalesce(change.dispute_amount, checkouts.dispute_amount),
    dispute_reason = coalesce(change.dispute_reason, checkouts.dispute_reason),
    dispute_status = coalesce(change.dispute_status, change.closed ->> checkouts.dispute_id, checkouts.dispute_status)
FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::timestamptz[], $5::text[], $6::bigint[], $7::text[], $8::text[],
            $9::jsonb[])
    AS change (checkout_id, state, refunded, paid_at, dispute_id, dispute_amount, dispute_reason, dispute_status, closed)
WHERE checkouts.checkout_id = change.checkout_id
