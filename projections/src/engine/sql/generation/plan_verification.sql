INSERT INTO projections.generations (view, generation, code_version, state, created_at, updated_at)
SELECT $1, coalesce(max(generation), 0) + 1, $2, 'verifying', $3, $3
FROM projections.generations WHERE view = $1 RETURNING id
