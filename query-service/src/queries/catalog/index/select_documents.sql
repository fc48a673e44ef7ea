SELECT p.product_id, p.name, p.description, p.category, p.subcategory, p.tags, p.merchant_id, p.price,
       p.is_organic AND p.certified AS organic, p.in_stock, p.can_pickup, p.can_deliver, p.featured,
       (p.harvest_date - date '1970-01-01')::bigint AS harvested_on, p.listed_at, p.views,
       p.rating_count, round(p.rating_average * 100)::bigint AS rating
FROM read.catalog_products p
