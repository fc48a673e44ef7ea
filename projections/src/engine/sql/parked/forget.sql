WITH asked AS (DELETE FROM projections.requests WHERE generation = $1)
DELETE FROM projections.parked WHERE generation = $1
