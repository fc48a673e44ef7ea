UPDATE reviews
SET reply = given.reply, replied_at = given.replied_at
FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS given (review_id, reply, replied_at)
WHERE reviews.review_id = given.review_id
