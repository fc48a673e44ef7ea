UPDATE addresses
SET is_home = (address_id = home.home_id)
FROM unnest($1::uuid[], $2::uuid[]) AS home (account_id, home_id)
WHERE addresses.account_id = home.account_id AND is_home <> (address_id = home.home_id)
