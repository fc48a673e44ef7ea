SELECT view, state, code_version, position, last_error FROM projections.generations
WHERE state IN ('serving', 'building') ORDER BY generation
