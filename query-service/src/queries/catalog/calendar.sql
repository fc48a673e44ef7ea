SELECT state, zip_code, latitude, longitude
FROM read.catalog_merchants
WHERE merchant_id = $1
