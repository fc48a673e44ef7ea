-- Products of deactivated merchants are left out until the merchant is reactivated.
-- Merchants take turns: the oldest of each, then the second of each, so that a merchant with many hides no other.
WITH waiting AS (
    SELECT p.product_id, p.waits_since AS since,
           row_number() OVER (PARTITION BY p.merchant_id ORDER BY p.waits_since, p.product_id) AS turn
    FROM read.moderation_products p
    JOIN read.accounts_users u ON u.account_id = p.merchant_id
    WHERE p.waits_since IS NOT NULL AND u.is_active
    ORDER BY turn, since, product_id
    LIMIT $1 OFFSET $2
)
SELECT p.product_id, p.merchant_id, p.details, p.revision, p.certificate, p.price, p.unit, p.fulfillment, p.approval,
       p.listed_at, m.name AS merchant_name, m.email AS merchant_email, m.business->>'businessName' AS business_name,
       m.approval = 'approved' AS merchant_approved
FROM waiting w
JOIN read.moderation_products p USING (product_id)
JOIN read.moderation_merchants m USING (merchant_id)
ORDER BY w.turn, w.since, w.product_id
