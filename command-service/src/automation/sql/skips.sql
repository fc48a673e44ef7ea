SELECT manager, subject, version, coalesce(failure, '') AS error, skipped_by, skipped_at
FROM automation.skips ORDER BY id DESC
