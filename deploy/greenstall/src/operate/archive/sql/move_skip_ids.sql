SELECT setval(pg_get_serial_sequence('automation.skips', 'id'), max(id)) FROM automation.skips
HAVING max(id) IS NOT NULL
