DELETE FROM favourites
USING unnest($1::uuid[], $2::uuid[]) AS gone (account_id, product_id)
WHERE favourites.account_id = gone.account_id AND favourites.product_id = gone.product_id
