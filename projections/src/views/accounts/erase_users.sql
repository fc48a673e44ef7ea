-- What is left of an account whose person was forgotten.
UPDATE users
SET name = NULL, email = NULL, phone = NULL, address = NULL, is_active = false
WHERE account_id = ANY($1)
