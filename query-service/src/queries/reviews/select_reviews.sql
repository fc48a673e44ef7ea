SELECT r.review_id, r.product_id, r.customer_id, r.rating, r.comment, r.reviewed_at, r.reply, r.replied_at,
       customer.name AS customer_name
FROM read.reviews_reviews r
LEFT JOIN read.accounts_users customer ON customer.account_id = r.customer_id
