DELETE FROM addresses
USING unnest($1::uuid[], $2::uuid[]) AS gone (account_id, address_id)
WHERE addresses.account_id = gone.account_id AND addresses.address_id = gone.address_id
