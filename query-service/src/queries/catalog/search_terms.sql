-- The words as two conditions. $2 are words; those with the same number in $1 are the same word, spelled differently. By
-- the first, each must begin some word or have its stem; by the second, the beginning is not enough. Words that say
-- nothing ("the") are left out; both are null when no other is there.
SELECT string_agg('(' || found || ')', ' & ' ORDER BY place), string_agg('(' || exact || ')', ' & ' ORDER BY place)
FROM (
    SELECT place, string_agg(stem::text || ' | ' || beginning::text, ' | ') AS found,
           string_agg(stem::text || ' | ' || plain::text, ' | ') AS exact
    FROM unnest($1::int[], $2::text[]) AS typed (place, word),
         to_tsquery('english', word) AS stem,
         to_tsquery('simple', word) AS plain,
         to_tsquery('simple', word || ':*') AS beginning
    WHERE numnode(stem) > 0
    GROUP BY place
) AS words
