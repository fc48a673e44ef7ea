SELECT s.session_id, s.browser, s.system, s.opened_at
FROM read.sessions_sessions s
LEFT JOIN read.sessions_standings a USING (account_id)
WHERE s.account_id = $1 AND s.opened_at > $2 AND NOT s.ended
  AND (a.account_id IS NULL OR s.generation >= a.generation OR s.session_id = a.survivor)
ORDER BY s.opened_at DESC, s.session_id
LIMIT 200
