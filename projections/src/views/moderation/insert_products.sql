INSERT INTO products (product_id, merchant_id, details, price, unit, fulfillment, approval, listed_at)
SELECT product_id, merchant_id, details, price, unit, fulfillment, approval, listed_at
FROM unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::bigint[], $5::text[], $6::jsonb[], $7::text[], $8::timestamptz[])
    AS new (product_id, merchant_id, details, price, unit, fulfillment, approval, listed_at)
