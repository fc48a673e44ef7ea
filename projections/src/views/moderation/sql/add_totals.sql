INSERT INTO totals (category, is_active, is_organic, approval, products)
SELECT category, is_active, is_organic, approval, products
FROM unnest($1::text[], $2::boolean[], $3::boolean[], $4::text[], $5::bigint[])
    AS change (category, is_active, is_organic, approval, products)
ON CONFLICT (category, is_active, is_organic, approval) DO UPDATE
SET products = totals.products + excluded.products
