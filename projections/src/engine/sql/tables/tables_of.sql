SELECT relname::text FROM pg_class
WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)
  AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname
