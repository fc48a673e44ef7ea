SELECT count(*) AS users,
       count(*) FILTER (WHERE role = 'merchant') AS merchants,
       count(*) FILTER (WHERE role = 'customer') AS customers
FROM read.accounts_users
