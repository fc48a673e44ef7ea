-- Erases merchants. Their business name stays, and nothing about them waits for a decision.
UPDATE merchants
SET name = NULL, email = NULL, phone = NULL, address = NULL,
    renamed_at = NULL, approval = CASE approval WHEN 'pending' THEN 'rejected' ELSE approval END
WHERE merchant_id = ANY($1)
