WITH gone AS (
    DELETE FROM words WHERE word = ANY($1)
)
DELETE FROM spellings
USING (
    SELECT left(word, place - 1) || substr(word, place + 1) AS spelling, word
    FROM unnest($1::text[]) AS word, generate_series(1, length(word) + 1) AS place
) AS old
WHERE spellings.spelling = old.spelling AND spellings.word = old.word
