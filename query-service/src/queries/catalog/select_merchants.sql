SELECT m.merchant_id, m.name AS merchant_name, m.business, m.city, m.state, m.zip_code, m.latitude, m.longitude,
       m.product_count, m.rating_average AS merchant_rating_average, m.rating_count AS merchant_rating_count,
       m.opened_at AS merchant_opened_at
FROM read.catalog_merchants m
