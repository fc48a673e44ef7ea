SELECT a.address_id, a.entry, a.is_home, a.revision, u.name AS owner
FROM read.accounts_addresses a
JOIN read.accounts_users u USING (account_id)
WHERE a.account_id = $1
ORDER BY a.is_home DESC, a.added, a.address_id
