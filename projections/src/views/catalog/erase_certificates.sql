-- The name that a merchant gave a file is the merchant's own.
UPDATE products
SET certificate = jsonb_set(certificate, '{originalName}', 'null'), row_version = DEFAULT
WHERE merchant_id = ANY($1) AND certificate IS NOT NULL
