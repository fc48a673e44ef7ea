-- The API key of account $1 whose token has the hash $2, unless the account is deactivated.
SELECT k.key_id, k.role = 'admin' AS is_admin, k.scopes
FROM read.sessions_api_keys k
WHERE k.hash = $2 AND k.account_id = $1
  AND NOT EXISTS (SELECT FROM read.sessions_standings a WHERE a.account_id = k.account_id AND NOT a.active)
LIMIT 1
