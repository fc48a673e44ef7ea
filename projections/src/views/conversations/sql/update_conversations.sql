-- Keeps the last activity when the batch has no message, and the subject when it has no new one.
UPDATE conversations
SET subject = CASE WHEN change.renamed THEN change.subject ELSE conversations.subject END,
    messages = change.messages,
    read_by_customer = change.read_by_customer,
    read_by_merchant = change.read_by_merchant,
    answered = conversations.answered OR change.answered,
    last_activity = coalesce(change.last_activity, conversations.last_activity)
FROM unnest($1::uuid[], $2::boolean[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::boolean[],
            $8::timestamptz[])
    AS change (conversation_id, renamed, subject, messages, read_by_customer, read_by_merchant, answered,
               last_activity)
WHERE conversations.conversation_id = change.conversation_id
