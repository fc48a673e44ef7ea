UPDATE reviews SET reply = NULL WHERE merchant_id = ANY($1)
