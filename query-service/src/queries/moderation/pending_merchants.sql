SELECT merchant_id AS account_id, 'merchant' AS role, name, email, phone, address, business, approval, approval_reason,
       true AS is_active, opened_at
FROM read.moderation_merchants
WHERE approval = 'pending'
ORDER BY opened_at, merchant_id
LIMIT $1
