SELECT manager, subject, version, failure, skipped_by, skipped_at FROM automation.skips ORDER BY id DESC
