UPDATE sessions SET ended = true WHERE session_id = ANY($1)
