-- Erases merchants: their business and products stay, but are visible to no one.
UPDATE merchants
SET name = NULL, city = '', state = '', zip_code = '', latitude = NULL, longitude = NULL,
    row_version = DEFAULT
WHERE merchant_id = ANY($1)
