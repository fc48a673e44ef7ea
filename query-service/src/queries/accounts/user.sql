SELECT u.account_id, u.role, u.name, u.email, u.email_verified, u.pending_email, u.phone, a.entry->'postal' AS address,
       CASE WHEN u.business IS NOT NULL THEN u.business || jsonb_build_object('photoUrl', u.photo_url) END AS business,
       u.website, u.business_license, u.tax_id, u.approval, u.approval_reason, u.email_wanted,
       u.email_wanted_revision, u.revision, u.is_active, u.opened_at
FROM read.accounts_users u
LEFT JOIN read.accounts_addresses a ON a.account_id = u.account_id AND a.is_home
WHERE u.account_id = $1
