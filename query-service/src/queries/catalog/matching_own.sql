-- The products of merchant $1 that match a search in their latest version, in every state. $2: a part of the name, the
-- category or a tag, or null; $3: only those that are low in stock; $4: only active or only inactive ones, or null.
WITH matching AS (
    SELECT p.product_id, p.listed_at, greatest(coalesce(s.on_hand - s.held, 0), 0) AS available,
           CASE WHEN p.approval = 'rejected' THEN 'changes'
                WHEN NOT p.is_active THEN 'inactive'
                WHEN p.approval = 'approved' THEN 'live'
                WHEN p.approval = 'resubmitted' THEN 'review'
                ELSE 'pending' END AS state
    FROM read.catalog_products p
    LEFT JOIN read.catalog_stock s USING (product_id)
    WHERE p.merchant_id = $1
      AND ($2::text IS NULL OR strpos(lower(concat_ws(
              E'\n', coalesce(p.draft->>'name', p.name), coalesce(p.draft->>'category', p.category),
              coalesce(p.draft->>'subcategory', p.subcategory), coalesce(p.draft->'tags', p.tags)::text)),
              lower($2)) > 0)
      AND (NOT $3 OR greatest(coalesce(s.on_hand - s.held, 0), 0) <= p.low_stock_threshold)
      AND ($4::boolean IS NULL OR p.is_active = $4)
)
