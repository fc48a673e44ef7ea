INSERT INTO checkouts (checkout_id, customer_id, number, subtotal, tax, delivery_fee, total, state, refunded, started_at,
                       paid_at, dispute_id, dispute_amount, dispute_reason, dispute_status)
SELECT checkout_id, customer_id, number, subtotal, tax, delivery_fee, total, state, refunded, started_at, paid_at,
       dispute_id, dispute_amount, dispute_reason, dispute_status
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[],
            $9::bigint[], $10::timestamptz[], $11::timestamptz[], $12::text[], $13::bigint[], $14::text[],
            $15::text[])
    AS new (checkout_id, customer_id, number, subtotal, tax, delivery_fee, total, state, refunded, started_at, paid_at,
            dispute_id, dispute_amount, dispute_reason, dispute_status)
