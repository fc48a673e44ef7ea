-- The ended sessions among these, by the rule of goes_on.sql: $1 sessions, $2 their accounts, $3 their generations.
SELECT asked.session_id
FROM unnest($1::uuid[], $2::uuid[], $3::integer[]) AS asked (session_id, account_id, generation)
WHERE EXISTS (SELECT FROM read.sessions_sessions s WHERE s.session_id = asked.session_id AND s.ended)
   OR EXISTS (SELECT FROM read.sessions_standings a
              WHERE a.account_id = asked.account_id
                AND (NOT a.active OR (a.generation > asked.generation AND a.survivor IS DISTINCT FROM asked.session_id)))
