-- Deactivated merchants are left out until they are reactivated.
SELECT m.merchant_id, m.name, m.email, m.business->>'businessName' AS business_name, m.approved_name, m.renamed_at
FROM read.moderation_merchants m
JOIN read.accounts_users u ON u.account_id = m.merchant_id
WHERE m.renamed_at IS NOT NULL AND u.is_active
ORDER BY m.renamed_at DESC, m.merchant_id
LIMIT $1 OFFSET $2
