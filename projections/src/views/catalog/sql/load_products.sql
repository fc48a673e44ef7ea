SELECT product_id, merchant_id, price, unit, low_stock_threshold, published, revision,
       approval, rejection_reason, is_active, deactivated_by_admin, featured, certified, listed_at, fulfillment, draft, certificate
FROM products
WHERE product_id = ANY($1)
