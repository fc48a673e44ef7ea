
) AS e
LEFT JOIN read.accounts_users a ON a.account_id = e.actor_id
LEFT JOIN read.accounts_users s ON s.account_id = e.subject_id
ORDER BY e.at DESC, e.position DESC
