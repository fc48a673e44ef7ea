SELECT account_id, last_number, forgotten_to FROM readers WHERE account_id = ANY($1)
