SELECT review_id, product_id, reply, replied_at
FROM read.reviews_reviews
WHERE merchant_id = $1 AND replied_at IS NOT NULL
ORDER BY replied_at DESC, review_id
