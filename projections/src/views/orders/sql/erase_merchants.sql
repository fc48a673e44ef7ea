-- Erases the pickup addresses of these merchants.
UPDATE orders SET merchant_address = NULL WHERE merchant_id = ANY($1)
