UPDATE conversations SET subject = NULL WHERE customer_id = ANY($1)
