SELECT account_id, role, name, email, phone, address, business, approval, approval_reason, is_active, opened_at
FROM read.accounts_users
WHERE account_id = $1
