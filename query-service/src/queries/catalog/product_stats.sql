SELECT count(*) AS total_products,
       count(*) FILTER (WHERE is_active) AS active_products,
       coalesce(sum(views), 0)::bigint AS total_views,
       round((sum(rating_average * rating_count) / nullif(sum(rating_count), 0))::numeric, 2)::double precision
           AS average_rating
FROM read.catalog_products
WHERE merchant_id = $1
