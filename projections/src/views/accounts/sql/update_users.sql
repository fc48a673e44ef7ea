-- A change contains only the columns that it replaces. A null in it empties the column.
UPDATE users
SET name = CASE WHEN change ? 'name' THEN change->>'name' ELSE name END,
    email = CASE WHEN change ? 'email' THEN change->>'email' ELSE email END,
    email_verified = CASE WHEN change ? 'emailVerified' THEN (change->>'emailVerified')::boolean ELSE email_verified END,
    pending_email = CASE WHEN change ? 'pendingEmail' THEN change->>'pendingEmail' ELSE pending_email END,
    phone = CASE WHEN change ? 'phone' THEN change->>'phone' ELSE phone END,
    business = CASE WHEN change ? 'business' THEN change->'business' ELSE business END,
    photo_url = CASE WHEN change ? 'photoUrl' THEN change->>'photoUrl' ELSE photo_url END,
    website = CASE WHEN change ? 'website' THEN change->>'website' ELSE website END,
    business_license = CASE WHEN change ? 'license' THEN change->>'license' ELSE business_license END,
    tax_id = CASE WHEN change ? 'taxId' THEN change->>'taxId' ELSE tax_id END,
    approval = CASE WHEN change ? 'approval' THEN change->>'approval' ELSE approval END,
    approval_reason = CASE WHEN change ? 'approvalReason' THEN change->>'approvalReason' ELSE approval_reason END,
    email_wanted = CASE WHEN change ? 'emailWanted' THEN change->'emailWanted' ELSE email_wanted END,
    revision = CASE WHEN change ? 'revision' THEN (change->>'revision')::bigint ELSE revision END,
    email_wanted_revision = CASE WHEN change ? 'emailWanted' THEN (change->>'emailWantedRevision')::bigint
                                 ELSE email_wanted_revision END,
    is_active = CASE WHEN change ? 'isActive' THEN (change->>'isActive')::boolean ELSE is_active END
FROM unnest($1::uuid[], $2::jsonb[]) AS changed (id, change)
WHERE account_id = id
