INSERT INTO projections.generations (view, generation, code_version, created_at, updated_at)
SELECT $1, coalesce(max(generation), 0) + 1, $2, $4, $4 FROM projections.generations WHERE view = $1
HAVING NOT ($3 AND coalesce(bool_or(state = 'serving' AND code_version >= $2), false))
ON CONFLICT DO NOTHING
