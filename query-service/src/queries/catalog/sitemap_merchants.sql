-- Public merchants from an id on. Each with the later of two times: its sign-up, and its last listing.
SELECT m.merchant_id AS id,
       greatest(m.opened_at, (
           SELECT max(p.listed_at) FROM read.catalog_products p
           WHERE p.merchant_id = m.merchant_id AND p.visible
       )) AS at
FROM read.catalog_merchants m
WHERE m.visible AND m.merchant_id >= $1
ORDER BY m.merchant_id
LIMIT $2
