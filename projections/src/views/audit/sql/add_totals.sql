INSERT INTO totals (subject_type, action, entries)
SELECT subject_type, action, count(*)
FROM unnest($1::text[], $2::text[]) AS new (subject_type, action)
GROUP BY subject_type, action
ON CONFLICT (subject_type, action) DO UPDATE SET entries = totals.entries + excluded.entries
