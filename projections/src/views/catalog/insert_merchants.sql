INSERT INTO merchants (merchant_id, name, business, city, state, zip_code, latitude, longitude, visible, product_count,
                       opened_at)
SELECT merchant_id, name, business, city, state, zip_code, latitude, longitude, visible, 0, opened_at
FROM unnest($1::uuid[], $2::text[], $3::jsonb[], $4::text[], $5::text[], $6::text[], $7::double precision[],
            $8::double precision[], $9::boolean[], $10::timestamptz[])
    AS new (merchant_id, name, business, city, state, zip_code, latitude, longitude, visible, opened_at)
