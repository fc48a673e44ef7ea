SELECT product_id, merchant_id, details, revision, price, unit, fulfillment, approval, waits_since, certificate,
       certificate_waits_since, is_active, listed_at
FROM products
WHERE product_id = ANY($1)
