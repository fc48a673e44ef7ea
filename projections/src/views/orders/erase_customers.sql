-- What is left of a customer who was forgotten: what was bought, and for how much.
UPDATE orders
SET customer_name = NULL, customer_email = NULL, shipping = NULL, billing = NULL, refund_reason = NULL
WHERE customer_id = ANY($1)
