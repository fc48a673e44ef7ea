-- Erases merchants. Their business name and their products stay in the tables, but hidden.
UPDATE merchants
SET name = NULL, city = '', state = '', zip_code = '', latitude = NULL, longitude = NULL
WHERE merchant_id = ANY($1)
