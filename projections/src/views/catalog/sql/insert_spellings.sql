-- Leaves out one letter at each place. At the place behind the last letter none is left out, which gives the word
-- itself. Leaving out either of two equal letters gives the same spelling.
INSERT INTO spellings (spelling, word)
SELECT DISTINCT left(word, place - 1) || substr(word, place + 1), word
FROM unnest($1::text[]) AS word, generate_series(1, length(word) + 1) AS place
