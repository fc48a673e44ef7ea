SELECT EXISTS (
    SELECT FROM read.conversations_conversations
    WHERE conversation_id = $1 AND (customer_id = ANY($2) OR merchant_id = ANY($2))
)
