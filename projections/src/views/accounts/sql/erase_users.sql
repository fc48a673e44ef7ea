-- Erases the personal data of these accounts.
WITH gone AS (
    DELETE FROM addresses WHERE account_id = ANY($1)
),
unloved AS (
    DELETE FROM favourites WHERE account_id = ANY($1)
)
UPDATE users
SET name = NULL, email = NULL, pending_email = NULL, phone = NULL, business_license = NULL, tax_id = NULL, is_active = false
WHERE account_id = ANY($1)
