-- Continues `new_products.sql`.
listed AS (
    INSERT INTO products (product_id, merchant_id, name, description, category, subcategory, tags, images, price, unit,
                          low_stock_threshold, is_organic, is_locally_sourced, harvest_date, fulfillment, published,
                          draft, revision, approval, rejection_reason, is_active, featured, certificate, certified,
                          visible, listed_at, can_pickup, can_deliver, pickup_instructions, deactivated_by_admin, in_stock)
    SELECT new.product_id, new.merchant_id, new.name, new.description, new.category, new.subcategory, new.tags, new.images,
           new.price, new.unit, new.low_stock_threshold, new.is_organic, new.is_locally_sourced, new.harvest_date,
           new.fulfillment, new.published, new.draft, new.revision, new.approval, new.rejection_reason, new.is_active,
           new.featured, new.certificate, new.certified,
           new.visible, new.listed_at, new.can_pickup, new.can_deliver, new.pickup_instructions, new.deactivated_by_admin,
           coalesce(stock.on_hand > stock.held, false)
    FROM new
    LEFT JOIN stock USING (product_id)
    RETURNING products.merchant_id, products.visible
)
UPDATE merchants
SET product_count = product_count + more.count
FROM (SELECT merchant_id, count(*) AS count FROM listed WHERE visible GROUP BY merchant_id) AS more
WHERE merchants.merchant_id = more.merchant_id
