-- The columns of the public version are all null when it has not changed.
WITH change AS (
    SELECT new.*, products.visible AS was_visible,
           new.published AND new.is_active AND coalesce(merchants.visible, false) AS is_visible
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::jsonb[],
                $9::bigint[], $10::text[], $11::bigint[], $12::boolean[], $13::boolean[], $14::date[], $15::jsonb[],
                $16::text[], $17::text[], $18::boolean[], $19::timestamptz[], $20::text[], $21::boolean[], $22::jsonb[],
                $23::bigint[], $24::boolean[], $25::jsonb[], $26::boolean[], $27::text[], $28::text[], $29::boolean[],
                $30::boolean[])
        AS new (product_id, merchant_id, name, description, category, subcategory, tags, images, price, unit,
                low_stock_threshold, is_organic, is_locally_sourced, harvest_date, fulfillment, approval,
                rejection_reason, featured, listed_at, keywords, published, draft, revision, is_active, certificate,
                certified, name_words, description_words, can_pickup, can_deliver)
    JOIN products USING (product_id)
    LEFT JOIN merchants ON merchants.merchant_id = new.merchant_id
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
        search = CASE WHEN new.name IS NULL THEN products.search ELSE
               setweight(to_tsvector('english', left(new.name_words, 1000)), 'A')
               || setweight(to_tsvector('simple', left(new.name_words, 1000)), 'A')
               || setweight(to_tsvector('english', left(new.keywords, 10000)), 'B')
               || setweight(to_tsvector('simple', left(new.keywords, 10000)), 'B')
               || setweight(to_tsvector('english', left(new.description_words, 100000)), 'C')
            END,
        sort_name = coalesce(left(new.name_words, 100), products.sort_name),
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
        featured = new.featured,
        certificate = new.certificate,
        certified = new.certified,
        visible = new.is_visible,
        row_version = DEFAULT
    FROM change AS new
    WHERE products.product_id = new.product_id
    RETURNING products.merchant_id, new.is_visible::int - new.was_visible::int AS more
)
UPDATE merchants
SET product_count = product_count + more.count, row_version = DEFAULT
FROM (SELECT merchant_id, sum(more) AS count FROM changed GROUP BY merchant_id) AS more
WHERE merchants.merchant_id = more.merchant_id AND more.count <> 0
