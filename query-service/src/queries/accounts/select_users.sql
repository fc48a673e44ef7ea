SELECT u.account_id, u.role, u.name, u.email, u.phone, a.entry->'postal' AS address,
       CASE WHEN u.business IS NOT NULL THEN u.business || jsonb_build_object('photoUrl', u.photo_url) END AS business,
       u.website, u.business_license, u.tax_id, u.approval, u.approval_reason, u.is_active, u.opened_at
FROM (
    SELECT u.account_id, u.role, u.name, u.email, u.phone, u.business, u.photo_url, u.website, u.business_license,
           u.tax_id, u.approval, u.approval_reason, u.is_active, u.opened_at
    FROM read.accounts_users u
    WHERE true
