UPDATE merchants
SET rating_stars = rating_stars + more.stars,
    rating_count = rating_count + more.reviews,
    rating_average = coalesce(
        round((rating_stars + more.stars)::numeric / nullif(rating_count + more.reviews, 0), 2), 0)
FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS more (merchant_id, stars, reviews)
WHERE merchants.merchant_id = more.merchant_id
