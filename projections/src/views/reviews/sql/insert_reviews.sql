INSERT INTO reviews (review_id, product_id, merchant_id, customer_id, rating, comment, reviewed_at)
SELECT review_id, product_id, merchant_id, customer_id, rating, comment, reviewed_at
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::text[], $7::timestamptz[])
    AS new (review_id, product_id, merchant_id, customer_id, rating, comment, reviewed_at)
