-- The lengths of the lists, and the number of all products.
SELECT (SELECT count(*)
        FROM read.moderation_merchants m
        JOIN read.accounts_users u ON u.account_id = m.merchant_id
        WHERE m.approval = 'pending' AND u.is_active) AS merchants,
       (SELECT count(*)
        FROM read.moderation_products p
        JOIN read.accounts_users u ON u.account_id = p.merchant_id
        WHERE p.waits_since IS NOT NULL AND u.is_active) AS products,
       (SELECT count(*)
        FROM read.moderation_products p
        JOIN read.accounts_users u ON u.account_id = p.merchant_id
        WHERE p.certificate_waits_since IS NOT NULL AND p.is_organic AND u.is_active) AS certificates,
       (SELECT count(*)
        FROM read.moderation_merchants m
        JOIN read.accounts_users u ON u.account_id = m.merchant_id
        WHERE m.renamed_at IS NOT NULL AND u.is_active) AS renamed,
       (SELECT count(*) FROM read.moderation_products) AS all_products
