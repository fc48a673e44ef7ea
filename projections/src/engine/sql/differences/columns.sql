SELECT attname::text, typname::text, coalesce(attnum = ANY(indkey), false)
FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
     LEFT JOIN pg_index ON indrelid = attrelid AND indisprimary
WHERE attrelid = format('%I.%I', $1::text, $2::text)::regclass AND attname::text = ANY($3) ORDER BY attnum
