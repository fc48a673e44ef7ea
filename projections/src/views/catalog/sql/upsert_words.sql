INSERT INTO words (word, products)
SELECT word, products
FROM unnest($1::text[], $2::bigint[]) AS new (word, products)
ON CONFLICT (word) DO UPDATE SET products = excluded.products
