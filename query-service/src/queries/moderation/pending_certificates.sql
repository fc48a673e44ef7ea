-- Of products that claim to be organic: without the claim there is nothing to prove.
SELECT p.product_id, p.merchant_id, p.details, p.revision, p.certificate, p.price, p.unit, p.fulfillment, p.approval,
       p.listed_at, m.name AS merchant_name, m.email AS merchant_email, m.business->>'businessName' AS business_name,
       m.approval = 'approved' AS merchant_approved
FROM read.moderation_products p
JOIN read.moderation_merchants m USING (merchant_id)
JOIN read.accounts_users u ON u.account_id = p.merchant_id
WHERE p.certificate_waits_since IS NOT NULL AND u.is_active AND p.is_organic
ORDER BY p.certificate_waits_since, p.product_id
LIMIT $1
