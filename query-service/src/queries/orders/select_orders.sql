SELECT o.order_id, o.number, o.parent_number, o.customer_id, o.customer_name, o.customer_email, o.merchant_id,
       o.merchant_name, o.merchant_address, o.lines, o.subtotal, o.tax, o.delivery_fee, o.total, o.delivery_method,
       o.shipping, o.billing, o.status, o.tracking, o.refund_amount, o.refund_status, o.refund_reason, o.placed_at,
       o.promised_for,
       t.timeline, c.total AS parent_total, c.refunded AS parent_refunded, c.delivery_fee AS parent_delivery_fee,
       c.dispute_amount, c.dispute_reason, c.dispute_status
FROM read.orders_orders o
LEFT JOIN read.orders_checkouts c USING (checkout_id)
CROSS JOIN LATERAL (
    SELECT coalesce(jsonb_agg(jsonb_build_object('status', t.status, 'timestamp', t.at, 'note', t.note, 'actor', t.actor)
                              ORDER BY t.version), '[]') AS timeline
    FROM read.orders_timeline t WHERE t.order_id = o.order_id
) t
