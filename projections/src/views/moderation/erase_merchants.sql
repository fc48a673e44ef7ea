-- What is left of a merchant who was forgotten: the business, about which there is nothing to decide any more.
UPDATE merchants
SET name = NULL, email = NULL, phone = NULL, address = NULL,
    renamed_at = NULL, approval = CASE approval WHEN 'pending' THEN 'rejected' ELSE approval END
WHERE merchant_id = ANY($1)
