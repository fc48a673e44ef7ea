SELECT merchant_id, name, email, phone, home_address, address, business, approval, approval_reason, opened_at,
       approved_name, renamed_at
FROM merchants
WHERE merchant_id = ANY($1)
