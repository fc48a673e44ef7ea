-- Also the answers in the person's conversation with the shop's support, the only one that is about no product.
UPDATE messages SET content = NULL
WHERE sender_id = ANY($1)
    OR conversation_id = ANY(ARRAY(
        SELECT conversation_id FROM conversations WHERE customer_id = ANY($1) AND product_id IS NULL
    ))
