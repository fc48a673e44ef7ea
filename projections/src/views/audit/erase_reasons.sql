-- What people wrote about the orders of somebody who was forgotten.
UPDATE entries SET reason = NULL WHERE reason_of = ANY($1)
