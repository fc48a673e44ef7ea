INSERT INTO notifications (recipient_id, id, type, title, message, about_id, position, created_at)
SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::bigint[],
                     $8::timestamptz[])
