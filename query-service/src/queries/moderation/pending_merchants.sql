-- Deactivated merchants are left out until they are reactivated.
SELECT m.merchant_id AS account_id, 'merchant' AS role, m.name, m.email, m.phone, m.address, m.business, m.approval,
       m.approval_reason, u.is_active, m.opened_at
FROM read.moderation_merchants m
JOIN read.accounts_users u ON u.account_id = m.merchant_id
WHERE m.approval = 'pending' AND u.is_active
ORDER BY m.opened_at, m.merchant_id
LIMIT $1 OFFSET $2
