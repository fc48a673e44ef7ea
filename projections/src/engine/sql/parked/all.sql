SELECT stream, version, parked.position, event_type, error, may_pass, parked_at, tried_at, attempts, waiting,
       generations.view, generations.generation AS number, generations.state
FROM projections.parked JOIN projections.generations ON generations.id = parked.generation
WHERE generations.state NOT IN ('retired', 'verifying')
ORDER BY generations.view, generations.generation, parked.position
