SELECT id, owner_id, merchant_id FROM parties WHERE id = ANY($1)
