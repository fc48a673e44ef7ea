INSERT INTO automation.agenda AS a
    (manager, subject, stream, cause, correlation, due_at, noted_due_at)
SELECT $1, subject, stream, cause, correlation, due_at, due_at
FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::timestamptz[])
     AS change (subject, stream, cause, correlation, due_at)
ON CONFLICT (manager, subject) DO UPDATE
SET noted = excluded.noted, noted_due_at = excluded.noted_due_at
WHERE a.unread_version IS NULL
