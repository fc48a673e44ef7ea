INSERT INTO messages (conversation_id, number, position, sender_id, recipient_id, content, starts, sent_at)
SELECT conversation_id, number, position, sender_id, recipient_id, content, starts, sent_at
FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::uuid[], $5::uuid[], $6::text[], $7::boolean[],
            $8::timestamptz[])
    AS new (conversation_id, number, position, sender_id, recipient_id, content, starts, sent_at)
