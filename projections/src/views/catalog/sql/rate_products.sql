UPDATE products
SET rating_stars = rating_stars + more.stars,
    rating_count = rating_count + more.reviews,
    rating_average = coalesce(
        round((rating_stars + more.stars)::numeric / nullif(rating_count + more.reviews, 0), 2), 0)
FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS more (product_id, stars, reviews)
WHERE products.product_id = more.product_id
