-- The catalog that is served: which build, its position, and the numbers of the oldest and the newest change that it
-- still knows. A build that serves, also again, gets a new `read.catalog_products`.
SELECT to_regclass('read.catalog_products')::oid::bigint AS build, position,
       coalesce((SELECT min(number) FROM read.catalog_changes), 0) AS first,
       coalesce((SELECT max(number) FROM read.catalog_changes), 0) AS last
FROM read.checkpoints
WHERE view = 'catalog'
