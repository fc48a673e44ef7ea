
) AS u
LEFT JOIN read.accounts_addresses a ON a.account_id = u.account_id AND a.is_home
ORDER BY u.opened_at DESC, u.account_id
