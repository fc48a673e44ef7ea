SELECT word, products FROM words WHERE word = ANY($1)
