-- What the batch does not speak of is null and stays. A rejection's reason lives as long as the rejection.
WITH change AS (
    SELECT given.product_id, given.approval, given.reason, given.featured, products.visible AS was_visible,
           coalesce(given.approval, products.approval) = 'approved' AND products.is_active
               AND coalesce(merchants.visible, false) AS is_visible
    FROM unnest($1::uuid[], $2::text[], $3::text[], $4::boolean[]) AS given (product_id, approval, reason, featured)
    JOIN products USING (product_id)
    LEFT JOIN merchants USING (merchant_id)
),
changed AS (
    UPDATE products
    SET approval = coalesce(change.approval, products.approval),
        rejection_reason = CASE WHEN change.approval IS NULL THEN products.rejection_reason ELSE change.reason END,
        featured = coalesce(change.featured, products.featured),
        visible = change.is_visible
    FROM change
    WHERE products.product_id = change.product_id
    RETURNING products.merchant_id, change.is_visible::int - change.was_visible::int AS more
)
UPDATE merchants
SET product_count = product_count + more.count
FROM (SELECT merchant_id, sum(more) AS count FROM changed GROUP BY merchant_id) AS more
WHERE merchants.merchant_id = more.merchant_id AND more.count <> 0
