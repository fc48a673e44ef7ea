-- The products of a batch as rows of the table. The columns of the public version are all null when it has not changed.
--
-- The public sees a product that is published and active, of a merchant whom it sees. `show_merchants.sql` follows the
-- same rule when a merchant appears or disappears.
WITH new AS (
    SELECT batch.*,
           batch.published AND batch.is_active AND coalesce(merchants.visible, false) AS visible
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::jsonb[],
                $9::bigint[], $10::text[], $11::bigint[], $12::boolean[], $13::boolean[], $14::date[], $15::jsonb[],
                $16::text[], $17::text[], $18::boolean[], $19::timestamptz[], $20::boolean[], $21::jsonb[], $22::bigint[],
                $23::boolean[], $24::jsonb[], $25::boolean[], $26::boolean[], $27::boolean[], $28::text[], $29::boolean[])
        AS batch (product_id, merchant_id, name, description, category, subcategory, tags, images, price, unit,
                  low_stock_threshold, is_organic, is_locally_sourced, harvest_date, fulfillment, approval,
                  rejection_reason, featured, listed_at, published, draft, revision, is_active, certificate, certified,
                  can_pickup, can_deliver, pickup_instructions, deactivated_by_admin)
    LEFT JOIN merchants USING (merchant_id)
),
