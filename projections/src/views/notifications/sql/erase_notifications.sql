DELETE FROM notifications WHERE recipient_id = ANY($1)
