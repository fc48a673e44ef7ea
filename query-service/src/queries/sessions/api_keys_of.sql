SELECT key_id, name, scopes, created_at
FROM read.sessions_api_keys
WHERE account_id = $1
ORDER BY created_at DESC, key_id
