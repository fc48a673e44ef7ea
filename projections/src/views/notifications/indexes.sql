CREATE INDEX notifications_by_recipient ON notifications (recipient_id, position DESC);
