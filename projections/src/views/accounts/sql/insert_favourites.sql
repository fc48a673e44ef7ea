INSERT INTO favourites (account_id, product_id, added)
SELECT account_id, product_id, added
FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS new (account_id, product_id, added)
