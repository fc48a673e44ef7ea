-- Erases the notes on the orders of these customers.
UPDATE timeline SET note = NULL
FROM orders
WHERE orders.order_id = timeline.order_id AND orders.customer_id = ANY($1)
