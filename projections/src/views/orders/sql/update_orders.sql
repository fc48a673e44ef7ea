-- A null keeps the column's value. A due refund has the order's total until the provider reports the amount that it
-- sent. A recorded refund counts as failed if the provider has reported the failure before.
UPDATE orders
SET status = coalesce(change.status, orders.status),
    tracking = coalesce(nullif(change.tracking, 'null'), orders.tracking),
    refund_amount = coalesce(change.refund_amount,
                             CASE WHEN change.refund_status IS NOT NULL THEN orders.total
                                  WHEN orders.refund_status IS DISTINCT FROM 'failed' THEN change.recorded END,
                             orders.refund_amount),
    refund_status = coalesce(change.refund_status,
                             CASE WHEN change.recorded IS NOT NULL AND orders.refund_status IS DISTINCT FROM 'failed'
                                  THEN CASE change.recorded WHEN 0 THEN 'settled' ELSE 'refunded' END END,
                             orders.refund_status),
    refund_reason = coalesce(change.refund_reason, orders.refund_reason)
FROM unnest($1::uuid[], $2::text[], $3::jsonb[], $4::bigint[], $5::text[], $6::text[], $7::bigint[])
    AS change (order_id, status, tracking, refund_amount, refund_status, refund_reason, recorded)
WHERE orders.order_id = change.order_id
