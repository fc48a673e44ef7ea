-- The words that share one of the spellings $2, the most frequent first, and whether $1 is a prefix of some word.
SELECT word, begins
FROM (
    SELECT DISTINCT word, products, false AS begins
    FROM read.catalog_spellings JOIN read.catalog_words USING (word)
    WHERE spelling = ANY($2)
    UNION ALL
    (SELECT word, products, true
     FROM read.catalog_words
     WHERE word >= $1 AND word < $1 || chr(1114111) AND starts_with(word, $1)
     LIMIT 1)
) AS near
ORDER BY products DESC, word
