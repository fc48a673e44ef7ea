-- The search vector contains words without case and accents. The words of the name have the highest weight. Keywords
-- are the words of tags and category: they weigh less than the name and more than the description. Name and keywords
-- are also indexed unstemmed, so that a prefix finds a word whose stem does not begin with it ("vegeta" and "veget").
-- Only the beginning of very long texts is indexed, because a tsvector has at most a megabyte. `update_products.sql`
-- repeats this expression.
WITH listed AS (
    INSERT INTO products (product_id, merchant_id, name, description, category, subcategory, tags, images, price, unit,
                          low_stock_threshold, is_organic, is_locally_sourced, harvest_date, fulfillment, published,
                          draft, revision, approval, rejection_reason, is_active, featured, certificate, certified,
                          visible, listed_at, search, sort_name, can_pickup, can_deliver, in_stock)
    SELECT new.product_id, new.merchant_id, new.name, new.description, new.category, new.subcategory, new.tags, new.images,
           new.price, new.unit, new.low_stock_threshold, new.is_organic, new.is_locally_sourced, new.harvest_date,
           new.fulfillment, new.published, new.draft, new.revision, new.approval, new.rejection_reason, new.is_active,
           new.featured, new.certificate, new.certified,
           new.published AND new.is_active AND coalesce(merchants.visible, false), new.listed_at,
           setweight(to_tsvector('english', left(new.name_words, 1000)), 'A')
               || setweight(to_tsvector('simple', left(new.name_words, 1000)), 'A')
               || setweight(to_tsvector('english', left(new.keywords, 10000)), 'B')
               || setweight(to_tsvector('simple', left(new.keywords, 10000)), 'B')
               || setweight(to_tsvector('english', left(new.description_words, 100000)), 'C'),
           left(new.name_words, 100), new.can_pickup, new.can_deliver, coalesce(stock.on_hand > stock.held, false)
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::jsonb[],
                $9::bigint[], $10::text[], $11::bigint[], $12::boolean[], $13::boolean[], $14::date[], $15::jsonb[],
                $16::text[], $17::text[], $18::boolean[], $19::timestamptz[], $20::text[], $21::boolean[], $22::jsonb[],
                $23::bigint[], $24::boolean[], $25::jsonb[], $26::boolean[], $27::text[], $28::text[], $29::boolean[],
                $30::boolean[])
        AS new (product_id, merchant_id, name, description, category, subcategory, tags, images, price, unit,
                low_stock_threshold, is_organic, is_locally_sourced, harvest_date, fulfillment, approval,
                rejection_reason, featured, listed_at, keywords, published, draft, revision, is_active, certificate,
                certified, name_words, description_words, can_pickup, can_deliver)
    LEFT JOIN merchants USING (merchant_id)
    LEFT JOIN stock USING (product_id)
    RETURNING products.merchant_id, products.visible
)
UPDATE merchants
SET product_count = product_count + more.count, row_version = DEFAULT
FROM (SELECT merchant_id, count(*) AS count FROM listed WHERE visible GROUP BY merchant_id) AS more
WHERE merchants.merchant_id = more.merchant_id
