-- Erases the customers of orders. The items and the amounts stay.
UPDATE orders
SET customer_name = NULL, customer_email = NULL, shipping = NULL, billing = NULL, refund_reason = NULL
WHERE customer_id = ANY($1)
