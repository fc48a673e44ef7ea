-- Public products from an id on. Each with the time of the last approval of its public version.
SELECT p.product_id AS id,
       greatest(p.listed_at, (
           SELECT max(d.reviewed_at) FROM read.catalog_decisions d
           WHERE d.product_id = p.product_id AND d.status = 'approved'
       )) AS at
FROM read.catalog_products p
WHERE p.visible AND p.product_id >= $1
ORDER BY p.product_id
LIMIT $2
