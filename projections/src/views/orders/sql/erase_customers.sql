-- Erases customers: what was bought, and for how much, stays.
UPDATE orders
SET customer_name = NULL, customer_email = NULL, shipping = NULL, billing = NULL, refund_reason = NULL
WHERE customer_id = ANY($1)
