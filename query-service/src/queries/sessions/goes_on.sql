-- Whether a session is open: $1 the session, $2 its account, $3 its generation. A session that the view does not
-- contain yet counts as open, because its token is valid.
SELECT NOT EXISTS (SELECT FROM read.sessions_sessions WHERE session_id = $1 AND ended)
   AND NOT EXISTS (SELECT FROM read.sessions_standings
                   WHERE account_id = $2
                     AND (NOT active OR (generation > $3 AND survivor IS DISTINCT FROM $1)))
