-- Continues `new_products.sql`.
change AS (
    SELECT new.*, products.visible AS was_visible
    FROM new
    JOIN products USING (product_id)
),
changed AS (
    UPDATE products
    SET name = coalesce(new.name, products.name),
        description = coalesce(new.description, products.description),
        category = coalesce(new.category, products.category),
        subcategory = coalesce(new.subcategory, products.subcategory),
        tags = coalesce(new.tags, products.tags),
        images = coalesce(new.images, products.images),
        is_organic = coalesce(new.is_organic, products.is_organic),
        is_locally_sourced = coalesce(new.is_locally_sourced, products.is_locally_sourced),
        harvest_date = CASE WHEN new.name IS NULL THEN products.harvest_date ELSE new.harvest_date END,
        pickup_instructions =
            CASE WHEN new.name IS NULL THEN products.pickup_instructions ELSE new.pickup_instructions END,
        price = new.price,
        unit = new.unit,
        low_stock_threshold = new.low_stock_threshold,
        fulfillment = new.fulfillment,
        can_pickup = new.can_pickup,
        can_deliver = new.can_deliver,
        published = new.published,
        draft = new.draft,
        revision = new.revision,
        approval = new.approval,
        rejection_reason = new.rejection_reason,
        is_active = new.is_active,
        deactivated_by_admin = new.deactivated_by_admin,
        featured = new.featured,
        certificate = new.certificate,
        certified = new.certified,
        visible = new.visible
    FROM change AS new
    WHERE products.product_id = new.product_id
    RETURNING products.merchant_id, new.visible::int - new.was_visible::int AS more
)
UPDATE merchants
SET product_count = product_count + more.count
FROM (SELECT merchant_id, sum(more) AS count FROM changed GROUP BY merchant_id) AS more
WHERE merchants.merchant_id = more.merchant_id AND more.count <> 0
