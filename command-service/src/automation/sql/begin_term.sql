INSERT INTO automation.lease (term) VALUES ($1)
ON CONFLICT (id) DO UPDATE SET term = excluded.term, began_at = excluded.began_at
