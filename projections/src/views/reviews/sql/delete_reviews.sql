DELETE FROM reviews WHERE review_id = ANY($1)
