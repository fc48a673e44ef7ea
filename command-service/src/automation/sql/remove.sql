DELETE FROM automation.agenda
WHERE manager = $1 AND subject = ANY($2) AND unread_version IS NULL
