SELECT product_id
FROM read.accounts_favourites
WHERE account_id = $1
ORDER BY added DESC, product_id
