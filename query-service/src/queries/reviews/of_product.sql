SELECT r.review_id, r.product_id, r.customer_id, r.rating, r.comment, r.reviewed_at, r.reply, r.replied_at,
       customer.name AS customer_name
FROM read.reviews_reviews r
LEFT JOIN read.accounts_users customer ON customer.account_id = r.customer_id
WHERE r.product_id = $1
ORDER BY r.reviewed_at DESC, r.review_id
LIMIT $2 OFFSET $3
