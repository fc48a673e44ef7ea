-- Hidden products need no decision. The merchant chose the file name of the certificate, so it is personal data.
UPDATE products
SET certificate = CASE WHEN certificate IS NULL THEN NULL ELSE jsonb_set(certificate, '{originalName}', 'null') END,
    waits_since = NULL, certificate_waits_since = NULL
WHERE merchant_id = ANY($1)
