INSERT INTO users (account_id, role, name, email, phone, address, business, approval, approval_reason, is_active, opened_at)
SELECT account_id, role, name, email, phone, nullif(address, 'null'), nullif(business, 'null'), approval, approval_reason,
       true, opened_at
FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::jsonb[], $8::text[], $9::text[],
            $10::timestamptz[])
    AS new (account_id, role, name, email, phone, address, business, approval, approval_reason, opened_at)
