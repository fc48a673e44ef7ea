-- What people wrote about the orders of a customer who was forgotten.
UPDATE timeline SET note = NULL
FROM orders
WHERE orders.order_id = timeline.order_id AND orders.customer_id = ANY($1)
