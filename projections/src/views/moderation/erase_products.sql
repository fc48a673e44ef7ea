-- Nobody needs to decide about what nobody will see; the name that a merchant gave a file is the merchant's own.
UPDATE products
SET certificate = CASE WHEN certificate IS NULL THEN NULL ELSE jsonb_set(certificate, '{originalName}', 'null') END,
    waits_since = NULL, certificate_waits_since = NULL
WHERE merchant_id = ANY($1)
