INSERT INTO merchants (merchant_id, name, email, phone, address, business, approval, approval_reason, opened_at)
SELECT merchant_id, name, email, phone, nullif(address, 'null'), business, approval, approval_reason, opened_at
FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::jsonb[], $6::jsonb[], $7::text[], $8::text[],
            $9::timestamptz[])
    AS new (merchant_id, name, email, phone, address, business, approval, approval_reason, opened_at)
