INSERT INTO products (product_id, merchant_id, details, revision, price, unit, fulfillment, approval, waits_since, certificate,
                      certificate_waits_since, is_active, listed_at)
SELECT product_id, merchant_id, details, revision, price, unit, fulfillment, approval, waits_since, certificate,
       certificate_waits_since, is_active, listed_at
FROM unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::bigint[], $5::bigint[], $6::text[], $7::jsonb[], $8::text[],
            $9::timestamptz[], $10::jsonb[], $11::timestamptz[], $12::boolean[], $13::timestamptz[])
    AS new (product_id, merchant_id, details, revision, price, unit, fulfillment, approval, waits_since, certificate,
            certificate_waits_since, is_active, listed_at)
ON CONFLICT (product_id) DO UPDATE
SET details = excluded.details, revision = excluded.revision, price = excluded.price, unit = excluded.unit,
    fulfillment = excluded.fulfillment, approval = excluded.approval, waits_since = excluded.waits_since,
    certificate = excluded.certificate, certificate_waits_since = excluded.certificate_waits_since,
    is_active = excluded.is_active
