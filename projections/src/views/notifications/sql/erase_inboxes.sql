DELETE FROM inboxes WHERE account_id = ANY($1)
