INSERT INTO automation.sent_mail (id, sent_at) VALUES ($1, now())
ON CONFLICT (id) DO UPDATE SET sent_at = excluded.sent_at
