-- Turns search words into text search queries. $2 are the words; words with the same number in $1 are spellings of one
-- word. The queries: each word is a prefix of some word or shares its stem (query); each word matches exactly or by stem
-- anywhere (exact), in name, tags or category (label), in the name (name); each word is a prefix in the name (begun).
-- Stop words ("the") are left out. There is no row when there are only stop words.
SELECT string_agg('(' || query || ')', ' & ' ORDER BY place) AS query,
       string_agg('(' || exact || ')', ' & ' ORDER BY place) AS exact,
       string_agg('(' || label || ')', ' & ' ORDER BY place) AS label,
       string_agg('(' || name || ')', ' & ' ORDER BY place) AS name,
       string_agg('(' || begun || ')', ' & ' ORDER BY place) AS begun
FROM (
    SELECT place, string_agg(stem::text || ' | ' || to_tsquery('simple', word || ':*')::text, ' | ') AS query,
           string_agg(stem::text || ' | ' || to_tsquery('simple', word)::text, ' | ') AS exact,
           string_agg(to_tsquery('english', word || ':AB')::text || ' | ' || to_tsquery('simple', word || ':AB')::text, ' | ')
               AS label,
           string_agg(to_tsquery('english', word || ':A')::text || ' | ' || to_tsquery('simple', word || ':A')::text, ' | ')
               AS name,
           string_agg(to_tsquery('simple', word || ':*A')::text, ' | ') AS begun
    FROM unnest($1::int[], $2::text[]) AS typed (place, word), to_tsquery('english', word) AS stem
    WHERE numnode(stem) > 0
    GROUP BY place
) AS words
HAVING count(*) > 0
