-- What is left of a merchant who was forgotten: the business and its products, which nobody sees any more.
UPDATE merchants
SET name = NULL, city = '', state = '', zip_code = '', latitude = NULL, longitude = NULL,
    row_version = DEFAULT
WHERE merchant_id = ANY($1)
