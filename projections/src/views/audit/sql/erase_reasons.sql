-- Erases the reasons that belong to these people's orders.
UPDATE entries SET reason = NULL WHERE reason_of = ANY($1)
