UPDATE sessions
SET browser = NULL, system = NULL
WHERE account_id = ANY($1) AND (browser IS NOT NULL OR system IS NOT NULL)
