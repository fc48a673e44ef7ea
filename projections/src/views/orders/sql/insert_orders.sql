INSERT INTO orders (order_id, checkout_id, number, parent_number, customer_id, customer_name, customer_email, merchant_id,
                    merchant_name, merchant_address, lines, subtotal, tax, delivery_fee, total, delivery_method, shipping,
                    billing, status, tracking, refund_amount, refund_status, refund_reason, placed_at, promised_for)
SELECT order_id, checkout_id, number, parent_number, customer_id, customer_name, customer_email, merchant_id,
       merchant_name, nullif(merchant_address, 'null'), lines, subtotal, tax, delivery_fee, total, delivery_method,
       nullif(shipping, 'null'), nullif(billing, 'null'), status, tracking, refund_amount, refund_status, refund_reason,
       placed_at, promised_for
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::uuid[], $9::text[],
            $10::jsonb[], $11::jsonb[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::text[],
            $17::jsonb[], $18::jsonb[], $19::text[], $20::jsonb[], $21::bigint[], $22::text[], $23::text[],
            $24::timestamptz[], $25::date[])
    AS new (order_id, checkout_id, number, parent_number, customer_id, customer_name, customer_email, merchant_id,
            merchant_name, merchant_address, lines, subtotal, tax, delivery_fee, total, delivery_method, shipping,
            billing, status, tracking, refund_amount, refund_status, refund_reason, placed_at, promised_for)
