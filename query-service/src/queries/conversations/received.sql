-- A page of the messages that these inboxes ($1) have received: $2 the largest number, $3 how many to skip. Each inbox is
-- read from its own index entries, newest first.
WHERE (m.conversation_id, m.number) IN (
    SELECT conversation_id, number
    FROM unnest($1::uuid[]) AS inbox (id)
    CROSS JOIN LATERAL (
        SELECT conversation_id, number, position
        FROM read.conversations_messages
        WHERE recipient_id = inbox.id
        ORDER BY position DESC
        LIMIT $2 + $3
    ) newest
    ORDER BY position DESC
    LIMIT $2 OFFSET $3
)
ORDER BY m.position DESC
