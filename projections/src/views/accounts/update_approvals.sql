UPDATE users
SET approval = decided.approval, approval_reason = decided.reason
FROM unnest($1::uuid[], $2::text[], $3::text[]) AS decided (account_id, approval, reason)
WHERE users.account_id = decided.account_id
