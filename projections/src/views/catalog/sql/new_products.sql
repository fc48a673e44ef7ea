-- The products of a batch as rows of the table. The columns of the public version are all null when it has not changed,
-- and so are those that are made of them.
--
-- The public sees a product that is published and active, of a merchant whom it sees. `show_merchants.sql` follows the
-- same rule when a merchant appears or disappears.
--
-- The search vector contains words without case and accents. The words of the name have the highest weight. Keywords
-- are the words of tags and category: they weigh less than the name and more than the description. Name and keywords
-- are also indexed unstemmed, so that a prefix finds a word whose stem does not begin with it ("vegeta" and "veget").
-- Only the beginning of very long texts is indexed, because a tsvector has at most a megabyte.
WITH new AS (
    SELECT batch.*,
           batch.published AND batch.is_active AND coalesce(merchants.visible, false) AS visible,
           setweight(to_tsvector('english', left(batch.name_words, 1000)), 'A')
               || setweight(to_tsvector('simple', left(batch.name_words, 1000)), 'A')
               || setweight(to_tsvector('english', left(batch.keywords, 10000)), 'B')
               || setweight(to_tsvector('simple', left(batch.keywords, 10000)), 'B')
               || setweight(to_tsvector('english', left(batch.description_words, 100000)), 'C') AS search,
           left(batch.name_words, 100) AS sort_name
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::jsonb[],
                $9::bigint[], $10::text[], $11::bigint[], $12::boolean[], $13::boolean[], $14::date[], $15::jsonb[],
                $16::text[], $17::text[], $18::boolean[], $19::timestamptz[], $20::text[], $21::boolean[], $22::jsonb[],
                $23::bigint[], $24::boolean[], $25::jsonb[], $26::boolean[], $27::text[], $28::text[], $29::boolean[],
                $30::boolean[])
        AS batch (product_id, merchant_id, name, description, category, subcategory, tags, images, price, unit,
                  low_stock_threshold, is_organic, is_locally_sourced, harvest_date, fulfillment, approval,
                  rejection_reason, featured, listed_at, keywords, published, draft, revision, is_active, certificate,
                  certified, name_words, description_words, can_pickup, can_deliver)
    LEFT JOIN merchants USING (merchant_id)
),
