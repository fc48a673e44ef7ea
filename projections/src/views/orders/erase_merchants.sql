-- Where customers collected from a merchant who was forgotten.
UPDATE orders SET merchant_address = NULL WHERE merchant_id = ANY($1)
