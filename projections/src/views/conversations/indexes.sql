CREATE INDEX conversations_of_customer ON conversations (customer_id, last_activity DESC);
CREATE INDEX conversations_of_merchant ON conversations (merchant_id, last_activity DESC);
CREATE INDEX messages_received ON messages (recipient_id, position DESC);
CREATE INDEX messages_sent ON messages (sender_id);
