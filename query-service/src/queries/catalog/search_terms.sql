-- The words as one condition: each of them must begin some word, by its stem or as it is. Words that say nothing
-- ("the") are left out; null when no other is there.
SELECT string_agg('(' || stem::text || ' | ' || plain::text || ')', ' & ')
FROM unnest($1::text[]) AS word,
     to_tsquery('english', word || ':*') AS stem,
     to_tsquery('simple', word || ':*') AS plain
WHERE numnode(stem) > 0
