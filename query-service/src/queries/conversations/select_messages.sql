SELECT m.conversation_id, m.number, m.sender_id, m.content, m.sent_at, sender.name AS sender_name,
       sender.role AS sender_role, sender.business AS sender_business,
       CASE WHEN m.starts THEN c.product_name END AS product_name,
       CASE WHEN m.starts THEN c.product_price END AS product_price,
       m.number <= CASE WHEN m.recipient_id = c.customer_id THEN c.read_by_customer ELSE c.read_by_merchant END
           OR m.position < coalesce(reader.position, 0) AS read
FROM read.conversations_messages m
JOIN read.conversations_conversations c USING (conversation_id)
LEFT JOIN read.accounts_users sender ON sender.account_id = m.sender_id
LEFT JOIN read.conversations_readers reader ON reader.account_id = m.recipient_id
