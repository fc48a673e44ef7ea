INSERT INTO users (account_id, revision, email_wanted_revision, role, name, email, email_verified, phone, business, photo_url, email_wanted, is_active, opened_at, approval)
SELECT account_id, revision, revision, role, name, email, true, phone, nullif(business, 'null'), business->>'photoUrl', '{}', true, opened_at,
       CASE role WHEN 'merchant' THEN 'pending' END
FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::timestamptz[],
            $8::bigint[])
    AS new (account_id, role, name, email, phone, business, opened_at, revision)
