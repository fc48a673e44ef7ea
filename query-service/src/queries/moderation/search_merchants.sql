SELECT merchant_id
FROM read.moderation_merchants
WHERE search @@ to_tsquery('simple', $1)
ORDER BY merchant_id
LIMIT $2
