-- Names that begin with $1 or match the query $2, out of the first few hundred found. $2 is null when it would match
-- too much.
WITH called AS (
    (SELECT product_id, name, sort_name, views, true AS begins
     FROM read.catalog_products
     WHERE visible AND sort_name >= $1 AND sort_name < $1 || chr(1114111)
     ORDER BY sort_name, listed_at DESC, product_id
     LIMIT 200)
    UNION ALL
    (SELECT product_id, name, sort_name, views, false AS begins
     FROM read.catalog_products
     WHERE visible AND search @@ $2::tsquery
     LIMIT 200)
),
named AS (
    SELECT DISTINCT ON (sort_name) name, product_id, sort_name, begins, views
    FROM called
    ORDER BY sort_name, begins DESC, views DESC, product_id
)
SELECT name AS text, product_id AS id
FROM named
ORDER BY begins DESC, views DESC, sort_name
LIMIT $3
