SELECT rebuilt.attname::text FROM pg_attribute rebuilt
WHERE rebuilt.attrelid = format('%I.%I', $2::text, $3::text)::regclass
  AND rebuilt.attnum > 0 AND NOT rebuilt.attisdropped
  AND EXISTS (SELECT FROM pg_attribute serving
              WHERE serving.attrelid = format('%I.%I', $1::text, $3::text)::regclass
                AND serving.attname = rebuilt.attname AND NOT serving.attisdropped)
ORDER BY rebuilt.attnum
