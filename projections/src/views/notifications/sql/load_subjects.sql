SELECT id, owner_id, merchant_id, name, merchant FROM things WHERE id = ANY($1)
