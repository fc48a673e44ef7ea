INSERT INTO merchants (merchant_id, name, email, phone, home_address, address, business, approval, approval_reason,
                       opened_at, approved_name, renamed_at)
SELECT merchant_id, name, email, phone, home_address, address, business, approval, approval_reason, opened_at,
       approved_name, renamed_at
FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::jsonb[], $7::jsonb[], $8::text[], $9::text[],
            $10::timestamptz[], $11::text[], $12::timestamptz[])
    AS new (merchant_id, name, email, phone, home_address, address, business, approval, approval_reason, opened_at,
            approved_name, renamed_at)
ON CONFLICT (merchant_id) DO UPDATE
SET name = excluded.name, email = excluded.email, phone = excluded.phone, home_address = excluded.home_address,
    address = excluded.address, business = excluded.business, approval = excluded.approval,
    approval_reason = excluded.approval_reason, approved_name = excluded.approved_name,
    renamed_at = excluded.renamed_at
