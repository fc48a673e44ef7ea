SELECT p.product_id, p.merchant_id, p.name, p.description, p.category, p.subcategory, p.tags, p.images, p.price, p.unit,
       p.low_stock_threshold, p.is_organic, p.is_locally_sourced, p.harvest_date, p.pickup_instructions, p.fulfillment, p.approval,
       p.rejection_reason, p.is_active, p.deactivated_by_admin, p.featured, p.visible, p.certificate, p.certified, p.draft,
       p.revision, p.views, p.rating_average, p.rating_count,
       p.listed_at, greatest(coalesce(s.on_hand - s.held, 0), 0) AS available, m.name AS merchant_name, m.business,
       m.city, m.state, m.zip_code, m.latitude, m.longitude, m.product_count,
       m.rating_average AS merchant_rating_average, m.rating_count AS merchant_rating_count,
       m.opened_at AS merchant_opened_at
FROM read.catalog_products p
JOIN read.catalog_merchants m USING (merchant_id)
LEFT JOIN read.catalog_stock s USING (product_id)
