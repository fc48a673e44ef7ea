-- The reviews of products of merchant $1 that contain the text $2 in their comment, the author's name or the product's
-- name; all of them when $2 is null. A review with at most $3 stars is critical.
WITH matching AS (
    SELECT r.review_id, r.product_id, r.customer_id, r.rating, r.comment, r.reviewed_at, r.reply, r.replied_at,
           customer.name AS customer_name, p.name AS product_name, p.images->0->>'url' AS product_image,
           r.replied_at IS NULL AS unanswered, r.rating <= $3 AS critical
    FROM read.reviews_reviews r
    LEFT JOIN read.accounts_users customer ON customer.account_id = r.customer_id
    LEFT JOIN read.catalog_products p USING (product_id)
    WHERE r.merchant_id = $1
      AND ($2::text IS NULL
           OR strpos(lower(concat_ws(E'\n', r.comment, customer.name, p.name)), lower($2)) > 0)
)
