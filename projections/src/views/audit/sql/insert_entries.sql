INSERT INTO entries (position, event_id, at, actor_id, actor_name, actor_role, action, subject_type, subject_id,
                     subject_name, merchant_id, reason, reason_of, before, after)
SELECT position, event_id, at, actor_id, actor_name, actor_role, action, subject_type, subject_id, subject_name,
       merchant_id, reason, reason_of, before, after
FROM unnest($1::bigint[], $2::uuid[], $3::timestamptz[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[],
            $9::uuid[], $10::text[], $11::uuid[], $12::text[], $13::uuid[], $14::jsonb[], $15::jsonb[])
    AS new (position, event_id, at, actor_id, actor_name, actor_role, action, subject_type, subject_id, subject_name,
            merchant_id, reason, reason_of, before, after)
