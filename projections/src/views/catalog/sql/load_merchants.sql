SELECT merchant_id, name, business, home_address, city, state, zip_code, latitude, longitude, approved, is_active, visible,
       opened_at
FROM merchants
WHERE merchant_id = ANY($1)
