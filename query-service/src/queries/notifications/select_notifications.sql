SELECT n.recipient_id, n.id, n.type, n.title, n.message, n.about_id, n.created_at,
       t.name AS about_name, t.merchant_id = n.recipient_id AS is_merchant,
       r.id IS NOT NULL OR n.position < coalesce(i.read_up_to, 0) AS read
FROM read.notifications_notifications n
LEFT JOIN read.notifications_things t ON t.id = n.about_id
LEFT JOIN read.notifications_reads r ON r.account_id = n.recipient_id AND r.id = n.id
LEFT JOIN read.notifications_inboxes i ON i.account_id = n.recipient_id
