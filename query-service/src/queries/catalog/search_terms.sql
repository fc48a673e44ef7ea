-- The words as conditions. $2 are words; those with the same number in $1 are the same word, spelled differently. By the
-- first, each must begin some word or have its stem; by the others, the beginning is not enough: anywhere, in name, tags or
-- category, in the name. By the last, it is, but in the name. Words that say nothing ("the") are left out; all are null when
-- no other is there.
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
