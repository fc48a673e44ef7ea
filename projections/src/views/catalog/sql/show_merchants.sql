-- Shows or hides merchants together with their products that are on sale (`new_products.sql`).
WITH decided AS (
    SELECT * FROM unnest($1::uuid[], $2::boolean[]) AS d (merchant_id, visible)
),
turned AS (
    UPDATE products
    SET visible = decided.visible
    FROM decided
    WHERE products.merchant_id = decided.merchant_id
      AND products.published AND products.is_active
      AND products.visible <> decided.visible
    RETURNING products.merchant_id, CASE WHEN products.visible THEN 1 ELSE -1 END AS more
)
UPDATE merchants
SET visible = decided.visible,
    product_count = product_count + (SELECT coalesce(sum(more), 0) FROM turned WHERE turned.merchant_id = merchants.merchant_id)
FROM decided
WHERE merchants.merchant_id = decided.merchant_id
