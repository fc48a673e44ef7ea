-- Erases the file names of certificates: the merchant chose them, so they are personal data.
UPDATE products
SET certificate = jsonb_set(certificate, '{originalName}', 'null')
WHERE merchant_id = ANY($1) AND certificate IS NOT NULL
