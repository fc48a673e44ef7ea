-- The conversations of these inboxes: a person's own and, for an admin, the shop's. `inbox` is the participant whose place
-- the reader has.
SELECT c.conversation_id, c.customer_id, c.merchant_id, c.product_id, c.product_name, c.product_price, c.subject,
       c.last_activity, customer.name AS customer_name, customer.role AS customer_role,
       customer.business AS customer_business, merchant.name AS merchant_name, merchant.business AS merchant_business,
       last.content AS last_content, last.sender_id AS last_sender_id, last.sent_at AS last_sent_at, inbox.id AS inbox,
       (
           SELECT count(*)
           FROM read.conversations_messages m
           WHERE m.conversation_id = c.conversation_id
             AND m.recipient_id = inbox.id
             AND m.number > CASE WHEN c.customer_id = inbox.id THEN c.read_by_customer ELSE c.read_by_merchant END
             AND m.position > coalesce(reader.position, 0)
       ) AS unread
FROM read.conversations_conversations c
CROSS JOIN LATERAL (
    SELECT CASE WHEN c.customer_id = ANY($1) THEN c.customer_id ELSE c.merchant_id END AS id
) inbox
LEFT JOIN read.accounts_users customer ON customer.account_id = c.customer_id
LEFT JOIN read.accounts_users merchant ON merchant.account_id = c.merchant_id
LEFT JOIN read.conversations_readers reader ON reader.account_id = inbox.id
LEFT JOIN read.conversations_messages last ON last.conversation_id = c.conversation_id AND last.number = c.messages
WHERE c.customer_id = ANY($1) OR c.merchant_id = ANY($1)
ORDER BY c.last_activity DESC, c.conversation_id
LIMIT $2 OFFSET $3
