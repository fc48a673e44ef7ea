SELECT EXISTS (SELECT FROM projections.generations
WHERE view = $1 AND code_version = $2 AND generation = $3 - 1 AND state = 'retired' AND starts_with(last_error, $4))
