SELECT attname::text AS name, typname::text AS type_name, coalesce(attnum = ANY(indkey), false) AS is_key
FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
     LEFT JOIN pg_index ON indrelid = attrelid AND indisprimary
WHERE attrelid = format('%I.%I', $1::text, $2::text)::regclass AND attname::text = ANY($3) ORDER BY attnum
