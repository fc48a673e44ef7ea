UPDATE messages SET content = NULL WHERE sender_id = ANY($1)
