UPDATE checkouts
SET state = coalesce(change.state, checkouts.state),
    refunded = checkouts.refunded + change.refunded,
    paid_at = coalesce(change.paid_at, checkouts.paid_at)
FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::timestamptz[]) AS change (checkout_id, state, refunded, paid_at)
WHERE checkouts.checkout_id = change.checkout_id
