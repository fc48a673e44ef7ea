-- Turns search words into text search queries. $2 are the words; words with the same number in $1 are spellings of one
-- word. The queries, in order: each word is a prefix of some word or shares its stem (found); each word matches
-- exactly or by stem anywhere (exact), in name, tags or category (label), in the name (name); each word is a prefix in
-- the name (begun). Stop words ("the") are left out. All queries are null when there are only stop words.
SELECT string_agg('(' || found || ')', ' & ' ORDER BY place), string_agg('(' || exact || ')', ' & ' ORDER BY place),
       string_agg('(' || label || ')', ' & ' ORDER BY place), string_agg('(' || name || ')', ' & ' ORDER BY place),
       string_agg('(' || begun || ')', ' & ' ORDER BY place)
FROM (
    SELECT place, string_agg(stem::text || ' | ' || to_tsquery('simple', word || ':*')::text, ' | ') AS found,
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
