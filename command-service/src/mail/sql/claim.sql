INSERT INTO automation.sent_mail AS letter (id, claimed_by, claimed_at) VALUES ($1, $2, now())
ON CONFLICT (id) DO UPDATE SET claimed_by = excluded.claimed_by, claimed_at = excluded.claimed_at
WHERE letter.sent_at IS NULL AND letter.claimed_at < now() - make_interval(secs => $3)
