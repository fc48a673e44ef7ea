-- Leaves `visible` of existing merchants to `show_merchants.sql`, which changes it together with their products.
INSERT INTO merchants (merchant_id, name, business, home_address, city, state, zip_code, latitude, longitude, approved,
                       is_active, visible, product_count, opened_at, search)
SELECT merchant_id, name, business, home_address, city, state, zip_code, latitude, longitude, approved, is_active, visible,
       0, opened_at, to_tsvector('simple', left(name_words, 1000))
FROM unnest($1::uuid[], $2::text[], $3::jsonb[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::double precision[],
            $9::double precision[], $10::boolean[], $11::boolean[], $12::boolean[], $13::timestamptz[], $14::text[])
    AS new (merchant_id, name, business, home_address, city, state, zip_code, latitude, longitude, approved, is_active,
            visible, opened_at, name_words)
ON CONFLICT (merchant_id) DO UPDATE
SET name = excluded.name, business = excluded.business, home_address = excluded.home_address, city = excluded.city,
    state = excluded.state, zip_code = excluded.zip_code, latitude = excluded.latitude, longitude = excluded.longitude,
    approved = excluded.approved, is_active = excluded.is_active, search = excluded.search
